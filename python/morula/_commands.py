"""The other commands of the program as functions."""

import contextlib
import json
import os
import tempfile
from pathlib import Path
from typing import Callable, Dict, List, Optional, Union

from . import _tables
from ._arguments import checked
from ._errors import ModelError, Problem
from ._input import file_of, flow, input_of, settings_of
from ._library import library

PathLike = Union[str, os.PathLike]


@checked
def check(model: Union[PathLike, dict], *, set: Optional[dict] = None, folder: Optional[PathLike] = None) -> List[str]:
    """Check a model; returns notes on it, or raises ModelError with every problem if it cannot be run on this machine.

    >>> import morula
    >>> morula.check({"model": "automaton", "steps": 10, "lattice": {"size": [8, 8]}, "automaton": {"rule": "B3/S23"},
    ...               "initial": {"random": {"density": 0.3}}})
    []
    """
    file, text = input_of(model, folder)
    return library.check(Path(file), text, settings_of(set))


def devices() -> List[dict]:
    """List the available processors, in the form of `morula devices --json`.

    >>> import morula
    >>> morula.devices()[0]["backend"]
    'cpu'
    """
    return json.loads(library.devices())["devices"]


@checked
def sweep(model: Union[PathLike, dict], over: Optional[Dict[str, list]] = None, *, replicas: Optional[int] = None,
          out: Optional[PathLike] = None, steps: Optional[int] = None, set: Optional[dict] = None,
          seed: Optional[int] = None, design: Optional[str] = None, points: Optional[int] = None,
          start: Optional[int] = None, keep: Optional[List[str]] = None, backend: str = "auto",
          device: Optional[int] = None, threads: Optional[int] = None, force: bool = False,
          callback: Optional[Callable] = None):
    """Run a model at many settings, several times each; returns a table with a row for each run.

    `model` may be a sweep file; `over` is a dictionary with the values of each key. `start` is the step from which means are
    measured (`--from`). Without `out`, files are written to a temporary folder, which is removed afterwards. To continue a
    sweep that was stopped, call this function again with the same `out`.
    """
    words = [f"{key}={flow(list(values))[1:-1]}" for key, values in (over or {}).items()]
    with contextlib.ExitStack() as scratch:
        place = Path(scratch.enter_context(tempfile.TemporaryDirectory()) if out is None else out)
        file = file_of(model, scratch.enter_context(tempfile.TemporaryDirectory()))
        library.sweep(Path(file), words, settings_of(set, steps=steps), keep or [], seed, replicas, points, start, design,
                      place / "sweep" if out is None else place, force, backend, device, threads, callback)
        return _tables.read_csv((place / "sweep" if out is None else place) / "runs.csv")


@checked
def fit(model: PathLike, *, target: Optional[PathLike] = None, channel: Optional[str] = None, method: str = "expectation",
        particles: Optional[int] = None, iterations: Optional[int] = None, repeats: Optional[int] = None,
        bootstrap: Optional[int] = None, seed: Optional[int] = None, set: Optional[dict] = None,
        out: Optional[PathLike] = None, force: bool = False, backend: str = "auto", device: Optional[int] = None,
        threads: Optional[int] = None, callback: Optional[Callable] = None) -> dict:
    """Fit the cell types of a 'proliferation' model to a histogram; returns the report of `morula fit --json`.

    Without `out`, no files are written. `model` is a file or, if it names no others by relative paths, a dictionary.
    """
    with tempfile.TemporaryDirectory() as scratch:
        file = file_of(model, scratch)
        return json.loads(library.fit(Path(file), settings_of(set, seed=seed), target and Path(target), channel, method,
                                      particles, iterations, repeats, bootstrap, out and Path(out), force, backend, device,
                                      threads, callback))


@checked
def report(folder: PathLike, out: Optional[PathLike] = None, *, force: bool = False) -> Path:
    """Write one HTML page about a run, a sweep, a fit or an analysis; returns its path."""
    place = Path(folder) / "report.html" if out is None else Path(out)
    page = library.report(Path(folder))
    if place.exists() and not force:
        message = "exists already; choose another out, or force=True"
        raise ModelError(f"{place}: {message}", [Problem(str(place), 0, 0, "", message)])
    place.write_text(page, encoding="utf-8")
    return place


@checked
def movie(folder: PathLike, out: Optional[PathLike] = None, *, fps: int = 10, step: bool = False, legend: bool = False,
          orbit: Optional[float] = None, orbit_frames: int = 72, at: Optional[int] = None, camera: Optional[str] = None,
          set: Optional[dict] = None, backend: str = "auto", device: Optional[int] = None, threads: Optional[int] = None,
          force: bool = False) -> Path:
    """Make a film of a run's frames, or around one of its 3D states, and return its path: .mp4 or .webm (with ffmpeg), or .gif."""
    place = Path(folder) / "movie.mp4" if out is None else Path(out)
    library.movie(Path(folder), place, fps, step, legend, force, orbit, orbit_frames, at, camera, settings_of(set), backend,
                  device, threads)
    return place
