"""A session in which the model is changed, and what can be run again from what it wrote."""
import json
import os
import re
import subprocess
import sys
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bare_client import PROGRAM  # noqa: E402
from view_case import TISSUE, Case, backends  # noqa: E402


class Steered(Case):
    def test_it_can_be_run_again(self):
        steered_on = "cuda" if "cuda" in backends() else "cpu"
        view = self.view(TISSUE, "--out", "steered", backend=steered_on)
        page = self.client(view)
        page.wait_for("model")
        page.ask("look", width=200, height=200)
        page.wait_for("picture")
        page.ask("step", steps=20)
        page.wait_for("status", lambda told: told["step"] == 20 and told["hash"])
        page.ask("change", change={"set": {"potts.temperature": 3}})
        page.ask("change", change={"set": {"potts.temperature": 25}})  # a slider that is being dragged
        page.ask("change", change={"sites": {"ball": {"centre": [20, 20], "radius": 4}}, "to": "dark"})
        page.ask("change", change={"set": {"potts.adhesion.light-dark": 4}})
        page.ask("step", steps=30)
        page.wait_for("status", lambda told: told["step"] == 50 and told["hash"])
        page.ask("change", change={"sites": {"box": {"from": [3, 3], "to": [9, 9]}}, "to": "medium"})
        page.ask("step", steps=13)
        seen = page.wait_for("status", lambda told: told["step"] == 63 and told["hash"])["hash"]
        page.ask("value", x=100, y=100, pick=True)
        picked = page.wait_for("picked")
        self.assertEqual((picked["step"], picked["rows"][0]["table"]), (63, "cells"))
        self.assertEqual(picked["rows"][0]["row"]["id"], picked["values"]["cell"])
        page.ask("take", what="model")
        saved = page.wait_for("file")
        page.ask("take", what="report")
        self.assertIn(b"</html>", page.wait_for("file")["bytes"])
        view.close()
        lines = (self.folder / "steered" / "changes.jsonl").read_text().splitlines()
        self.assertEqual([json.loads(line)["at"] for line in lines], [20, 20, 50])
        (self.folder / "saved.yaml").write_bytes(saved["bytes"])
        for backend in backends():
            self.assertEqual(self.hash_of("steered/model.yaml", "--backend", backend), seen, backend)
            self.assertEqual(self.hash_of("saved.yaml", "--backend", backend), seen, backend)

    def test_changes_that_were_not_reached_are_left_out(self):
        later = "changes:  # of the model file\n" + "".join(
            f"  - {{at: {at}, set: {{potts.temperature: {hot}}}}}\n" for at, hot in ((10, 30), (20, 5), (300, 40)))
        for last, left in ((5, []), (15, [10]), (20, [10, 20])):
            out = f"until-{last}"
            view = self.view(TISSUE + later, "--out", out)
            page = self.client(view)
            page.wait_for("model")
            page.ask("step", steps=last)
            seen = page.wait_for("status", lambda told: told["step"] == last and told["hash"])["hash"]
            page.ask("take", what="model")
            (self.folder / "saved.yaml").write_bytes(page.wait_for("file")["bytes"])
            view.close()
            self.assertEqual(self.hash_of(f"{out}/model.yaml"), seen)
            self.assertEqual(self.hash_of("saved.yaml"), seen)
            for file in (f"{out}/model.yaml", f"{out}/changes.jsonl", "saved.yaml"):
                text = (self.folder / file).read_text() if (self.folder / file).exists() else ""
                found = re.findall(r"\bat\"?: *(\d+)", text)
                self.assertEqual(list(map(int, found)), left, file)
            subprocess.run([PROGRAM, "resume", out, "--steps", "30", "--quiet"], cwd=self.folder, check=True)

    def test_tables_are_those_of_a_run_that_is_not_watched(self):
        text = TISSUE + "output: {cells: {every: 10}, tracks: {every: 5}}\n"
        view = self.view(text, "--out", "watched", "--steps", "37")
        page = self.client(view)
        page.wait_for("model")
        page.ask("look", width=200, height=200)
        page.wait_for("picture")
        for step in (3, 10, 17, 30, 37):  # between tables, and at steps that have one
            page.ask("step", steps=step - (0 if step == 3 else before))
            page.wait_for("status", lambda told: told["step"] == step and told["hash"])
            if step == 10:
                page.ask("change", change={"sites": {"ball": {"centre": [20, 20], "radius": 4}}, "to": "dark"})
            page.ask("value", x=100, y=100, pick=True)
            self.assertIn("dx", page.wait_for("picked")["rows"][0]["row"])
            before = step
        view.close()
        self.hash_of("watched/model.yaml", out="plain")
        tables = sorted((self.folder / "plain" / "cells").glob("*.csv"))
        self.assertEqual(len(tables), 5)
        for table in [*tables, self.folder / "plain" / "tracks.csv"]:
            watched = self.folder / "watched" / table.relative_to(self.folder / "plain")
            self.assertEqual(watched.read_text(), table.read_text(), table.name)

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


if __name__ == "__main__":
    unittest.main()
