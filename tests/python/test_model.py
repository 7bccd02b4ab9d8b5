"""Models: making, stepping, observing, reading and writing them."""

import pickle
import re

import morula
import numpy as np
import pytest
from conftest import LIFE, backends, example


# PoCL takes long to compile the kernels of other engines, which the tests of the program run.
@pytest.mark.parametrize("backend, name, settings", [
    (backend, name, settings) for backend in backends() for name, settings in [
        ("rock-paper-scissors.yaml", {"lattice.size": [48, 32]}),
        ("life.yaml", {"lattice.size": [50, 30]}),
        ("cell-sorting.yaml", {}),
        ("life-3d.yaml", {"lattice.size": [12, 10, 8]}),
    ] if backend != "opencl" or name == "rock-paper-scissors.yaml"])
def test_hash_is_that_of_the_program(backend, name, settings, program, tmp_path):
    words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    manifest = program("run", example(name), "--out", tmp_path / "run", "--steps", 7, "--seed", 11, "--backend", backend,
                       *words)
    with morula.Model(example(name), seed=11, backend=backend, set=settings) as sim:
        assert sim.step(3) == 3
        assert sim.step() == 1
        assert sim.step(3) == 3
        assert sim.hash == manifest["state_hash"]
        assert sim.time == manifest["steps"] == 7
        assert sim.backend == manifest["backend"]


def test_path_text_and_dictionary_are_one_model(life, tmp_path):
    text = "\n".join(f"{key}: {str(value).replace(chr(39), '')}" for key, value in life.items()) + "\n"
    (tmp_path / "life.yaml").write_text(text)
    hashes = {morula.Model(model, backend="cpu").hash for model in (life, text, tmp_path / "life.yaml")}
    assert len(hashes) == 1


def test_numbers_as_text_and_of_numpy(life):
    life["initial"]["random"]["density"] = "3e-1"  # a text, as PyYAML reads such a number
    life["lattice"]["size"] = np.array([40, 24])
    assert morula.Model(life, backend="cpu").hash == morula.Model(LIFE, backend="cpu").hash


def test_problems_have_places():
    with pytest.raises(morula.ModelError) as raised:
        morula.Model("model: automaton\nsteps: -1\nlatice: {}\n")
    problems = {problem.key: problem for problem in raised.value.problems}
    assert problems["steps"].line == 2
    assert "did you mean 'lattice'" in problems["latice"].message
    assert str(raised.value) == str(pickle.loads(pickle.dumps(raised.value)))
    assert isinstance(raised.value, ValueError) and isinstance(raised.value, morula.Error)


@pytest.mark.parametrize("wrong, named", [({"set": {"automaton.rule": "x"}}, "automaton.rule"),
                                          ({"backend": "abacus"}, "backend"), ({"seed": -1}, "seed")])
def test_wrong_keywords_are_named(life, wrong, named):
    with pytest.raises(morula.ModelError) as raised:
        morula.Model(life, **wrong)
    assert raised.value.problems[0].key == named


def test_missing_file_is_an_error():
    with pytest.raises(morula.ModelError, match="nowhere.yaml"):
        morula.Model("nowhere.yaml")


def test_fields_are_arrays_with_axes(life):
    sim = morula.Model(life, backend="cpu")
    field = sim.fields["state"]
    assert field.axes == ("y", "x") and field.shape == (24, 40) and field.dtype == np.uint8
    state = sim["state"]
    assert state.shape == (24, 40) and state.flags.owndata
    assert state.sum() == sim.observe()["count_1"]
    with pytest.raises(KeyError, match="'state'"):
        sim["stat"]


def test_replicas_come_first_then_z():
    solid = dict(LIFE, lattice={"size": [6, 5, 4]}, automaton={"rule": "B5/S4,5"}, replicas=3)
    sim = morula.Model(solid, backend="cpu")
    assert sim.fields["state"].axes == ("replica", "z", "y", "x")
    assert sim["state"].shape == (3, 4, 5, 6)
    assert sim.observe()["count_1"].shape == (3,)
    assert (sim["state"].sum(axis=(1, 2, 3)) == sim.observe()["count_1"]).all()


