"""The examples in docstrings, and the names in docs/python.md."""

import doctest
import importlib
import os
import pkgutil
import re

import morula
import pytest

MODULES = ["morula"] + [f"morula.{found.name}" for found in pkgutil.iter_modules(morula.__path__)
                        if not found.name.startswith("_morula")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_public_names_have_docstrings():
    for name in morula.__all__:
        assert getattr(morula, name).__doc__, name
    for name, member in vars(morula.Model).items():
        if not name.startswith("_"):
            assert member.__doc__, name


def test_page_names_what_there_is():
    with open(os.path.join(os.environ["MORULA_SOURCE_DIR"], "docs", "python.md")) as file:
        page = file.read()
    for name in re.findall(r"morula\.([a-z]+)\(", page):
        assert hasattr(morula, name), name
    for name, member in vars(morula.Model).items():
        if not name.startswith("_") and name != "load":
            assert re.search(rf"\b{name}\b", page), f"docs/python.md does not mention Model.{name}"
