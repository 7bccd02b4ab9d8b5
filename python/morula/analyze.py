"""The analyses of `morula analyze`, as functions that return dictionaries."""

import csv
import json
import os
import tempfile
from pathlib import Path
from typing import Callable, List, Optional, Union

import numpy as np

from ._arguments import checked, paths_of
from ._input import input_of, settings_of
from ._library import library

__all__ = ["chaos", "hamming", "lineage", "tracks"]
PathLike = Union[str, os.PathLike]


def _columns_of(table):
    if hasattr(table, "to_dict") or isinstance(table, dict):
        return {str(name): np.asarray(table[name]) for name in table}
    values = np.asarray(table)
    if values.ndim != 1:
        raise TypeError(f"series is {table!r}; must be a path, a table, an array of one dimension, or a list of these")
    return {"step": np.arange(len(values)), "value": values}


def _file_of(series, place):
    """The file of a series; a table or an array is first written to a file."""
    if isinstance(series, (str, os.PathLike)):
        return Path(series)
    columns = _columns_of(series)
    with open(place, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(columns)
        rows.writerows(zip(*(values.tolist() for values in columns.values())))
    return place


@checked
def chaos(series, *, columns: Union[str, List[str], None] = None, time: str = "step", start: Optional[float] = None,
          length: Optional[float] = None, threads: Optional[int] = None, out: Optional[PathLike] = None,
          force: bool = False) -> dict:
    """Compute correlation lengths of series, from the correlation function and from the maxima.

    `series` is a CSV file, a table with a column `time`, or an array of values at steps 0, 1, …; a list of these is an
    ensemble. `start` and `length` select a window.

    Examples
    --------
    >>> import numpy as np
    >>> waves = chaos(np.sin(np.arange(2000) / 8) + 2)
    >>> round(waves["columns"][0]["length_from_maxima"], 1)
    8.3
    """
    members = series if isinstance(series, (list, tuple)) and not np.isscalar(series[0]) else [series]
    names = [columns] if isinstance(columns, str) else list(columns or [])
    with tempfile.TemporaryDirectory() as scratch:
        files = [_file_of(member, Path(scratch) / f"series-{i}.csv") for i, member in enumerate(members)]
        return json.loads(library.chaos(files, names, time, start, length, threads, out and Path(out), force))


@checked
def tracks(runs, *, start: float = 0, out: Optional[PathLike] = None, force: bool = False) -> dict:
    """Compute speed, mean squared displacement and persistence of cells.

    `runs` is a run directory with a tracks.csv (``output.tracks``), such a file, or a list of these. Rows before the step
    `start` are ignored.
    """
    return json.loads(library.tracks([Path(place) for place in paths_of("runs", runs)], start, out and Path(out), force))


@checked
def lineage(runs, *, out: Optional[PathLike] = None, force: bool = False) -> dict:
    """Compute times between divisions, and sizes of clones.

    `runs` is a run directory with a lineage.csv (``output.lineage``), such a file, or a list of these. If `out` is given,
    tables, figures and a tree are written there.
    """
    return json.loads(library.lineage([Path(place) for place in paths_of("runs", runs)], out and Path(out), force))


@checked
def hamming(model: Union[PathLike, dict], *, sites: int = 1, pairs: Optional[int] = None, every: Optional[int] = None,
            start: Optional[int] = None, frames: Optional[int] = None, seed: Optional[int] = None,
            steps: Optional[int] = None, set: Optional[dict] = None, out: Optional[PathLike] = None, force: bool = False,
            backend: str = "auto", device: Optional[int] = None, threads: Optional[int] = None,
            callback: Optional[Callable] = None, folder: Optional[PathLike] = None) -> dict:
    """Measure how fast two runs diverge that share random numbers but differ in one initial site."""
    file, text = input_of(model, folder)
    settings = settings_of(set, seed=seed, steps=steps)
    return json.loads(library.hamming(Path(file), text, settings, sites, pairs, every, start, frames, out and Path(out),
                                      force, backend, device, threads, callback))
