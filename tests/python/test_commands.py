"""The other commands of the program, as functions."""

import json

import morula
import numpy as np
import pytest
from conftest import SPECIES, example


def test_devices_are_those_of_the_program(program):
    listed = [(device["backend"], device["name"]) for device in program("devices")["devices"]]
    assert [(device["backend"], device["name"]) for device in morula.devices()] == listed


def test_check_tells_every_problem(life):
    assert morula.check(life) == []
    with pytest.raises(morula.ModelError) as raised:
        morula.check(dict(life, steps=-1, output={"serie": {}}))
    assert {problem.key for problem in raised.value.problems} >= {"steps", "output.serie"}


def test_sweep_is_a_table_and_that_of_the_program(program, tmp_path):
    values = [0.2, 0.4]
    table = morula.sweep(SPECIES, over={"interaction.rates.mobility": values}, replicas=3, steps=8, backend="cpu",
                         out=tmp_path / "sweep")
    assert len(table["replica"]) == 6
    assert (tmp_path / "sweep" / "summary.csv").exists()
    (tmp_path / "model.yaml").write_text(json.dumps(SPECIES))
    program("sweep", tmp_path / "model.yaml", "--over", "interaction.rates.mobility=0.2,0.4", "--replicas", 3, "--steps", 8,
            "--backend", "cpu", "--out", tmp_path / "program")
    assert (tmp_path / "program" / "runs.csv").read_text() == (tmp_path / "sweep" / "runs.csv").read_text()
    assert len(morula.sweep(SPECIES, {"interaction.rates.mobility": values}, steps=4, backend="cpu")["replica"]) == 2


def test_chaos_of_arrays_and_files(program, tmp_path):
    waves = np.sin(np.arange(2000) / 8) + 2
    report = morula.analyze.chaos({"step": np.arange(2000), "wave": waves}, out=tmp_path / "chaos")
    again = morula.analyze.chaos([waves, waves])
    column = report["columns"][0]
    assert (tmp_path / "chaos" / "summary.json").exists()
    assert again["columns"][0]["length_from_maxima"] == pytest.approx(column["length_from_maxima"])
    np.savetxt(tmp_path / "waves.csv", np.c_[np.arange(2000), waves], delimiter=",", header="step,wave", comments="",
               fmt=["%d", "%.17g"])
    other = program("analyze", "chaos", tmp_path / "waves.csv")
    assert other["columns"][0]["length_from_maxima"] == column["length_from_maxima"]


def test_hamming_is_that_of_the_program(program):
    words = ("--ensemble", 2, "--steps", 20, "--set", "lattice.size=[32,32]", "--backend", "cpu")
    other = program("analyze", "hamming", example("rock-paper-scissors.yaml"), *words)
    report = morula.analyze.hamming(example("rock-paper-scissors.yaml"), pairs=2, steps=20, backend="cpu",
                                    set={"lattice.size": [32, 32]})
    assert {**report, "command": ""} == {**other, "command": ""}


def test_tracks_are_those_of_the_program(program, tmp_path):
    morula.run(example("crawling-cell.yaml"), tmp_path / "run", steps=600, backend="cpu")
    report = morula.analyze.tracks(tmp_path / "run", start=100)
    other = program("analyze", "tracks", tmp_path / "run", "--from", 100)
    assert {**report, "command": ""} == {**other, "command": ""} and report["types"]


def test_lineage_is_that_of_the_program(program, tmp_path):
    morula.run(example("growing-colony.yaml"), tmp_path / "run", steps=200, backend="cpu", set={"output.lineage.every": 200})
    report = morula.analyze.lineage(tmp_path / "run", out=tmp_path / "lineage")
    other = program("analyze", "lineage", tmp_path / "run")
    assert {**report, "command": ""} == {**other, "command": ""} and report["clones"]
    assert (tmp_path / "lineage" / "tree.svg").exists()


def test_fit_is_that_of_the_program(program, tmp_path):
    words = ("--particles", 5, "--iterations", 4, "--bootstrap", 0, "--seed", 2, "--backend", "cpu")
    other = program("fit", example("dividing-cells.yaml"), *words, "--out", tmp_path / "program")
    report = morula.fit(example("dividing-cells.yaml"), particles=5, iterations=4, bootstrap=0, seed=2, backend="cpu",
                        out=tmp_path / "python")
    assert report["parameters"] == other["parameters"]
    assert (tmp_path / "python" / "fitted.yaml").exists() == (tmp_path / "program" / "fitted.yaml").exists()


def test_report_and_movie(life, tmp_path):
    morula.run(dict(life, output={"frames": {"every": 10}}), tmp_path / "run", backend="cpu")
    page = morula.report(tmp_path / "run")
    assert page.read_text().lower().startswith("<!doctype html")
    with pytest.raises(morula.ModelError, match="force=True"):
        morula.report(tmp_path / "run")
    film = morula.movie(tmp_path / "run", tmp_path / "run.gif", step=True)
    assert film.read_bytes().startswith(b"GIF89a")
    with pytest.raises(morula.ModelError, match="must end with"):
        morula.movie(tmp_path / "run", tmp_path / "run.avi")