@pytest.mark.parametrize("backend", backends())
def test_written_state_is_stepped_from(life, backend):
    sim = morula.Model(life, backend=backend, set={"automaton.engine": "plain"})
    before = sim.hash
    flipped = sim["state"][::-1]
    sim["state"] = flipped
    assert (sim["state"] == flipped).all() and sim.hash != before
    reference = flipped.astype(int)
    neighbours = sum(np.roll(reference, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)) - reference
    sim.step()
    assert (sim["state"] == ((neighbours == 3) | ((neighbours == 2) & (reference == 1)))).all()


@pytest.mark.parametrize("backend", backends())
def test_fields_of_a_tissue_are_written_back(backend):
    tissue = {
        "model": "potts", "steps": 9, "lattice": {"size": [12, 10]},
        "potts": {"types": ["medium"], "fields": {"oxygen": {"diffusion": 0.1, "initial": "x"}}},
    }
    sim = morula.Model(tissue, backend=backend)
    oxygen = sim["oxygen"]
    assert oxygen.dtype == np.float64 and oxygen.shape == (10, 12) and (oxygen == np.arange(12.0)).all()
    sim.step(2)
    sim["oxygen"] = oxygen[::-1] * 0.5
    sim.step()
    half = oxygen * 0.5
    around = sum(np.roll(half, shift, axis) - half for shift, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)))
    assert np.allclose(sim["oxygen"], half + 0.1 * around) and sim.observe()["oxygen_total"] == pytest.approx(660 / 2)
    with pytest.raises(morula.ModelError):
        sim["oxygen"] = -oxygen


@pytest.mark.parametrize("wrong", [lambda state: state + 7, lambda state: state[:-1], lambda state: state + 0.5,
                                   lambda state: state.astype(int) - 5, lambda state: state.ravel()])
def test_wrong_arrays_are_refused(life, wrong):
    sim = morula.Model(life, backend="cpu")
    sim.step(5)
    before = sim.hash
    with pytest.raises(morula.ModelError) as raised:
        sim["state"] = wrong(sim["state"])
    assert raised.value.problems[0].key == "state"
    assert sim.hash == before and sim.time == 5
    assert sim.step() == 1


def test_view_is_stale_after_a_step():
    sim = morula.Model(dict(LIFE, automaton={"rule": "B3/S23", "engine": "plain"}), backend="cpu")
    view = sim.view("state")
    assert view.shape == (24, 40) and (view == sim["state"]).all() and view[3, 4] == sim["state"][3, 4]
    assert np.sum(view) == sim["state"].sum() and (np.flipud(view) == sim["state"][::-1]).all()
    assert all(part.flags.owndata for part in (np.asarray(view), view[1:3], np.flipud(view), *np.split(view, 2)))
    assert np.stack([view, view]).shape == (2, 24, 40) and np.sum(a=view) == np.sum(view)
    rows = view[2:4]
    kept = rows.copy()
    sim.step()
    for use in (lambda: view[0, 0], lambda: np.sum(view), lambda: view + 1, lambda: np.asarray(view), lambda: len(view)):
        with pytest.raises(morula.StaleView, match="earlier step"):
            use()
    assert (rows == kept).all()  # not the memory of the model
    again = sim.view("state")
    sim["state"] = sim["state"]
    with pytest.raises(morula.StaleView):
        again[0]
    again = sim.view("state")
    sim.close()
    with pytest.raises(morula.StaleView, match="closed"):
        np.asarray(again)


def test_run_yields_steps_and_ends_where_it_halts(life):
    sim = morula.Model(life, backend="cpu")
    assert list(sim.run(10, every=4)) == [4, 8, 10]
    with pytest.raises(ValueError, match="at least 1"):
        list(sim.run(10, every=0))
    still = morula.Model(dict(life, until={"when": "count_1 >= 0"}, output={"series": {"every": 1}}), backend="cpu")
    assert not list(still.run(10, every=4)) and len(still.series(10)["step"]) == 1


def test_series_is_a_table(life):
    table = morula.Model(life, backend="cpu").series(10, every=5)
    assert list(table["step"]) == [0, 5, 10] and "count_1" in table


