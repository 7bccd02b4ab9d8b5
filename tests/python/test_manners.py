"""Threads, forks, memory, devices."""

import concurrent.futures
import gc
import multiprocessing
import os
import subprocess
import sys
import threading
import time

import morula
import pytest
from conftest import LIFE, SPECIES, backends


def final_hash(seed):
    with morula.Model(dict(LIFE, seed=seed), backend="cpu", threads=1) as sim:
        sim.step(300)
        return sim.hash


def test_several_threads_run_models():
    expected = [final_hash(seed) for seed in range(8)]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        assert list(pool.map(final_hash, range(8))) == expected


def test_threads_save_at_the_same_time(tmp_path):
    def run(seed):
        model = dict(LIFE, seed=seed, output={"state": {"every": 5}}, checkpoint={"every": 5})
        manifest = morula.run(model, tmp_path / str(seed), backend="cpu", threads=1)
        return manifest["state_hash"], morula.Model.load(tmp_path / str(seed), backend="cpu").hash

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for ended, loaded in pool.map(run, range(8)):
            assert ended == loaded


def test_one_model_in_several_threads(life):
    sim = morula.Model(life, backend="cpu", threads=1)
    threads = [threading.Thread(target=lambda: [sim.step() for _ in range(50)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other = morula.Model(life, backend="cpu", threads=1)
    other.step(200)
    assert sim.time == 200 and sim.hash == other.hash


def test_long_calls_let_other_threads_go_on():
    sim = morula.Model(dict(SPECIES, lattice={"size": [512, 512]}), backend="cpu", threads=1)
    ended = threading.Event()

    def work():
        sim.step(60)
        ended.set()

    thread = threading.Thread(target=work)
    thread.start()
    turns = 0
    while not ended.is_set():
        time.sleep(0.001)
        turns += 1
    thread.join()
    assert turns > 10  # if Python's lock were held, this thread would get only one turn


def in_child(work):
    """The result of `work` in a forked child, as text."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            said = str(work())
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        os.write(writer, said.encode())
        os._exit(0)
    os.close(writer)
    said = os.read(reader, 10_000).decode()
    assert os.waitpid(child, 0)[1] == 0
    return said


def test_model_is_refused_after_a_fork(life):
    sim = morula.Model(life, backend="cpu", threads=2)
    sim.step()
    assert "make the model in the child" in in_child(lambda: sim.step())
    assert in_child(lambda: final_hash(3)) == final_hash(3)
    assert sim.step() == 1


def test_forked_child_can_drop_models(life):
    model = [morula.Model(life, backend="cpu", threads=2)]

    def drop():
        model.clear()
        gc.collect()
        return "dropped"

    assert in_child(drop) == "dropped"
    assert model[0].step() == 1


@pytest.mark.parametrize("backend", [name for name in backends() if name != "cpu"])
def test_devices_are_refused_after_a_fork(life, backend):
    morula.Model(life, backend=backend).close()
    assert "spawn" in in_child(lambda: morula.Model(life, backend=backend))
    assert in_child(lambda: final_hash(3)) == final_hash(3)


@pytest.mark.parametrize("backend", [name for name in backends() if name != "cpu"])
def test_devices_are_refused_after_a_run_and_a_fork(backend, tmp_path):
    """Runs in a separate process, in which no other test has used a device."""
    script = f"""
import os, morula
life = {LIFE!r}
morula.run(life, out={str(tmp_path / "run")!r}, backend={backend!r})
if os.fork() == 0:
    try:
        morula.Model(life, backend={backend!r})
    except Exception as error:
        os._exit(7 if "spawn" in str(error) else 1)
    os._exit(2)
assert os.waitstatus_to_exitcode(os.wait()[1]) == 7
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_pool_of_processes():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(final_hash, [1]) == [final_hash(1)]


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("backend", backends())
def test_models_leave_no_memory(backend):
    large = dict(LIFE, lattice={"size": [1024, 1024]}, automaton={"rule": "B3/S23", "engine": "plain"})

    def make_and_drop(count):
        for _ in range(count):
            sim = morula.Model(large, backend=backend, threads=2)
            sim.step(2)
            assert sim["state"].shape == (1024, 1024)
            if backend != "cpu":
                sim.close()
            del sim
        gc.collect()

    make_and_drop(3)
    before = resident()
    make_and_drop(100 if backend != "opencl" or "MORULA_FULL" in os.environ else 8)  # each model takes long with PoCL
    assert resident() - before < 24 << 20  # each model had more than a megabyte


@pytest.mark.skipif("cuda" not in backends(), reason="there is no CUDA device")
def test_models_leave_no_device_memory():
    torch = pytest.importorskip("torch")
    large = dict(LIFE, lattice={"size": [4096, 4096]})
    morula.Model(large, backend="cuda").close()
    before = torch.cuda.mem_get_info()[0]
    for _ in range(100):
        with morula.Model(large, backend="cuda") as sim:
            sim.step(2)
    assert before - torch.cuda.mem_get_info()[0] < 64 << 20


@pytest.mark.skipif("cuda" not in backends(), reason="there is no CUDA device")
@pytest.mark.parametrize("model", [LIFE, SPECIES, dict(LIFE, automaton={"rule": "B3/S23", "engine": "plain"})])
def test_dlpack_is_the_state_at_its_address(model):
    sim = morula.Model(model, backend="cuda")
    sim.step(3)
    lent = sim.dlpack("state")
    assert lent.__dlpack_device__()[0] == 2 and lent.shape == sim["state"].shape
    torch = pytest.importorskip("torch")
    tensor = torch.from_dlpack(lent)
    assert tensor.data_ptr() == lent.address
    assert (tensor.cpu().numpy() == sim["state"]).all()
    kept = sim["state"]
    sim.step(3)
    sim.close()
    assert (tensor.cpu().numpy() == kept).all()  # a copy that outlives the model


def test_dlpack_needs_cuda(life):
    with pytest.raises(morula.ModelError, match="backend cuda"):
        morula.Model(life, backend="cpu").dlpack("state")


def test_library_prints_nothing(life, tmp_path, capfd):
    morula.run(life, tmp_path / "run", backend="cpu")
    with pytest.raises(morula.ModelError):
        morula.run(life, tmp_path / "run", backend="cpu")
    morula.devices()
    assert capfd.readouterr() == ("", "")
