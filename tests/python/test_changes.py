"""Changes of a running model act, are kept, and lead to the same hash when they are repeated."""

import morula
import numpy as np
import pytest
from conftest import LIFE, SPECIES, backends


def steered(backend="cpu"):
    sim = morula.Model(dict(SPECIES, steps=40), backend=backend)
    sim.step(10)
    sim.set("interaction.rates.mobility", 0.1)
    sim.step(5)
    sim.set({"interaction.rates.predation": 0.2, "interaction.rates.reproduction": 0.4})
    sim.set_sites("empty", box={"from": [2, 3], "to": [9, 8]})
    assert (sim["state"][3:9, 2:10] == 0).all()
    sim.step(5)
    sim["state"] = sim["state"][:, ::-1]
    return sim


@pytest.mark.parametrize("backend", backends())
def test_steered_run_is_repeated_and_resumed(backend, program, tmp_path):
    sim = steered(backend)
    sim.step(5)
    sim.save(tmp_path / "saved")
    ended = morula.resume(tmp_path / "saved", backend="cpu")
    sim.step(15)
    assert sim.time == 40 and ended["state_hash"] == sim.hash
    again = program("run", tmp_path / "saved" / "model.yaml", "--out", tmp_path / "again", "--backend", "cpu")
    assert again["state_hash"] == sim.hash
    plain = morula.Model(dict(SPECIES, steps=40), backend="cpu")
    plain.step(40)
    assert plain.hash != sim.hash


def test_model_stepped_beyond_its_end_is_saved_with_all_its_steps(program, tmp_path):
    sim = morula.Model(dict(SPECIES, steps=10), backend="cpu")
    sim.step(25)
    sim.save(tmp_path / "saved")
    again = program("run", tmp_path / "saved" / "model.yaml", "--out", tmp_path / "again", "--backend", "cpu")
    assert again["steps"] == 25 and again["state_hash"] == sim.hash


def test_key_that_was_just_changed_needs_a_step():
    sim = morula.Model(SPECIES, backend="cpu")
    sim.set("interaction.rates.mobility", 0.1)
    with pytest.raises(morula.ModelError, match="changed twice at step 0; take a step before"):
        sim.set("interaction.rates.mobility", 0.2)
    sim.step()
    sim.set("interaction.rates.mobility", 0.2)


def test_changes_are_told(tmp_path):
    sim = steered()
    sim.save(tmp_path / "saved")
    assert [change["at"] for change in sim.changes] == [10, 15, 15, 20]
    assert sim.changes[0] == {"at": 10, "from": "outside", "set": {"interaction.rates.mobility": 0.1}}
    told = morula.open(tmp_path / "saved").changes
    assert told[:3] == sim.changes[:3]
    assert (tmp_path / "saved" / told[3]["assign"]["state"]).exists()
    loaded = morula.Model.load(tmp_path / "saved", backend="cpu")
    assert loaded.hash == sim.hash and len(loaded.changes) == 4
    loaded.set("interaction.rates.mobility", 0.3)
    assert loaded.changes[-1]["at"] == 20


def test_changes_of_the_model_file_act():
    model = dict(SPECIES, steps=20, changes=[{"at": 10, "set": {"interaction.rates.mobility": 0.1}}])
    sim = morula.Model(model, backend="cpu")
    sim.step(20)
    other = morula.Model(dict(SPECIES, steps=20), backend="cpu")
    other.step(10)
    other.set("interaction.rates.mobility", 0.1)
    other.step(10)
    assert sim.hash == other.hash and len(sim.changes) == 1


@pytest.mark.parametrize("key, value, named", [("lattice.size", [9, 9], "lattice.size"),
                                               ("interaction.rates.mobility", 3, "mobility"),
                                               ("interaction.rates.mobilty", 0.3, "mobilty")])
def test_what_may_not_change_is_refused_by_name(key, value, named):
    sim = morula.Model(SPECIES, backend="cpu")
    sim.step(3)
    before = sim.hash
    with pytest.raises(morula.ModelError, match=named):
        sim.set(key, value)
    assert sim.hash == before and sim.changes == [] and sim.step() == 1


def test_view_is_stale_after_a_change():
    sim = morula.Model(dict(LIFE, automaton={"rule": "B3/S23", "engine": "plain"}), backend="cpu")
    view = sim.view("state")
    sim.set_sites(1, site=[3, 4])
    with pytest.raises(morula.StaleView):
        view[0, 0]
    assert sim["state"][4, 3] == 1 and np.asarray(sim.view("state")).shape == (24, 40)
