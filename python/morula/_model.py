"""A model in the memory of this process."""

import json
import os
from typing import Any, Dict, Iterator, List, Optional, Union

import numpy as np

from . import _tables
from ._arguments import checked, whole
from ._arrays import Field, View, field_of, read_field
from ._errors import Error, ModelError, Problem
from ._input import flow, input_of, settings_of
from ._library import library
from ._progress import Bar
from ._show import Shown


class Model:
    """A model that can be stepped, observed and changed.

    Parameters
    ----------
    model : path, str or dict
        A model file, the text of one (with a line break), or a dictionary of its keys.
    seed, steps : int, optional
        Seed and number of steps, instead of those of the model file.
    backend : str
        "auto", "cpu", "cuda" or "opencl".
    device, threads : int, optional
        The number of the device, as in `morula.devices()`, and how many CPU threads to use.
    set : dict, optional
        Other keys of the model file to change: ``{"lattice.size": [64, 64]}``.
    folder : path, optional
        The folder to which paths in a text or a dictionary are relative; by default, the working directory.

    Examples
    --------
    >>> import morula
    >>> life = '''
    ... model: automaton
    ... steps: 100
    ... lattice: {size: [64, 64]}
    ... automaton: {rule: B3/S23}
    ... initial: {random: {density: 0.3}}
    ... '''
    >>> with morula.Model(life, seed=7, backend="cpu") as sim:
    ...     for step in sim.run(100, every=50):
    ...         print(step, sim["state"].sum() == sim.observe()["count_1"])
    50 True
    100 True
    """

    @checked
    def __init__(self, model: Union[str, os.PathLike, dict], *, seed: Optional[int] = None, steps: Optional[int] = None,
                 backend: str = "auto", device: Optional[int] = None, threads: Optional[int] = None,
                 set: Optional[dict] = None, folder: Union[str, os.PathLike, None] = None):
        file, text = input_of(model, folder)
        settings = settings_of(set, seed=seed, steps=steps)
        self._held = library.Model(file, text, settings, backend, device, threads)
        self._step = self._held.step

    @classmethod
    @checked
    def load(cls, folder: Union[str, os.PathLike], *, step: Optional[int] = None, backend: str = "auto",
             device: Optional[int] = None, threads: Optional[int] = None) -> "Model":
        """Load the model of a run directory in the state of its last checkpoint, or of a step whose state was saved."""
        model = cls.__new__(cls)
        model._held = library.Model.load(os.fspath(folder), step, backend, device, threads)
        model._step = model._held.step
        return model

    def step(self, steps: int = 1) -> int:
        """Take steps; returns the number of steps taken, which is smaller than asked for if the model has halted."""
        try:
            return self._step(steps)
        except TypeError as error:
            if "incompatible" not in str(error):
                raise
            raise TypeError(f"steps is {steps!r}; must be a whole number, at least 0") from None

    def run(self, steps: int, every: int = 1, progress: Optional[bool] = None) -> Iterator[int]:
        """Take steps, `every` at a time, and yield the step each time."""
        return self._batches(whole("steps", steps), whole("every", every, 1), progress)

    def _batches(self, steps, every, progress):
        bar, end = Bar(progress), self.time + steps
        begun = self.time
        try:
            while self.time < end:
                batch = min(every, end - self.time)
                steps_taken = self._step(batch)
                bar.show(self.time - begun, steps)
                if steps_taken:
                    yield self.time
                if steps_taken < batch:
                    return
        finally:
            bar.end()

    def observe(self) -> Dict[str, Any]:
        """The current row of the series, as a dictionary from column names to numbers, or to arrays for several replicas."""
        columns = [(name, np.asarray(numbers)) for name, numbers in self._held.observe()]
        return {name: numbers[0].item() if len(numbers) == 1 else numbers for name, numbers in columns}

    def series(self, steps: int, every: int = 1, progress: Optional[bool] = None):
        """Take steps and return a table with the rows of the series, from the current step on."""
        steps, every = whole("steps", steps), whole("every", every, 1)
        rows, times = [_tables.table_of(self._held.observe())], [self.time]
        for time in self.run(steps, every, progress):
            rows.append(_tables.table_of(self._held.observe()))
            times.append(time)
        return _tables.stacked(rows, "step", times)

    @property
    def fields(self) -> Dict[str, Field]:
        """The fields of the state, by name."""
        return {described[0]: field_of(described) for described in self._held.fields()}

    def _field(self, name):
        fields = self.fields
        if name not in fields:
            raise KeyError(f"{name!r} is not a field of this model; it has {', '.join(map(repr, fields))}")
        return fields[name]

    def __getitem__(self, name: str) -> np.ndarray:
        return read_field(self._held, self._field(name))

    def __setitem__(self, name: str, values) -> None:
        field = self._field(name)
        array = np.asarray(values)
        if array.dtype.kind not in "buif":
            raise TypeError(f"the array for {name!r} holds {array.dtype}; must hold numbers")
        with np.errstate(invalid="ignore"):  # values that do not fit are refused below
            exact = array.astype(field.dtype, order="C")
        if array.dtype != field.dtype and not np.array_equal(exact, array):
            message = f"has type {field.dtype}; the array has values that do not fit into it (its type is {array.dtype})"
            raise ModelError(f"{name}: {message}", [Problem("", 0, 0, name, message)])
        self._held.write(name, np.ascontiguousarray(exact), exact.shape)

    def __contains__(self, name: str) -> bool:
        return name in self.fields

    def set(self, key: Union[str, Dict[str, Any]], value: Any = None) -> None:
        """Change a key of the model file while the model runs, or several keys at once (docs/changes.md).

        The change acts at the current step. `save` keeps it, and `resume` and a run of the saved model file repeat it.

        >>> import morula
        >>> sim = morula.Model({"model": "interaction", "steps": 20, "lattice": {"size": [16, 16]}, "interaction": {
        ...     "species": 3, "preys": "cyclic", "rates": {"mobility": 0.2, "predation": 0.3, "reproduction": 0.3}},
        ...     "initial": {"fractions": "equal"}})
        >>> sim.step(10)
        10
        >>> sim.set("interaction.rates.mobility", 0.4)
        >>> sim.changes
        [{'at': 10, 'from': 'outside', 'set': {'interaction.rates.mobility': 0.4}}]
        """
        self._held.change(flow({"set": key if isinstance(key, dict) else {key: value}}))

    def set_sites(self, to: Union[str, int], **shape) -> None:
        """Set a site, a box or a ball of sites to a state: ``set_sites("medium", ball={"centre": [9, 9], "radius": 3})``."""
        self._held.change(flow({"sites": shape, "to": to}))

    @property
    def changes(self) -> List[dict]:
        """All changes of the model, including future ones, as dictionaries in the form of the lines of `changes.jsonl`."""
        return [json.loads(line) for line in self._held.changes]

    def view(self, name: str) -> View:
        """A view of a field in host memory, without a copy, which is valid until the next step."""
        field = self._field(name)
        memory = self._held.in_place(name)
        if memory is None:
            raise Error(f"'{name}' does not lie in host memory as an array: this engine packs it, or a device holds it; "
                        f"take a copy, sim[{name!r}]")
        return View(self._held, field, memory)

    def dlpack(self, name: str):
        """A copy of a field in the memory of a CUDA device, for `torch.from_dlpack` and similar functions."""
        self._field(name)
        return self._held.on_device(name)

    @property
    def tables(self) -> List[str]:
        """The names of tables, such as "cells"."""
        return self._held.tables

    @checked
    def table(self, name: str):
        """A table with a row for each object of the model; tables are also attributes, as in ``sim.cells``."""
        return _tables.table_of(self._held.table(name))

    def _table_names(self):
        return [] if self._held.is_closed else self.tables

    def __getattr__(self, name: str):
        if name.startswith("_") or name not in self._table_names():
            raise AttributeError(f"a model has no attribute {name!r}" + ("" if name.startswith("_") else
                                 f"; the tables of this one: {', '.join(self._table_names()) or 'none'}"))
        return self.table(name)

    def __dir__(self):
        return [*super().__dir__(), *self._table_names()]

    def picture(self, **frames) -> np.ndarray:
        """The picture of the state as an array [y, x, 3]; keywords are keys of `output.frames`."""
        height, width, rgb = self._held.picture([f"{key}={flow(value)}" for key, value in frames.items()])
        return np.frombuffer(rgb, np.uint8).reshape(height, width, 3)

    def legend(self, **frames) -> str:
        """The legend of the picture, as SVG."""
        return self._held.legend([f"{key}={flow(value)}" for key, value in frames.items()])

    def show(self, **frames) -> Shown:
        """The picture with its legend, for notebooks."""
        picture = self.picture(**frames)
        return Shown(picture, self.legend(**frames), library.png_of(*picture.shape[:2], picture.tobytes()))

    @property
    def hash(self) -> str:
        """The state hash, as in `manifest.json`: equal for equal states on any processor."""
        return self._held.state_hash()

    time = property(lambda self: self._held.time, doc="The step.")
    updates = property(lambda self: self._held.updates, doc="Updates since step 0.")
    unit = property(lambda self: self._held.unit, doc="The unit of updates.")
    family = property(lambda self: self._held.family, doc="The family of the model.")
    seed = property(lambda self: self._held.seed, doc="The seed.")
    steps = property(lambda self: self._held.steps, doc="The number of steps in the model file; None if the model runs until it halts.")
    backend = property(lambda self: self._held.backend, doc="The backend on which the model runs.")
    device = property(lambda self: self._held.device, doc="The name of the processor.")
    threads = property(lambda self: self._held.threads, doc="The number of CPU threads.")
    notes = property(lambda self: self._held.notes, doc="Notes for the user on the model file.")

    @checked
    def save(self, folder: Union[str, os.PathLike], force: bool = False) -> dict:
        """Make a run directory with the current state, which `resume` can continue; returns its manifest."""
        return json.loads(self._held.save(os.fspath(folder), force))

    def close(self) -> None:
        """Free the memory of the model, including its memory on a device."""
        self._held.close()

    def __enter__(self) -> "Model":
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._held.is_closed:
            return "<Model: closed>"
        return f"<Model: {self.family}, step {self.time}, {self.backend}>"