def test_tables_of_cells():
    sim = morula.Model(example("cell-sorting.yaml"), backend="cpu")
    cells = sim.table("cells")
    assert "cells" in sim.tables and len(cells["volume"]) > 10
    with pytest.raises(morula.ModelError, match="it has cells"):
        sim.table("rows")


def test_pictures_are_frames(life, program, tmp_path):
    sim = morula.Model(life, backend="cpu")
    manifest = morula.run(life, tmp_path / "run", backend="cpu", set={"output": {"frames": {"every": 1}}}, steps=0)
    assert (sim.picture() == morula.open(tmp_path / "run").frames[0]).all() and manifest["steps"] == 0
    assert sim.picture(scale=3).shape[0] == 24 * 3
    shown = sim.show(scale=2)
    assert shown._repr_png_().startswith(b"\x89PNG") and "<svg" in shown._repr_html_()
    with pytest.raises(morula.ModelError, match="output.frames.scal"):
        sim.picture(scal=2)


def test_closed_models_say_so(life):
    with morula.Model(life, backend="cpu") as sim:
        sim.step()
    with pytest.raises(morula.Error, match="closed"):
        sim.step()
    assert repr(sim) == "<Model: closed>"


def test_every_table_can_be_read():
    tissue = {
        "model": "potts", "steps": 5, "lattice": {"size": [30, 20]},
        "potts": {"temperature": 5, "types": ["medium", "cell"], "adhesion": {"cell-cell": 2, "medium-cell": 2},
                  "volume": {"cell": {"target": 25, "strength": 1}}},
        "initial": {"cells": {"width": 5, "type": "cell"}},
    }
    for output, names in (({}, ["cells"]), ({"tracks": {"every": 1}}, ["cells", "tracks"])):
        sim = morula.Model(dict(tissue, output=output), backend="cpu")
        sim.step(2)
        assert list(sim.tables) == names
        assert all(len(sim.table(name)) > 0 for name in names)


def test_an_array_cannot_be_assigned_beyond_the_last_step():
    sim = morula.Model(dict(LIFE, steps=3), backend="cpu")
    sim.step(4)
    with pytest.raises(morula.ModelError, match="beyond the last step, 3; make the model with more steps"):
        sim["state"] = sim["state"]


@pytest.mark.parametrize("call, complaint", [
    (lambda life: morula.Model(life, threads="two"), "threads is 'two'; must be a whole number, at least 0, or None"),
    (lambda life: morula.Model(life, backend=3), "backend is 3; must be text"),
    (lambda life: morula.Model(life, backend="cpu").step(-1), "steps is -1; must be a whole number, at least 0"),
    (lambda life: morula.run(life, "unused", device=0.5), "device is 0.5; must be a whole number, at least 0, or None"),
    (lambda life: morula.Model(5), "model is 5; must be a path or a dictionary"),
    (lambda life: morula.Model(life, set=[1]), "set is [1]; must be a dictionary or None"),
    (lambda life: morula.Model(life, backend="cpu").run(2.5), "steps is 2.5; must be a whole number, at least 0"),
    (lambda life: morula.Model(life, backend="cpu").series(2, "y"), "every is 'y'; must be a whole number, at least 1"),
    (lambda life: morula.Model(life, backend="cpu").save("unused", force="a"), "force is 'a'; must be True or False"),
    (lambda life: morula.Model(life, backend="cpu").table(3), "name is 3; must be text"),
    (lambda life: morula.run(life, "unused", callback=3), "callback is 3; must be a function or None"),
    (lambda life: morula.sweep(life, over=3), "over is 3; must be a dictionary or None"),
    (lambda life: morula.open(3), "folder is 3; must be a path"),
    (lambda life: morula.analyze.tracks(3), "runs is 3; must be a path or a list of paths"),
])
def test_arguments_of_a_wrong_kind_are_named(life, call, complaint):
    with pytest.raises(TypeError, match=f"^{re.escape(complaint)}$"):
        call(life)


def test_an_array_of_words_is_refused(life):
    sim = morula.Model(life, backend="cpu")
    with pytest.raises(TypeError, match="holds <U3; must hold numbers"):
        sim["state"] = "abc"
    with pytest.raises(ValueError, match="every is 0; must be a whole number, at least 1"):
        sim.run(3, every=0)
