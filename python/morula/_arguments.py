"""Checks the types of arguments; messages name the argument as the called function does."""

import collections.abc
import functools
import inspect
import operator
import os
import typing

import numpy as np

from ._errors import ModelError

_WORDS = {int: "a whole number, at least 0", float: "a number", str: "text", bool: "True or False", dict: "a dictionary",
          list: "a list", os.PathLike: "a path", collections.abc.Callable: "a function", type(None): "None"}


def _fits(value, kind):
    if kind is int:
        return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value >= 0
    if kind is float:
        return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
    if kind is list:
        return isinstance(value, (list, tuple))
    return isinstance(value, kind)


def _kinds(hint):
    """The types that a type hint allows; empty if the hint is not made of simple types."""
    kinds = [typing.get_origin(part) or part for part in (typing.get_args(hint) if typing.get_origin(hint) is typing.Union
                                                          else [hint])]
    return kinds if all(kind in _WORDS for kind in kinds) else []


def _words(kinds):
    """The types as text for a message; if a path is allowed, text is not listed separately."""
    words = [_WORDS[kind] for kind in kinds if kind is not str or os.PathLike not in kinds]
    return (", or " if int in kinds else " or ").join(words)


def _complaint(function, arguments, keywords):
    values = inspect.signature(function).bind(*arguments, **keywords).arguments
    hints = typing.get_type_hints(function)
    for name, value in values.items():
        kinds = _kinds(hints[name]) if name in hints else []
        if kinds and not any(_fits(value, kind) for kind in kinds):
            return f"{name} is {value!r}; must be {_words(kinds)}"
    return None


def checked(function):
    """Wraps a function: if an argument has the wrong type, the error names the argument and the type it must have."""

    @functools.wraps(function)
    def call(*arguments, **keywords):
        callback = keywords.get("callback")
        if callback is not None and not callable(callback):  # otherwise the error would come only after the run has begun
            raise TypeError(f"callback is {callback!r}; must be a function or None")
        try:
            return function(*arguments, **keywords)
        except ModelError:
            raise
        except (AttributeError, TypeError, ValueError) as error:
            try:
                complaint = _complaint(function, arguments, keywords)
            except TypeError:  # a missing or additional argument, which Python itself reports
                complaint = None
            if complaint is None:
                raise
            raise TypeError(complaint) from error

    return call


def whole(name, value, least=0):
    """`value` as a whole number that is at least `least`."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or number < least:
        kind = TypeError if number is None or isinstance(value, bool) else ValueError
        raise kind(f"{name} is {value!r}; must be a whole number, at least {least}")
    return number


def paths_of(name, value):
    """A path, or a list of paths, as a list."""
    if isinstance(value, (str, os.PathLike)):
        return [value]
    if isinstance(value, (list, tuple)) and value and all(isinstance(path, (str, os.PathLike)) for path in value):
        return list(value)
    raise TypeError(f"{name} is {value!r}; must be a path or a list of paths")
