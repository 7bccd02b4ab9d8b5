"""Fields, properties, life and lineages of tissues, through the interfaces that every family has."""

import json

import morula
import numpy as np
import pytest
from conftest import backends

TISSUE = {
    "model": "potts", "seed": 4, "steps": 40, "lattice": {"size": [40, 32]},
    "potts": {
        "temperature": 10, "types": ["medium", "stem", "grown"],
        "adhesion": {"medium-stem": 16, "medium-grown": 16, "stem-stem": 6, "stem-grown": 8, "grown-grown": 6},
        "volume": {"stem": {"target": 20, "strength": 2}, "grown": {"target": 20, "strength": 2}},
        "parameters": {"uptake": 0.02},
        "fields": {"oxygen": {"diffusion": 1, "initial": 1, "source": "if type == stem then -uptake * oxygen else 0.001"}},
        "properties": {"energy": {"initial": 1, "rate": "0.1 * (mean(oxygen) - energy)"}},
        "life": {"stem": {"target": {"volume": {"next": "target_volume + 1", "most": 60}},
                          "divide": {"when": "volume > 30", "daughter": "grown"}}}},
    "initial": {"cells": {"ball": {"centre": [20, 16], "radius": 9}, "width": 4, "types": {"stem": 0.5, "grown": 0.5}}}}


def test_fields_and_properties_are_arrays_by_name():
    sim = morula.Model(TISSUE, backend="cpu")
    sim.step(20)
    assert sim["oxygen"].shape == sim["cell"].shape == (32, 40) and sim["oxygen"].dtype == np.float64
    assert 0 < sim["oxygen"].min() < sim["oxygen"].max() <= 1.1
    assert len(sim["energy"]) == len(sim["type"]) and {"oxygen", "energy"} <= set(sim.fields)
    sim["oxygen"] = np.full((32, 40), 0.25)
    sim["energy"] = np.full(len(sim["energy"]), 0.5)
    assert (sim["oxygen"] == 0.25).all() and (sim["energy"] == 0.5).all()
    with pytest.raises(morula.ModelError):
        sim["oxygen"] = np.full((32, 40), -1.0)
    assert sim.step(5) == 5


def test_tables_have_names():
    sim = morula.Model(TISSUE, backend="cpu")
    sim.step(30)
    assert {"cells", "lineage"} <= set(sim.tables) <= set(dir(sim))
    cells, lineage = sim.cells, sim.lineage
    rows = {number: row for row, number in enumerate(sim["number"]) if row > 0}
    assert all(sim["energy"][rows[cell]] == energy for cell, energy in zip(cells["id"], cells["energy"]))
    assert max(lineage["mother"]) > 0 and len(lineage["cell"]) >= len(cells["id"])
    with pytest.raises(AttributeError, match="cells, lineage"):
        sim.rows
    sim.close()
    assert not hasattr(sim, "cells")


def test_pictures_of_fields_and_properties():
    sim = morula.Model(TISSUE, backend="cpu")
    sim.step(10)
    pictures = [sim.picture(of=of) for of in ("type", "oxygen", "energy", "generation", "volume")]
    assert len({picture.tobytes() for picture in pictures}) == 5


def test_tables_and_frames_of_a_run(tmp_path):
    output = {"series": {"every": 10}, "cells": {"every": 20}, "lineage": {"every": 20}, "tracks": {"every": 10},
              "state": {"every": 20}, "frames": {"every": 20, "of": "energy"}}
    morula.run(dict(TISSUE, output=output), tmp_path / "run", backend="cpu")
    run = morula.open(tmp_path / "run")
    assert run.tables == ["cells", "lineage", "tracks"] and set(run.tables) <= set(dir(run))
    assert max(run.lineage["mother"]) > 0 and max(run.lineage["cell"]) == len(run.lineage["cell"])
    assert "energy" in run.cells and "x" in run.tracks
    assert run.frames.steps == [0, 20, 40] and run.frames[40].ndim == 3
    state = run.states[40]
    cell, energy, of_sites = (np.asarray(state[name]) for name in ("cell", "energy", "site_energy"))
    assert (of_sites[cell > 0] == energy[cell[cell > 0]]).all() and np.isnan(of_sites[cell == 0]).all()
    with pytest.raises(AttributeError, match="cells, lineage, tracks"):
        run.rows
    with pytest.raises(KeyError, match="'rows'"):
        run.table("rows")


def test_fields_and_properties_of_a_batch():
    sim = morula.Model(dict(TISSUE, replicas=3), backend="cpu")
    sim.step(5)
    assert sim["oxygen"].shape == (3, 32, 40) and sim["energy"].shape == (3, sim["type"].shape[1])
    assert sorted(set(sim.cells["replica"])) == [0, 1, 2]


def random_change(random):
    """A change of a tissue, as keywords of `set` or arguments of `set_sites`."""
    keys = {"potts.temperature": random.integers(2, 30), "potts.adhesion.grown-stem": random.integers(1, 20),
            "potts.adhesion.stem-grown": random.integers(1, 20), "potts.parameters.uptake": random.random() / 10,
            "potts.volume.grown.strength": random.integers(1, 4), "potts.fields.oxygen.diffusion": random.random() * 2}
    if random.random() < 0.5:
        key = sorted(keys)[random.integers(len(keys))]
        return {"set": {key: float(keys[key])}}
    at = [int(random.integers(40)), int(random.integers(32))]
    return {"to": str(random.choice(["medium", "stem", "grown"])), "ball": {"centre": at, "radius": int(random.integers(1, 5))}}


@pytest.mark.parametrize("seed", range(3))
def test_random_changes_have_one_hash(seed, program, tmp_path):
    random = np.random.default_rng(seed)
    plan = [(int(random.integers(1, 6)), random_change(random)) for _ in range(5)]

    def steered(backend):
        sim = morula.Model(dict(TISSUE, seed=seed), backend=backend)
        for steps, change in plan:
            sim.step(steps)
            if "set" in change:
                sim.set(change["set"])
            else:
                sim.set_sites(**change)
        sim.step(1)
        return sim

    sim = steered("cpu")
    sim.save(tmp_path / "half")
    resumed = morula.resume(tmp_path / "half", backend="cpu")
    sim.step(40 - sim.time)
    assert resumed["state_hash"] == sim.hash, json.dumps(plan)
    again = program("run", tmp_path / "half" / "model.yaml", "--out", tmp_path / "again", "--backend", "cpu")
    assert again["state_hash"] == sim.hash, json.dumps(plan)
    for backend in backends():
        if backend != "cpu" and (backend != "opencl" or seed == 0):  # PoCL compiles again for each change
            other = steered(backend)
            other.step(40 - other.time)
            assert other.hash == sim.hash, json.dumps(plan)
