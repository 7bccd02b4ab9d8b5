"""Parts that the tests share: small models, the program, and the backends of this machine."""

import json
import os
import subprocess

import morula
import pytest

LIFE = {"model": "automaton", "seed": 3, "steps": 40, "lattice": {"size": [40, 24]}, "automaton": {"rule": "B3/S23"},
        "initial": {"random": {"density": 0.3}}}
SPECIES = {"model": "interaction", "seed": 5, "steps": 12, "lattice": {"size": [33, 20]},
           "interaction": {"species": 3, "preys": "cyclic", "rates": {"mobility": 0.4, "predation": 0.3, "reproduction": 0.3}},
           "initial": {"fractions": "equal"}, "output": {"series": {"every": 4}}}


@pytest.fixture
def life():
    return json.loads(json.dumps(LIFE))


def backends():
    """The names of the backends of this machine."""
    return sorted({device["backend"] for device in morula.devices()})


@pytest.fixture
def program():
    """Runs the program; returns what it prints as JSON."""

    def call(*words):
        done = subprocess.run([os.environ["MORULA_PROGRAM"], *map(str, words), "--json"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return call


def example(name):
    return os.path.join(os.environ["MORULA_SOURCE_DIR"], "examples", name)
