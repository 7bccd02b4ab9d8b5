"""The forms in which users give a model: a path, the text of a model file, or a dictionary."""

import json
import os
import re
from pathlib import Path


def _plain(value):
    """Converts a NumPy value to a Python value, for JSON."""
    for method in ("tolist", "item", "__fspath__"):
        if hasattr(value, method):
            return getattr(value, method)()
    raise TypeError(f"a model cannot hold a value of type {type(value).__name__}: {value!r}")


def flow(value):
    """A value as YAML on one line, which may be JSON."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return json.dumps(value, default=_plain, ensure_ascii=False)


def _key(key):
    text = str(key)
    return text if re.fullmatch(r"[A-Za-z0-9_.-]+", text) else json.dumps(text, ensure_ascii=False)


def yaml_text(model, indent=""):
    """A dictionary as the text of a model file: one line for each section, with its content in braces.

    >>> print(yaml_text({"model": "automaton", "lattice": {"size": [4, 4]}}), end="")
    model: automaton
    lattice: {size: [4, 4]}
    """
    lines = []
    for key, value in model.items():
        if isinstance(value, str) and re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", value):
            lines.append(f"{indent}{_key(key)}: {value}\n")
        elif isinstance(value, dict) and len(flow(value)) > 90:
            lines.append(f"{indent}{_key(key)}:\n{yaml_text(value, indent + '  ')}")
        else:
            lines.append(f"{indent}{_key(key)}: {flow(value)}\n")
    return "".join(lines)


def settings_of(changes, **keys):
    """Converts a dictionary, a list of texts and keywords to settings in the form of --set."""
    if isinstance(changes, str):
        changes = [changes]
    texts = [f"{key}={flow(value)}" for key, value in changes.items()] if isinstance(changes, dict) else list(changes or ())
    if not all(isinstance(text, str) for text in texts):
        raise TypeError(f"set is {changes!r}; must be a dictionary, or a list of texts KEY=VALUE")
    return texts + [f"{key}={flow(value)}" for key, value in keys.items() if value is not None]


def input_of(model, folder=None):
    """The file from which a model is read; for a text or a dictionary, its name in messages, and the text."""
    called = str(Path(folder or ".") / "model")
    if isinstance(model, dict):
        return called, yaml_text(model)
    if isinstance(model, str) and "\n" in model:
        return called, model
    return os.fspath(model), None


def file_of(model, scratch):
    """A file with the model; if there is none yet, it is written into the folder `scratch`."""
    file, text = input_of(model)
    if text is None:
        return file
    path = Path(scratch) / "model.yaml"
    path.write_text(text)
    return str(path)
