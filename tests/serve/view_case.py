"""The common parts of the tests of `morula view` with a bare client: models, a folder, the program."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
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


def backends():
    """The backends of this machine, the CPU first."""
    listed = subprocess.run([PROGRAM, "devices", "--json"], capture_output=True, text=True).stdout
    found = {device.get("backend") for device in json.loads(listed).get("devices", [])}
    return [backend for backend in ("cpu", "opencl", "cuda") if backend in found]


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="morula-view-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def view(self, text=LIFE, *arguments, backend="cpu"):
        (self.folder / "model.yaml").write_text(text)
        opened = View("model.yaml", "--backend", backend, "--threads", "1", *arguments, folder=self.folder)
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
