"""The program with a bare client: what a page does, and attacks."""
import contextlib
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bare_client import PROGRAM, Client, View  # noqa: E402

LIFE = """model: automaton
seed: 4
steps: 200
lattice: {size: [64, 48], boundary: periodic}
automaton: {rule: B3/S23}
initial: {random: {density: 0.4}}
"""
TISSUE = """model: potts
seed: 5
steps: 400
lattice: {size: [40, 40], boundary: periodic}
potts:
  types: [medium, light, dark]
  temperature: 10
  adhesion: {light-light: 14, dark-dark: 2, light-dark: 11, medium-light: 16, medium-dark: 16}
  volume: {light: {target: 25, strength: 1}, dark: {target: 25, strength: 1}}
initial: {cells: {ball: {centre: [20, 20], radius: 14}, width: 5, types: {light: 0.5, dark: 0.5}}}
"""


def has_opencl():
    listed = subprocess.run([PROGRAM, "devices", "--json"], capture_output=True, text=True).stdout
    return any(device.get("backend") == "opencl" for device in json.loads(listed).get("devices", []))


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="morula-view-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def view(self, text=LIFE, *arguments):
        (self.folder / "model.yaml").write_text(text)
        opened = View("model.yaml", "--backend", "cpu", "--threads", "1", *arguments, folder=self.folder)
        self.addCleanup(opened.__exit__)
        return opened

    def client(self, view, **how):
        made = Client(view, **how)
        self.addCleanup(made.close)
        return made

    def hash_of(self, *arguments, out="again"):
        subprocess.run([PROGRAM, "run", *map(str, arguments), "--out", out, "--quiet", "--force"], cwd=self.folder,
                       check=True)
        return json.loads((self.folder / out / "manifest.json").read_text())["state_hash"]


