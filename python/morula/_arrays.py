"""Fields as NumPy arrays."""

from typing import NamedTuple, Tuple

import numpy as np

from ._errors import StaleView


class Field(NamedTuple):
    """A field of the state: `axes` are among "replica", "z", "y" and "x", or "index" for a list."""

    name: str
    dtype: np.dtype
    shape: Tuple[int, ...]
    axes: Tuple[str, ...]
    resizes: bool
    meaning: str


def field_of(described):
    name, dtype, *others = described
    return Field(name, np.dtype(dtype), *others)


def read_field(source, field):
    """A copy of a field of a model or of a saved state."""
    values = np.empty(field.shape, field.dtype)
    source.read(field.name, values)
    return values


def _arrays_in(item):
    """The arguments of a function, with views replaced by their arrays."""
    if isinstance(item, View):
        return item._live()
    if isinstance(item, dict):
        return {key: _arrays_in(value) for key, value in item.items()}
    return type(item)(map(_arrays_in, item)) if type(item) in (list, tuple) else item


def _apart(result):
    """A result that shares no memory with a model."""
    if isinstance(result, (list, tuple)):
        parts = [_apart(part) for part in result]
        return type(result)(*parts) if hasattr(result, "_fields") else type(result)(parts)
    return result.copy() if isinstance(result, np.ndarray) and not result.flags.owndata else result


class View(np.lib.mixins.NDArrayOperatorsMixin):
    """A read-only view of a field in the memory of its model, without a copy. It is valid until the next step.

    Use it like an array: NumPy functions work on the memory itself. Their results, and the results of indexing, never share
    that memory, so that they stay valid when the model takes further steps. `numpy.asarray(view)` makes a copy.
    """

    def __init__(self, held, field, memory):
        self._held = held
        self._version = memory.version
        self._field = field
        self._array = np.asarray(memory)

    def _live(self):
        if self._held.is_closed:
            raise StaleView(f"the model of this view of '{self._field.name}' is closed")
        if self._held.version != self._version:
            raise StaleView(f"this view of '{self._field.name}' is of an earlier step; call view() again, or take a copy")
        return self._array

    @property
    def shape(self):
        return self._field.shape

    @property
    def dtype(self):
        return self._field.dtype

    @property
    def ndim(self):
        return len(self._field.shape)

    def __len__(self):
        return len(self._live())

    def __getitem__(self, index):
        return _apart(self._live()[index])

    def __array__(self, dtype=None, copy=None):
        if copy is False:
            raise ValueError("an array of the memory of a model cannot outlive the next step: it must be a copy")
        return np.array(self._live(), dtype=dtype)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        return _apart(getattr(ufunc, method)(*_arrays_in(inputs), **_arrays_in(kwargs)))

    def __array_function__(self, function, types, arguments, keywords):
        return _apart(function(*_arrays_in(arguments), **_arrays_in(keywords)))

    def __repr__(self):
        return f"View({self._live()!r})"
