"""The program with a bare client: pictures, steps, values, changes."""
import os
import pathlib
import shutil
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bare_client import PROGRAM, View  # noqa: E402
from view_case import LIFE, TISSUE, Case  # noqa: E402


EXAMPLES = pathlib.Path(os.environ.get("MORULA_SOURCE_DIR", ".")).absolute() / "examples"


class Watching(Case):
    def test_pictures_steps_and_values(self):
        view = self.view()
        page = self.client(view)
        model = page.wait_for("model")
        self.assertEqual(model["lattice"]["size"], [64, 48, 1])
        page.ask("look", width=128, height=96)
        picture = page.wait_for("picture")
        self.assertEqual(picture["step"], 0)
        self.assertTrue(picture["bytes"].startswith(b"\x89PNG"))
        page.ask("seen")
        page.ask("step", steps=3)
        self.assertEqual(page.wait_for("picture", lambda shown: shown["step"] == 3)["step"], 3)
        status = page.wait_for("status", lambda told: told["hash"])
        self.assertEqual((status["step"], status["playing"]), (3, False))
        self.assertEqual(status["hash"], self.hash_of("model.yaml", "--steps", 3))
        page.ask("value", x=1, y=1)
        value = page.wait_for("value")
        self.assertEqual(value["site"], [0, 0, 0])
        self.assertIn("state", value["values"])
        page.ask("curves")
        self.assertIn("<svg", page.wait_for("curves")["svg"])
        page.ask("legend")
        self.assertIn("live", page.wait_for("legend")["svg"])

    def test_one_picture_is_on_its_way(self):
        page = self.client(self.view())
        page.ask("look", width=64, height=48)
        page.wait_for("picture")
        page.ask("step", steps=50)
        end = time.monotonic() + 1.5
        while time.monotonic() < end:
            heard = page.hear()
            self.assertNotEqual(heard["is"], "picture", "the first was not seen yet")
            if heard["is"] == "status" and heard["step"] == 50:
                break
        page.ask("seen")
        self.assertEqual(page.wait_for("picture")["step"], 50)

    def test_play_goes_on_behind_the_end(self):
        page = self.client(self.view())
        page.ask("play")
        told = page.wait_for("status", lambda told: told["step"] == 200 and not told["playing"])
        self.assertTrue(told["extends"])
        page.ask("step", steps=10)
        page.wait_for("status", lambda told: told["step"] == 210 and told["hash"])

    def test_more_steps_than_a_run_can_have(self):
        page = self.client(self.view())
        page.ask("step", steps=3)
        page.wait_for("status", lambda told: told["step"] == 3 and told["hash"])
        page.ask("step", steps=10**15)
        self.assertIn("at most 281474976710655 steps", page.wait_for("problem")["what"])
        page.ask("step", steps=2**48 - 1 - 2)  # one more than are left
        self.assertIn("at most 281474976710655 steps", page.wait_for("problem")["what"])
        page.ask("step", steps=4)
        page.wait_for("status", lambda told: told["step"] == 7 and told["hash"])

    def test_more_steps_than_a_model_can_have(self):
        heart = LIFE.replace("rule: B3/S23", "tissue: {activated: 2, refractory: 5, threshold: 2, activation_map: true}")
        page = self.client(self.view(heart.replace("initial: {random: {density: 0.4}}\n", "")))
        page.ask("step", steps=5 * 10**9)
        self.assertIn("activation times", page.wait_for("problem")["what"])
        page.ask("step", steps=4)
        page.wait_for("status", lambda told: told["step"] == 4 and told["hash"])

    def test_a_failure_is_told(self):
        page = self.client(self.view(LIFE, "--out", "broken"))
        page.wait_for("status", lambda told: told["hash"])
        manifest = self.folder / "broken" / "manifest.json"
        manifest.unlink()
        manifest.mkdir()  # so that it cannot be written
        page.ask("restart")
        self.assertIn("manifest.json", page.wait_for("failed")["why"])

    def test_start_again_and_back(self):
        page = self.client(self.view())
        hashes = {}
        for step in (10, 20, 30):
            page.ask("step", steps=10)
            hashes[step] = page.wait_for("status", lambda told: told["step"] == step and told["hash"])["hash"]
            page.ask("keep")
        page.ask("back", steps=20)
        told = page.wait_for("status", lambda told: told["step"] == 20 and told["hash"])
        self.assertEqual((told["hash"], told["kept"]), (hashes[20], [10, 20]))
        page.ask("step", steps=10)
        self.assertEqual(page.wait_for("status", lambda told: told["step"] == 30 and told["hash"])["hash"], hashes[30])
        page.ask("restart")
        page.wait_for("status", lambda told: told["step"] == 0)
        page.ask("step", steps=10)
        self.assertEqual(page.wait_for("status", lambda told: told["step"] == 10 and told["hash"])["hash"], hashes[10])

    def test_speed(self):
        page = self.client(self.view())
        page.ask("speed", speed=20)
        page.ask("play")
        page.wait_for("status", lambda told: told["step"] >= 1)
        time.sleep(1)
        page.ask("pause")
        step = page.wait_for("status", lambda told: not told["playing"] and told["hash"])["step"]
        self.assertTrue(5 < step < 60, step)

    def test_two_settings_beside_each_other(self):
        page = self.client(self.view(TISSUE))
        page.wait_for("model")
        page.ask("look", width=40, height=40, panes=True)
        self.assertEqual(page.wait_for("picture")["panes"], 1)
        page.ask("seen")
        page.ask("step", steps=5)
        page.wait_for("status", lambda told: told["step"] == 5 and told["hash"])
        page.ask("beside", change={"set": {"potts.temperature": 10}})  # the present value: with the same random numbers, nothing differs
        page.ask("step", steps=20)
        told = page.wait_for("status", lambda told: told["step"] == 25 and told["hash"])
        self.assertEqual(told["differing"], {"type": 0})
        page.ask("beside", change={"set": {"potts.temperature": 40}})
        page.ask("step", steps=10)
        told = page.wait_for("status", lambda told: told["step"] == 35 and told["hash"])
        self.assertGreater(told["differing"]["type"], 20)
        page.ask("look", width=40, height=40, panes=True, of="volume")
        in_volume = page.wait_for("status", lambda told: "volume" in told["differing"])["differing"]
        self.assertGreater(in_volume["volume"], in_volume["type"])
        page.ask("look", width=41, height=40, panes=True)  # the picture of this step may have arrived before the status
        self.assertEqual(page.wait_for("picture", lambda shown: shown["step"] == 35)["panes"], 3)
        self.assertEqual(told["hash"], self.hash_of("model.yaml", "--steps", 35), "the one beside it changes nothing")
        page.ask("beside", change={"set": {"potts.temperature": -1}})
        refused = page.wait_for("problem")
        self.assertIn("temperature", refused["what"])
        self.assertEqual((refused["asked"], refused["refused"]), ("beside", {"set": {"potts.temperature": -1}}))
        page.ask("step", steps=1)  # the running comparison goes on
        told = page.wait_for("status", lambda told: told["step"] == 36)
        self.assertIn("40", told["beside"])
        page.ask("beside")
        page.wait_for("status", lambda told: told["beside"] is None)

    def test_a_cell_is_followed(self):
        page = self.client(self.view(TISSUE))
        page.wait_for("model")
        page.ask("look", width=40, height=40)
        page.wait_for("picture")
        page.ask("value", x=20, y=20, pick=True)
        picked = page.wait_for("picked")
        self.assertEqual(picked["object"], {"field": "cell", "value": picked["values"]["cell"]})
        page.ask("follow", **picked["object"])
        place = page.wait_for("place")["place"]
        self.assertEqual(place["sites"], picked["rows"][0]["row"]["volume"])
        self.assertLess(max(abs(place["at"][0] - 20), abs(place["at"][1] - 20)), 6)
        page.ask("step", steps=20)
        page.wait_for("status", lambda told: told["step"] == 20 and told["hash"])
        page.ask("follow", **picked["object"])
        told = page.wait_for("place")
        self.assertEqual((told["step"], told["rows"][0]["table"]), (20, "cells"))
        self.assertEqual(told["rows"][0]["row"]["volume"], told["place"]["sites"])
        self.assertNotEqual(told["rows"][0]["row"], picked["rows"][0]["row"])
        page.ask("follow", field="nonsense", value=1)
        told = page.wait_for("place")
        self.assertEqual((told["place"], told["rows"]), (None, []))

    def test_a_cell_of_the_second_pane_is_followed_there(self):
        page = self.client(self.view(TISSUE))
        page.wait_for("model")
        page.ask("look", width=40, height=40, panes=True)
        page.ask("beside", change={"set": {"potts.temperature": 60}})
        page.ask("step", steps=20)
        page.wait_for("status", lambda told: told["step"] == 20 and told["hash"])
        places = []
        for beside in (False, True):
            page.ask("value", x=20, y=20, pick=True, beside=beside)
            picked = page.wait_for("picked")
            self.assertEqual(picked["beside"], beside)
            page.ask("follow", **picked["object"], beside=beside)
            told = page.wait_for("place")
            self.assertEqual((told["beside"], told["field"]), (beside, "cell"))
            self.assertEqual(told["place"]["sites"], picked["rows"][0]["row"]["volume"])
            page.ask("follow", field="cell", value=7, beside=beside)
            places.append(page.wait_for("place", lambda told: told["value"] == 7)["place"]["at"])
        self.assertNotEqual(*places)
        page.ask("beside")
        page.ask("follow", field="cell", value=7, beside=True)
        self.assertIsNone(page.wait_for("place")["place"])

    def test_a_model_without_views_is_quiet(self):
        shutil.copy(EXAMPLES / "reacting-membranes.pli", self.folder)
        view = self.view((EXAMPLES / "reacting-membranes.yaml").read_text())
        page = self.client(view)
        self.assertEqual(page.wait_for("model")["views"], [])
        page.ask("look", width=40, height=40)
        page.wait_for("status", lambda told: told["hash"])
        ticks = lambda: sum(map(int, pathlib.Path(f"/proc/{view.process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))
        before = ticks()
        page.connection.settimeout(1.5)
        with self.assertRaises(TimeoutError, msg="nothing has changed, and nothing is said"):
            page.hear()
        self.assertLess(ticks() - before, 30, "hundredths of a second")

    def test_two_settings_of_a_model_without_a_lattice(self):
        shutil.copy(EXAMPLES / "reacting-membranes.pli", self.folder)
        page = self.client(self.view((EXAMPLES / "reacting-membranes.yaml").read_text()))
        page.wait_for("model")
        page.ask("step", steps=20)
        page.wait_for("status", lambda told: told["step"] == 20 and told["hash"])
        page.ask("beside", change={"set": {"membrane.parallelism": "maximal"}})
        page.ask("step", steps=20)
        page.wait_for("status", lambda told: told["step"] == 40 and told["hash"])
        page.ask("curves")
        told = page.wait_for("curves")
        self.assertIn("membrane.parallelism maximal", told["svg"])
        curves = {curve["name"]: curve["y"] for curve in told["data"]["curves"]}
        first = next(name for name in curves if name + ", second run" in curves)
        second = curves[first + ", second run"]
        self.assertEqual(len(second), len(told["data"]["x"]))
        self.assertEqual(told["data"]["x"], [0, 10, 20, 30, 40])
        self.assertEqual((second[:2], second[2]), ([None, None], curves[first][2]), "before and at the beginning")
        self.assertNotIn(None, second[2:])
        self.assertTrue(any(curves[name][-1] < curves[name + ", second run"][-1]
                            for name in curves if name + ", second run" in curves))
        page.ask("beside")
        page.ask("curves")
        self.assertNotIn("second run", page.wait_for("curves")["svg"])

    def test_the_brush_offers_the_names_of_the_legend(self):
        heart = LIFE.replace("rule: B3/S23", "tissue: {activated: 1, refractory: 3, relative: 1, threshold: 2, relative_threshold: 3,"
                             " regions: [{name: slow, box: {from: [0, 0], to: [9, 9]}, refractory: 8}]}")
        generations = LIFE.replace("B3/S23", "345/2/4")
        for out, text, expected in (
                ("heart", heart.replace("initial: {random: {density: 0.4}}\n", ""),
                 ["resting", "activated", "refractory 1", "refractory 2", "refractory 3", "relative"]),
                ("life", LIFE, ["dead", "live"]), ("dying", generations, ["dead", "live", "dying 1", "dying 2"])):
            states = self.client(self.view(text, "--out", out)).wait_for("model")["states"]
            self.assertEqual(states, [{"to": str(number), "name": name} for number, name in enumerate(expected)])
        states = self.client(self.view(TISSUE, "--out", "cells")).wait_for("model")["states"]
        self.assertEqual(states, [{"to": name, "name": name} for name in ("medium", "light", "dark")])

    def test_the_curves_of_a_run_that_is_still_going(self):
        (self.folder / "model.yaml").write_text(LIFE)
        subprocess.run([PROGRAM, "run", "model.yaml", "--out", "going", "--quiet", "--set", "output.series.every=1",
                        "--set", "output.state.every=100"], cwd=self.folder, check=True)
        series = self.folder / "going" / "series.csv"
        rows = series.read_text()
        series.write_text(rows[:rows.index("\n150,") + 5])  # as if the run had written this much until now
        view = View("going", "--backend", "cpu", folder=self.folder)
        self.addCleanup(view.__exit__)
        page = self.client(view)
        read = page.wait_for("status")["rows"]
        page.ask("curves")
        self.assertEqual(page.wait_for("curves")["data"]["x"][-1], 149)
        series.write_text(rows)
        page.wait_for("status", lambda told: told["rows"] > read)
        page.ask("curves")
        self.assertEqual(page.wait_for("curves")["data"]["x"][-1], 200)

    def test_the_first_change_of_a_step_keeps_its_state(self):
        """A stroke of the brush consists of many changes; going back undoes all of them."""
        page = self.client(self.view(TISSUE, "--out", "painted"))
        page.wait_for("model")
        page.ask("step", steps=10)
        before = page.wait_for("status", lambda told: told["step"] == 10 and told["hash"])["hash"]
        for x in (10, 15, 20):
            page.ask("change", change={"sites": {"ball": {"centre": [x, 20], "radius": 3}}, "to": "dark"})
        page.wait_for("status", lambda told: told["changes"] == 3)
        page.ask("back", steps=10)
        told = page.wait_for("status", lambda told: told["changes"] == 0 and told["hash"])
        self.assertEqual((told["step"], told["hash"]), (10, before))

    def test_values_are_those_of_the_view(self):
        page = self.client(self.view())
        page.ask("look", width=64, height=48)
        page.wait_for("picture")
        names = set()
        for x in range(20):
            page.ask("value", x=x, y=20)
            value = page.wait_for("value")
            self.assertEqual(value["shown"], {"view": "state", "value": ["dead", "live"][value["values"]["state"]]})
            names.add(value["shown"]["value"])
        self.assertEqual(names, {"dead", "live"})
        page = self.client(self.view(TISSUE, "--out", "tissue"))
        page.ask("look", width=40, height=40, of="volume")
        page.wait_for("picture")
        page.ask("value", x=20, y=20, pick=True)
        picked = page.wait_for("picked")
        self.assertEqual(picked["shown"], {"view": "volume", "value": picked["rows"][0]["row"]["volume"]})
        page.ask("value", x=0, y=0)
        self.assertEqual(page.wait_for("value")["shown"], {"view": "volume", "value": "medium"})
        page.ask("legend")
        svg = page.wait_for("legend")["svg"]
        self.assertRegex(svg, r">least \d+<")
        self.assertNotIn("below each frame", svg)

    def test_the_curves_that_are_shown_are_taken_along(self):
        page = self.client(self.view(TISSUE))
        page.ask("step", steps=20)
        page.wait_for("status", lambda told: told["step"] == 20 and told["hash"])
        page.ask("curves")
        names = page.wait_for("curves")["names"]
        page.ask("take", what="curves", hidden=names[:1], width=500)
        svg = page.wait_for("file")["bytes"].decode()
        self.assertIn('width="500"', svg)
        self.assertNotIn(f">{names[0]}<", svg)
        self.assertIn(f">{names[1]}<", svg)

    def test_only_keys_are_offered_that_the_model_can_have(self):
        keys = [setting["key"] for setting in self.client(self.view()).wait_for("model")["settings"]]
        self.assertEqual(keys, [], "a rule has neither parameters nor a tissue")

    def test_a_list_of_mappings_can_be_changed(self):
        page = self.client(self.view((EXAMPLES / "gradient-climbing.yaml").read_text()))
        settings = {setting["key"]: setting["value"] for setting in page.wait_for("model")["settings"]}
        [attraction] = settings["potts.chemotaxis"]
        self.assertEqual(attraction["field"], "signal")
        attraction["strength"] *= 2
        page.ask("change", change={"set": {"potts.chemotaxis": [attraction]}})
        page.ask("step", steps=1)
        told = page.wait_for("settings")["settings"]
        self.assertIn({"key": "potts.chemotaxis", "value": [attraction]}, told)

    def test_the_site_that_a_ray_meets(self):
        solid = LIFE.replace("[64, 48]", "[12, 12, 12]").replace("B3/S23", '"B5/S4,5"').replace(
            "initial: {random: {density: 0.4}}", "initial: {cells: [[6, 0, 6]]}")
        page = self.client(self.view(solid))
        page.wait_for("model")
        page.ask("look", width=100, height=100, **{"from": [0, -1, 0]})
        page.wait_for("picture")
        found = []
        for x, y in ((50, 50), (54, 46), (46, 54), (3, 3)):
            page.ask("value", x=x, y=y)
            found.append(page.wait_for("value").get("site"))
        self.assertIn([6, 0, 6], found)
        self.assertIsNone(found[-1])

    def test_views_that_can_be_shown(self):
        model = self.client(self.view(TISSUE)).wait_for("model")
        self.assertEqual([view["name"] for view in model["views"] if not view["unavailable"]], ["type", "id", "volume"])
        self.assertIn("of: age", next(view["unavailable"] for view in model["views"] if view["name"] == "age"))
        model = self.client(self.view(TISSUE + "output: {frames: {every: 100, of: age}}\n")).wait_for("model")
        self.assertEqual([view["name"] for view in model["views"] if view["unavailable"]], [])

    def test_what_is_wrong_is_told(self):
        page = self.client(self.view())
        for change in ({"set": {"lattice.size": 3}}, {"sites": {"site": [99, 99]}, "to": "1"}, {"nonsense": 1},
                       {"set": 7}, 7):
            page.ask("change", change=change)
            self.assertTrue(page.wait_for("problem")["what"])
        page.ask("back", steps=77)
        self.assertIn("77", page.wait_for("problem")["what"])


if __name__ == "__main__":
    unittest.main()
