"""`morula view DIR`, which shows existing runs."""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(__file__))
from bare_client import PROGRAM, View  # noqa: E402
from view_case import LIFE, TISSUE, Case  # noqa: E402


class Looking(Case):
    """Tests with run directories."""

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
        page.ask("step", steps=1)  # for step 75 there is only a picture
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

    def test_a_picture_is_newer_than_all_states(self):
        """A run that is still going writes pictures more often than states; at first it has only pictures."""
        (self.folder / "model.yaml").write_text(
            TISSUE + "output: {state: {every: 50}, frames: {every: 25}, series: {every: 10}}\n")
        self.hash_of("model.yaml", "--steps", 75, out="seen")
        (self.folder / "seen" / "checkpoint.h5").unlink()
        (self.folder / "seen" / "state" / "000000075.h5").unlink(missing_ok=True)
        for has_states in (True, False):
            if not has_states:
                for file in (self.folder / "seen" / "state").glob("*.h5"):
                    file.unlink()
            view = self.looked_at()
            page = self.client(view)
            page.wait_for("model")
            page.ask("look", width=100, height=100)
            self.assertTrue(page.wait_for("picture", lambda shown: shown["step"] == 75)["kept"])
            page.ask("legend")
            self.assertEqual(page.wait_for("legend")["svg"], "")
            page.ask("value", x=50, y=50, pick=True)
            self.assertNotIn("site", page.wait_for("picked"))
            page.ask("follow", field="cell", value=3)
            told = page.wait_for("place")
            self.assertEqual((told["place"], told["rows"]), (None, []))
            page.ask("back", steps=50)
            told = page.wait_for("status", lambda told: told["step"] == 50)
            self.assertEqual(told["has_state"], has_states)
            page.ask("legend")
            self.assertEqual("light" in page.wait_for("legend")["svg"], has_states)
            view.close()

    def test_what_cannot_be_looked_at(self):
        (self.folder / "empty").mkdir()
        for arguments in (("empty",), ("empty", "--seed", "3")):
            failed = subprocess.run([PROGRAM, "view", *arguments, "--no-browser"], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(failed.returncode, 2)
            self.assertIn("run directory" if len(arguments) > 1 else "manifest.json", failed.stderr)
        failed = subprocess.run([PROGRAM, "view", "life", "--no-browser"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(failed.returncode, 2)
        self.assertIn("morula examples life", failed.stderr)
        failed = subprocess.run([PROGRAM, "view", "--files", "nosuch"], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual(failed.returncode, 2)
        self.assertIn("--files: there is no folder 'nosuch'", failed.stderr)

    def test_the_tunnel_ends_where_the_view_listens(self):
        try:
            socket.create_server(("::1", 0), family=socket.AF_INET6).close()
        except OSError:
            self.skipTest("there is no IPv6 here")
        (self.folder / "model.yaml").write_text(LIFE)
        surroundings = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
        process = subprocess.Popen([PROGRAM, "view", "model.yaml", "--listen", "::1", "--backend", "cpu"], cwd=self.folder,
                                   env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        address = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=60)[1]
        port = re.search(r"\[::1\]:(\d+)/", address)[1]
        self.assertIn(f"ssh -L {port}:[::1]:{port} ", told)

    def opened(self, *arguments, **surroundings):
        """The output of `morula view` until it is interrupted."""
        (self.folder / "model.yaml").write_text(LIFE)
        process = subprocess.Popen([PROGRAM, "view", "model.yaml", "--backend", "cpu", *arguments], cwd=self.folder,
                                   env={**os.environ, **surroundings}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        address = process.stdout.readline()
        yield address
        process.send_signal(signal.SIGINT)
        yield process.communicate(timeout=60)[1]

    def test_others_can_reach_it(self):
        address, told = self.opened("--listen", "0.0.0.0", "--no-browser")
        self.assertRegex(address, r"^http://\d+\.\d+\.\d+\.\d+:\d+/")
        self.assertNotIn("0.0.0.0", address)
        self.assertIn("not encrypted", told)
        self.assertNotIn("not encrypted", list(self.opened("--no-browser"))[1])

    def test_the_door_is_removed(self):
        """The file that redirects the browser to the address contains the token."""
        programs = self.folder / "programs"
        programs.mkdir()
        (programs / "xdg-open").write_text(f"#!/bin/sh\ncp \"$1\" {self.folder}/opened.html\n")
        (programs / "xdg-open").chmod(0o755)
        seen = self.opened(PATH=f"{programs}:{os.environ['PATH']}", DISPLAY=":0", SSH_CONNECTION="", TMPDIR=str(self.folder))
        address = next(seen).strip()
        end = time.monotonic() + 20
        while not (self.folder / "opened.html").exists() and time.monotonic() < end:
            time.sleep(0.05)
        self.assertIn(address, (self.folder / "opened.html").read_text())
        next(seen)
        self.assertEqual(list(self.folder.glob("morula-view-*")), [])

    def test_run_with_view(self):
        (self.folder / "model.yaml").write_text(LIFE)
        view = View("model.yaml", "--out", "seen", "--backend", "cpu", "--view", folder=self.folder, command="run")
        self.addCleanup(view.__exit__)
        told = self.client(view).wait_for("status", lambda told: told["step"] == 200 and told["hash"])
        view.close()
        self.assertEqual(told["hash"], self.hash_of("model.yaml"))
        self.assertEqual(json.loads((self.folder / "seen" / "manifest.json").read_text())["state_hash"], told["hash"])


if __name__ == "__main__":
    unittest.main()