class Looking(Case):
    """At run directories."""

    def looked_at(self, *arguments):
        opened = View("seen", "--backend", "cpu", "--threads", "1", *arguments, folder=self.folder)
        self.addCleanup(opened.__exit__)
        return opened

    def test_a_run_that_has_ended(self):
        (self.folder / "model.yaml").write_text(LIFE + "output: {state: {every: 50}, frames: {every: 25}, series: {every: 10}}\n")
        last = self.hash_of("model.yaml", out="seen")
        before = sorted(path.name for path in (self.folder / "seen").rglob("*"))
        view = self.looked_at()
        page = self.client(view)
        model = page.wait_for("model")
        self.assertEqual((model["replays"], model["settings"]), (True, []))
        told = page.wait_for("status", lambda told: told["hash"])
        self.assertEqual((told["step"], told["hash"]), (200, last))
        self.assertEqual(told["kept"], list(range(0, 201, 25)))
        page.ask("back", steps=50)
        told = page.wait_for("status", lambda told: told["step"] == 50 and told["hash"])
        self.assertEqual(told["hash"], self.hash_of("model.yaml", "--steps", 50))
        page.ask("look", width=64, height=48)
        self.assertFalse(page.wait_for("picture", lambda shown: shown["step"] == 50).get("kept"))
        page.ask("seen")
        page.ask("step", steps=1)  # of step 75 there is a picture alone
        shown = page.wait_for("picture", lambda shown: shown["step"] == 75)
        self.assertEqual(shown["bytes"], (self.folder / "seen" / "frames" / "000000075.png").read_bytes())
        page.ask("value", x=1, y=1)
        self.assertNotIn("site", page.wait_for("value"))
        page.ask("change", change={"sites": {"site": [1, 1]}, "to": "1"})
        self.assertIn("morula view seen/model.yaml", page.wait_for("problem")["what"])
        page.ask("curves")
        self.assertIn("<svg", page.wait_for("curves")["svg"])
        page.ask("take", what="series")
        self.assertEqual(page.wait_for("file")["bytes"], (self.folder / "seen" / "series.csv").read_bytes())
        view.close()
        self.assertEqual(sorted(path.name for path in (self.folder / "seen").rglob("*")), before)

    def test_a_run_that_is_going(self):
        (self.folder / "model.yaml").write_text(LIFE)
        going = View("model.yaml", "--out", "seen", "--backend", "cpu", "--threads", "1", "--set", "checkpoint.every=10",
                     folder=self.folder)
        self.addCleanup(going.__exit__)
        runner = self.client(going)
        runner.ask("step", steps=10)
        runner.wait_for("status", lambda told: told["step"] == 10 and told["hash"])
        page = self.client(self.looked_at())
        page.wait_for("status", lambda told: told["step"] == 10)
        runner.ask("step", steps=10)
        there = runner.wait_for("status", lambda told: told["step"] == 20 and told["hash"])
        self.assertEqual(page.wait_for("status", lambda told: told["step"] == 20 and told["hash"])["hash"], there["hash"])

    def test_what_cannot_be_looked_at(self):
        (self.folder / "empty").mkdir()
        for arguments in (("empty",), ("empty", "--seed", "3")):
            failed = subprocess.run([PROGRAM, "view", *arguments, "--no-browser"], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(failed.returncode, 2)
            self.assertIn("run directory" if len(arguments) > 1 else "manifest.json", failed.stderr)

    def test_run_with_view(self):
        (self.folder / "model.yaml").write_text(LIFE)
        view = View("model.yaml", "--out", "seen", "--backend", "cpu", "--view", folder=self.folder, command="run")
        self.addCleanup(view.__exit__)
        told = self.client(view).wait_for("status", lambda told: told["step"] == 200 and told["hash"])
        view.close()
        self.assertEqual(told["hash"], self.hash_of("model.yaml"))
        self.assertEqual(json.loads((self.folder / "seen" / "manifest.json").read_text())["state_hash"], told["hash"])


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
        page.wait_for("status", lambda told: told["step"] == 200 and not told["playing"])
        page.ask("step", steps=10)
        page.wait_for("status", lambda told: told["step"] == 210 and told["hash"])

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
        page.ask("beside", change={"set": {"potts.temperature": 10}})  # as it is: the same random numbers, the same answer
        page.ask("step", steps=20)
        told = page.wait_for("status", lambda told: told["step"] == 25 and told["hash"])
        self.assertEqual(told["differing"], 0)
        page.ask("beside", change={"set": {"potts.temperature": 40}})
        page.ask("step", steps=10)
        told = page.wait_for("status", lambda told: told["step"] == 35 and told["hash"])
        self.assertGreater(told["differing"], 20)
        page.ask("look", width=41, height=40, panes=True)  # the picture of this step may have come before the status
        self.assertEqual(page.wait_for("picture", lambda shown: shown["step"] == 35)["panes"], 3)
        self.assertEqual(told["hash"], self.hash_of("model.yaml", "--steps", 35), "the one beside it changes nothing")
        page.ask("beside", change={"set": {"potts.temperature": -1}})
        self.assertIn("temperature", page.wait_for("problem")["what"])
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
        page.ask("follow", field="nonsense", value=1)
        self.assertIsNone(page.wait_for("place")["place"])

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

    def test_what_is_wrong_is_told(self):
        page = self.client(self.view())
        for change in ({"set": {"lattice.size": 3}}, {"sites": {"site": [99, 99]}, "to": "1"}, {"nonsense": 1},
                       {"set": 7}, 7):
            page.ask("change", change=change)
            self.assertTrue(page.wait_for("problem")["what"])
        page.ask("back", steps=77)
        self.assertIn("77", page.wait_for("problem")["what"])


class Steered(Case):
    def test_it_can_be_run_again(self):
        view = self.view(TISSUE, "--out", "steered")
        page = self.client(view)
        page.wait_for("model")
        page.ask("look", width=200, height=200)
        page.wait_for("picture")
        page.ask("step", steps=20)
        page.wait_for("status", lambda told: told["step"] == 20 and told["hash"])
        page.ask("change", change={"set": {"potts.temperature": 3}})
        page.ask("change", change={"set": {"potts.temperature": 25}})  # a slider on its way
        page.ask("change", change={"sites": {"ball": {"centre": [20, 20], "radius": 4}}, "to": "dark"})
        page.ask("change", change={"set": {"potts.adhesion.light-dark": 4}})
        page.ask("step", steps=30)
        page.wait_for("status", lambda told: told["step"] == 50 and told["hash"])
        page.ask("change", change={"sites": {"box": {"from": [3, 3], "to": [9, 9]}}, "to": "medium"})
        page.ask("step", steps=13)
        seen = page.wait_for("status", lambda told: told["step"] == 63 and told["hash"])["hash"]
        page.ask("value", x=100, y=100, pick=True)
        picked = page.wait_for("picked")
        self.assertEqual(picked["rows"][0]["table"], "cells")
        self.assertEqual(picked["rows"][0]["row"]["id"], picked["values"]["cell"])
        page.ask("take", what="model")
        saved = page.wait_for("file")
        page.ask("take", what="report")
        self.assertIn(b"</html>", page.wait_for("file")["bytes"])
        view.close()
        lines = (self.folder / "steered" / "changes.jsonl").read_text().splitlines()
        self.assertEqual([json.loads(line)["at"] for line in lines], [20, 20, 50])
        (self.folder / "saved.yaml").write_bytes(saved["bytes"])
        for backend in ["cpu"] + (["opencl"] if has_opencl() else []):
            self.assertEqual(self.hash_of("steered/model.yaml", "--backend", backend), seen, backend)
            self.assertEqual(self.hash_of("saved.yaml", "--backend", backend), seen, backend)

    def test_killed(self):
        view = self.view(TISSUE, "--out", "killed")
        page = self.client(view)
        page.ask("step", steps=20)
        page.wait_for("status", lambda told: told["step"] == 20 and told["hash"])
        page.ask("change", change={"set": {"potts.temperature": 3}})
        page.ask("step", steps=10)
        seen = page.wait_for("status", lambda told: told["step"] == 30 and told["hash"])["hash"]
        view.process.kill()
        view.process.wait()
        subprocess.run([PROGRAM, "resume", "killed", "--steps", "30", "--quiet"], cwd=self.folder, check=True)
        self.assertEqual(json.loads((self.folder / "killed" / "manifest.json").read_text())["state_hash"], seen)


class Gallery(Case):
    def open(self, *arguments):
        opened = View("--backend", "cpu", *arguments, folder=self.folder)
        self.addCleanup(opened.__exit__)
        return opened, self.client(opened)

    def test_examples(self):
        view, page = self.open()
        listed = [example["name"] for example in page.wait_for("gallery")["examples"]]
        self.assertIn("cell-mixing-3d", listed)
        self.assertGreater(len(listed), 30)
        for name in ("life", "glider-gun", "n-queens"):  # the second names a file, the third has no lattice
            page.ask("open", what=name)
            self.assertEqual(page.wait_for("model")["name"], name)
        page.ask("open", what="../../etc/passwd")
        page.wait_for("wrong")
        self.assertIn("runs/view-life\n", view.close()[0])

    def test_pictures(self):
        view, page = self.open()
        names = [example["name"] for example in page.wait_for("gallery")["examples"]]
        page.ask("preview", what="nonsense")
        page.ask("preview", what=next(name for name in names if name.startswith("cell-sorting")))
        shown = page.wait_for("preview")
        self.assertTrue(shown["bytes"].startswith(b"\x89PNG"), shown["name"])

    def test_typed(self):
        (self.folder / "allowed").mkdir()
        (self.folder / "secret.rle").write_text("x = 1, y = 1\no!\n")
        (self.folder / "allowed" / "dot.rle").write_text("x = 1, y = 1\no!\n")
        _, page = self.open("--files", "allowed")
        page.wait_for("gallery")
        page.ask("open", text=LIFE.replace("density: 0.4", "density: 4"))
        problem = page.wait_for("wrong")["problems"][0]
        self.assertEqual(problem["line"], 6)
        self.assertIn("density", problem["key"])
        pattern = LIFE.split("initial")[0] + "initial: {pattern: {file: %s, at: [3, 3]}}\n"
        for file in ("../secret.rle", str(self.folder / "secret.rle"), "/etc/passwd"):
            page.ask("open", text=pattern % file)
            self.assertIn("--files", page.wait_for("wrong")["problems"][0]["what"], file)
        page.ask("open", text=pattern % "dot.rle")
        self.assertEqual(page.wait_for("model")["name"], "typed")


class Attacks(Case):
    def setUp(self):
        super().setUp()
        self.target = self.view()

    def still_works(self):
        page = self.client(self.target)
        self.assertEqual(page.status, 101)
        page.ask("step", steps=1)
        page.wait_for("status", lambda told: told["hash"])
        page.close()

    def test_requests(self):
        view, token = self.target, self.target.token
        status, page = view.request(f"/{token}/")
        self.assertEqual(status, 200)
        head = page.split(b"\r\n\r\n")[0].decode()
        self.assertIn("default-src 'none'", head)
        self.assertNotIn("Access-Control", head)
        self.assertNotIn("unsafe", head)
        for target in ("/", f"/{token}", f"/{token[:-1]}/", f"/{token}x/", f"/x{token}/", "/socket", "/app.js"):
            status, page = view.request(target)
            self.assertEqual(status, 403, target)
            self.assertNotIn(token.encode(), page)
        for name in ("../../etc/passwd", "%2e%2e/%2e%2e/etc/passwd", "..%2f..%2fetc%2fpasswd", "/etc/passwd", "app.js/",
                     "./app.js", "app.js%00", "model.yaml", "runs/", "....//app.js"):
            self.assertEqual(view.request(f"/{token}/{name}")[0], 404, name)
        for host in ("evil.example", f"evil.example:{view.port}", "127.0.0.1.evil.example", ""):
            self.assertIn(view.request(f"/{token}/", host=host)[0], (400, 403), host)
        for method in ("POST", "PUT", "DELETE", "OPTIONS", "TRACE"):
            self.assertEqual(view.request(f"/{token}/", method=method)[0], 405, method)
        self.still_works()

    def test_sockets_of_others(self):
        view = self.target
        for how in ({"token": "x" * 32}, {"host": "evil.example"}, {"origin": "http://evil.example"}, {"origin": ""},
                    {"origin": "null"}, {"host": "evil.example", "origin": "http://evil.example"}):
            self.assertEqual(self.client(view, **how).status, 403, how)
        self.still_works()

    def test_bad_messages(self):
        view = self.target
        for payload in (b"", b"{", b"[]", b"\xff\xfe", b'{"do": "fly"}', b"[" * 500000, b'{"do":' * 100000,
                        b"x" * (3 << 20), b'{"do": "look", "width": 1e9}'):
            page = self.client(view)
            with self.assertRaises((ConnectionError, TimeoutError)):  # closed, perhaps before all of it was sent
                page.connection.sendall(page.frame(payload))
                while True:
                    page.hear()
            page.close()
        page = self.client(view)
        with self.assertRaises(ConnectionError):
            page.connection.sendall(page.frame(b'{"do": "play"}', kind=2))  # binary
            while True:
                page.hear()
        self.still_works()

    def test_raw_bytes(self):
        for rubbish in (b"\x00" * 5000, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 5000, b"GET " + b"a" * 100000, os.urandom(3000)):
            with socket.create_connection((self.target.host, self.target.port), timeout=20) as connection:
                try:
                    connection.sendall(rubbish)
                    connection.shutdown(socket.SHUT_WR)
                    while connection.recv(65536):
                        pass
                except OSError as error:  # closed at once, perhaps before the end of it was sent
                    self.assertNotIsInstance(error, TimeoutError)
        self.still_works()

    def test_flood(self):
        page = self.client(self.target)
        with self.assertRaises(ConnectionError):
            many = page.frame(b'{"do": "pause"}') * 3000
            page.connection.sendall(many)
            while True:
                page.hear()
        self.still_works()

    def test_two_hundred_clients(self):
        view = self.target
        clients, statuses = [], []
        for _ in range(200):
            try:
                clients.append(Client(view))
                statuses.append(clients[-1].status)
            except ConnectionError:
                statuses.append(0)
        self.assertEqual(statuses.count(101), 8)
        self.assertIn(503, statuses)
        for client in clients:
            client.close()
        time.sleep(0.5)
        self.still_works()

    def test_idle_connections(self):
        held = [socket.create_connection((self.target.host, self.target.port)) for _ in range(200)]
        for connection in held:
            connection.close()
        time.sleep(0.5)
        self.still_works()

    def test_killed_in_mid_message(self):
        for _ in range(5):
            page = self.client(self.target)
            page.connection.sendall(page.frame(b'{"do": "change", "change": {"set"' + b" " * 1000)[:500])
            page.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
            page.close()
        self.still_works()

    def test_a_page_that_does_not_read(self):
        stopped, page = self.client(self.target, buffer=4096), self.client(self.target)
        stopped.ask("look", width=2048, height=2048)
        with contextlib.suppress(ConnectionError):  # it may be closed before it has asked for all
            for _ in range(140):
                stopped.ask("curves", width=2000)
                stopped.ask("take", what="report")
        page.ask("step", steps=150)
        page.wait_for("status", lambda told: told["step"] == 150 and told["hash"], seconds=30)
        threading.Event().wait(0.2)
        self.still_works()

    def test_no_room_to_listen(self):
        with self.assertRaisesRegex(RuntimeError, "--port"):
            View("model.yaml", "--backend", "cpu", "--port", self.target.port, folder=self.folder)


if __name__ == "__main__":
    unittest.main()
