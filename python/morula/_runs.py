"""Functions that make, continue and read run directories."""

import json
import os
from pathlib import Path
from typing import Callable, Optional, Union

import numpy as np

from . import _tables
from ._arguments import checked
from ._arrays import field_of, read_field
from ._errors import ModelError, Problem
from ._input import input_of, settings_of
from ._library import library

try:
    import xarray
except ImportError:
    xarray = None

PathLike = Union[str, os.PathLike]


@checked
def run(model: Union[PathLike, dict], out: Optional[PathLike] = None, *, seed: Optional[int] = None,
        steps: Optional[int] = None, replica: Optional[int] = None, set: Optional[dict] = None, backend: str = "auto",
        device: Optional[int] = None, threads: Optional[int] = None, force: bool = False,
        callback: Optional[Callable] = None, folder: Optional[PathLike] = None) -> dict:
    """Run a model into a run directory, as `morula run` does; returns the manifest.

    Without `out`, the directory is ``runs/NAME`` for the model file ``NAME.yaml``. ``callback(step, end)`` is called several
    times a second; an exception in it, or Ctrl-C, stops the run with a checkpoint, from which `resume` continues.

    Examples
    --------
    >>> import morula, tempfile
    >>> life = {"model": "automaton", "steps": 20, "lattice": {"size": [32, 32]}, "automaton": {"rule": "B3/S23"},
    ...         "initial": {"random": {"density": 0.3}}, "output": {"series": {"every": 5}}}
    >>> where = tempfile.mkdtemp() + "/life"
    >>> morula.run(life, where)["status"]
    'done'
    >>> list(morula.open(where).series["step"])
    [0, 5, 10, 15, 20]
    """
    file, text = input_of(model, folder)
    settings = settings_of(set, seed=seed, replica=replica, steps=steps)
    place = Path("runs") / Path(file).stem if out is None else Path(out)
    return json.loads(library.run(file, text, settings, place, force, backend, device, threads, callback))


@checked
def resume(folder: PathLike, steps: Optional[int] = None, *, backend: str = "auto", device: Optional[int] = None,
           threads: Optional[int] = None, callback: Optional[Callable] = None) -> dict:
    """Continue a run from its last checkpoint; returns the manifest."""
    return json.loads(library.resume(Path(folder), steps, backend, device, threads, callback))


@checked
def open(folder: PathLike) -> "Run":
    """Open a run directory, to read its files."""
    return Run(folder)


def _steps(folder, ending):
    return sorted(int(path.stem) for path in folder.glob(f"*{ending}") if path.stem.isdigit())


class _Numbered:
    """Files that are numbered by their step."""

    def __init__(self, folder, ending, read):
        self._folder, self._ending, self._read = folder, ending, read

    @property
    def steps(self):
        return _steps(self._folder, self._ending)

    def path(self, step: int) -> Path:
        path = self._folder / f"{step:09d}{self._ending}"
        if not path.exists():
            raise KeyError(f"{self._folder} has no file of step {step}; it has steps {self.steps}")
        return path

    def __getitem__(self, step):
        return self._read(self.path(step))

    def __iter__(self):
        return iter(self.steps)

    def __len__(self):
        return len(self.steps)

    def __contains__(self, step):
        return step in self.steps


def _read_state(path):
    file = library.StateFile(str(path))
    fields = [field_of(described) for described in file.fields()]
    arrays = {field.name: read_field(file, field) for field in fields}
    if xarray is None:
        return arrays
    axes = {field.name: [f"{field.name}_index" if axis == "index" else axis for axis in field.axes] for field in fields}
    return xarray.Dataset({name: (axes[name], values) for name, values in arrays.items()},
                          attrs={"time": file.time, "state_hash": file.state_hash})


def _read_frame(path):
    height, width, rgb = library.read_picture(str(path))
    return np.frombuffer(rgb, np.uint8).reshape(height, width, 3)


class Run:
    """The files of a run directory; each is read when it is asked for."""

    def __init__(self, folder: PathLike):
        self.folder = Path(folder)
        if not (self.folder / "manifest.json").exists():
            message = "is not a run directory: it has no manifest.json"
            raise ModelError(f"{folder}: {message}", [Problem(str(folder), 0, 0, "", message)])

    @property
    def manifest(self) -> dict:
        return json.loads((self.folder / "manifest.json").read_text())

    @property
    def model(self) -> str:
        """The text of the model file, including the settings with which it was run."""
        return (self.folder / "model.yaml").read_text()

    @property
    def changes(self) -> list:
        """The changes of the model while it ran, as dictionaries."""
        file = self.folder / "changes.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    @property
    def series(self):
        """The rows of series.csv."""
        return _tables.read_csv(self.folder / "series.csv")

    @property
    def states(self) -> _Numbered:
        """Saved states: ``states.steps``, ``states[100]["state"]``."""
        return _Numbered(self.folder / "state", ".h5", _read_state)

    @property
    def checkpoint(self):
        """The state of the last checkpoint."""
        return _read_state(self.folder / "checkpoint.h5")

    @property
    def frames(self) -> _Numbered:
        """Pictures: ``frames.steps``, ``frames[100]``."""
        return _Numbered(self.folder / "frames", ".png", _read_frame)

    @property
    def tables(self) -> list:
        """The names of tables: of folders such as cells/ with a file for each step, and of files such as tracks.csv."""
        folders = {path.parent.name for path in self.folder.glob("*/*.csv") if path.stem.isdigit()}
        return sorted(folders | {path.stem for path in self.folder.glob("*.csv")} - {"series"})

    def table(self, name: str):
        """A table by its name; a folder becomes one table of all its files, with a column `step`. Also as in ``run.cells``."""
        if name not in self.tables:
            raise KeyError(f"{self.folder} has no table {name!r}; it has {', '.join(map(repr, self.tables)) or 'none'}")
        if (self.folder / f"{name}.csv").exists():
            return _tables.read_csv(self.folder / f"{name}.csv")
        files = _Numbered(self.folder / name, ".csv", _tables.read_csv)
        return _tables.stacked([files[step] for step in files], "step", files.steps)

    def __getattr__(self, name: str):
        if name.startswith("_") or name == "folder" or name not in self.tables:
            raise AttributeError(f"a run has no attribute {name!r}" + ("" if name.startswith("_") or name == "folder" else
                                 f"; the tables of this one: {', '.join(self.tables) or 'none'}"))
        return self.table(name)

    def __dir__(self):
        return [*super().__dir__(), *self.tables]

    def resume(self, steps: Optional[int] = None, **options) -> dict:
        """Continue this run, as `morula.resume` does."""
        return resume(self.folder, steps, **options)

    def __repr__(self) -> str:
        manifest = self.manifest
        return f"<Run {self.folder}: {manifest['model']}, {manifest['status']} at step {manifest['steps']}>"
