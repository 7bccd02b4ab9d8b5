"""Arguments of a wrong kind, named in the words of the function that was called."""

import functools
import inspect
import typing

import numpy as np

_WORDS = {int: "a whole number, at least 0", float: "a number", str: "text", bool: "True or False",
          type(None): "None"}


def _fits(value, kind):
    if kind is int:
        return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value >= 0
    if kind is float:
        return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
    return isinstance(value, kind)


def _kinds(hint):
    """The kinds that a hint allows; none if it says more than these."""
    kinds = [typing.get_origin(part) or part for part in (typing.get_args(hint) if typing.get_origin(hint) is typing.Union
                                                          else [hint])]
    return kinds if all(kind in _WORDS for kind in kinds) else []


def _complaint(function, arguments, keywords):
    given = inspect.signature(function).bind(*arguments, **keywords).arguments
    hints = typing.get_type_hints(function)
    for name, value in given.items():
        kinds = _kinds(hints[name]) if name in hints else []
        if kinds and not any(_fits(value, kind) for kind in kinds):
            return f"{name} is {value!r}; must be {' or '.join(_WORDS[kind] for kind in kinds)}"
    return None


def checked(function):
    """The function; where the library refuses the kind of an argument, the error says which and what it must be."""

    @functools.wraps(function)
    def call(*arguments, **keywords):
        try:
            return function(*arguments, **keywords)
        except TypeError as error:
            if "incompatible" not in str(error):
                raise
            raise TypeError(_complaint(function, arguments, keywords) or str(error)) from None

    return call
