"""Run directories made and read by Python."""

import json
import signal
import subprocess
import sys
import time

import morula
import numpy as np
import pytest
from conftest import SPECIES, example


def full(life, **more):
    return dict(life, output={"series": {"every": 5}, "frames": {"every": 20}, "state": {"every": 10}}, **more)


def test_run_is_that_of_the_program(life, program, tmp_path):
    manifest = morula.run(full(life), tmp_path / "python", backend="cpu")
    other = program("run", tmp_path / "python" / "model.yaml", "--out", tmp_path / "program", "--backend", "cpu")
    assert manifest["state_hash"] == other["state_hash"] and manifest["status"] == "done"
    for name in ("series.csv", "frames/000000020.png", "state/000000010.h5"):
        assert (tmp_path / "python" / name).read_bytes() == (tmp_path / "program" / name).read_bytes(), name


def test_open_reads_everything(life, tmp_path):
    morula.run(full(life), tmp_path / "run", backend="cpu")
    run = morula.open(tmp_path / "run")
    assert list(run.series["step"]) == list(range(0, 41, 5))
    assert run.states.steps == [0, 10, 20, 30, 40] and 10 in run.states and len(run.frames) == 3
    sim = morula.Model(life, backend="cpu")
    sim.step(10)
    assert (np.asarray(run.states[10]["state"]) == sim["state"]).all()
    assert (run.frames[20].shape[2], run.manifest["steps"]) == (3, 40)
    loaded = morula.Model.load(tmp_path / "run", step=10, backend="cpu")
    assert loaded.hash == sim.hash and loaded.time == 10
    with pytest.raises(KeyError, match="no file of step 11"):
        run.states[11]
    with pytest.raises(morula.ModelError, match="not a run directory"):
        morula.open(tmp_path)


def test_xarray_and_pandas_are_used_where_they_are(life, tmp_path):
    pandas, xarray = pytest.importorskip("pandas"), pytest.importorskip("xarray")
    morula.run(full(life), tmp_path / "run", backend="cpu")
    run = morula.open(tmp_path / "run")
    assert isinstance(run.series, pandas.DataFrame) and isinstance(run.states[10], xarray.Dataset)
    assert run.states[10]["state"].dims == ("y", "x") and run.states[10].attrs["time"] == 10


def test_nothing_but_numpy_is_required(life, tmp_path):
    morula.run(full(life), tmp_path / "run", backend="cpu")
    code = """
import sys
for name in ("pandas", "xarray", "matplotlib", "IPython", "yaml", "h5py"): sys.modules[name] = None
import morula
run = morula.open(sys.argv[1])
assert list(run.series["step"]) == list(range(0, 41, 5)), run.series
assert run.states[10]["state"].shape == (24, 40)
assert list(morula.Model.load(sys.argv[1], backend="cpu").series(4, every=2)["step"]) == [40, 42, 44]
"""
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "run")], check=True)


def test_saved_model_is_resumed(life, tmp_path):
    sim = morula.Model(full(life), backend="cpu")
    sim.step(13)
    assert sim.save(tmp_path / "saved")["steps"] == 13
    with pytest.raises(morula.ModelError, match="saved"):
        sim.save(tmp_path / "saved")
    manifest = morula.resume(tmp_path / "saved", steps=30, backend="cpu")
    sim.step(17)
    assert manifest["state_hash"] == sim.hash and manifest["status"] == "done"
    assert list(morula.open(tmp_path / "saved").series["step"])[-1] == 30


def test_exception_in_a_callback_leaves_a_run_to_resume(tmp_path):
    def fail(step, end):
        if step > 0:
            raise KeyError("enough")

    long = dict(SPECIES, steps=200, lattice={"size": [256, 256]})
    with pytest.raises(KeyError, match="enough"):
        morula.run(long, tmp_path / "run", backend="cpu", threads=1, callback=fail)
    assert morula.open(tmp_path / "run").manifest["status"] == "stopped"
    manifest = morula.resume(tmp_path / "run", backend="cpu")
    assert manifest["state_hash"] == morula.run(long, tmp_path / "whole", backend="cpu")["state_hash"]


def interrupted(code, tmp_path, signal_number):
    """Runs code in a separate process, and sends it a signal when it has printed a line."""
    process = subprocess.Popen([sys.executable, "-u", "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    process.send_signal(signal_number)
    said = process.communicate(timeout=60)[0]
    return process.returncode, said


# Species, since they never come to rest: Life does, and then makes millions of steps in a moment.
LONG = json.dumps(dict(SPECIES, steps=10**7, lattice={"size": [128, 128]}, checkpoint={"every": 200}))


def test_control_c_stops_a_step_with_the_state_intact(tmp_path):
    code = f"""
import morula
sim = morula.Model({LONG}, backend="cpu", threads=1)
print("ready")
try:
    sim.step(10**7)
except KeyboardInterrupt:
    other = morula.Model({LONG}, backend="cpu", threads=1)
    other.step(sim.time)
    print(0 < sim.time < 10**7, sim.hash == other.hash, sim.step(3))
"""
    assert interrupted(code, tmp_path, signal.SIGINT) == (0, "True True 3\n")


def test_control_c_stops_a_run_that_can_be_resumed(tmp_path):
    code = f"""
import sys, morula
print("ready")
try:
    morula.run({LONG}, sys.argv[1] + "/run", backend="cpu", threads=1)
except KeyboardInterrupt:
    print(morula.open(sys.argv[1] + "/run").manifest["status"])
"""
    assert interrupted(code, tmp_path, signal.SIGINT) == (0, "stopped\n")
    check_resumes(tmp_path)


def test_killed_process_leaves_a_run_to_resume(tmp_path):
    code = f"""
import sys, morula
told = []
def tell(step, end):
    if step > 300 and not told:
        told.append(step)
        print("ready")
morula.run({LONG}, sys.argv[1] + "/run", backend="cpu", threads=1, callback=tell)
"""
    interrupted(code, tmp_path, signal.SIGKILL)
    check_resumes(tmp_path)


def check_resumes(tmp_path):
    reached = morula.Model.load(tmp_path / "run", backend="cpu").time
    assert reached > 0
    manifest = morula.resume(tmp_path / "run", steps=reached + 10, backend="cpu", threads=1)
    sim = morula.Model(json.loads(LONG), backend="cpu", threads=1)
    sim.step(reached + 10)
    assert manifest["state_hash"] == sim.hash


def test_cells_of_all_steps(tmp_path):
    morula.run(example("cell-sorting.yaml"), tmp_path / "run", steps=20, backend="cpu",
               set={"output": {"cells": {"every": 10}}})
    cells = morula.open(tmp_path / "run").cells
    assert sorted(set(cells["step"])) == [0, 10, 20] and "volume" in cells


def test_h5py_in_the_same_process(life, tmp_path):
    h5py = pytest.importorskip("h5py")
    morula.run(full(life), tmp_path / "run", backend="cpu")
    with h5py.File(tmp_path / "run" / "state" / "000000010.h5") as file:
        ours = np.asarray(morula.open(tmp_path / "run").states[10]["state"])
        assert (file["state"][()] == ours).all()
    morula.Model(life, backend="cpu").save(tmp_path / "saved")
