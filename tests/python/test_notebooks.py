"""Every notebook of examples/python runs from beginning to end and writes its figure."""

import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("matplotlib")
FOLDER = pathlib.Path(os.environ["MORULA_SOURCE_DIR"], "examples", "python")
FILES = sorted(FOLDER.glob("*.py"))


def test_there_are_five():
    assert len(FILES) == 5


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_notebook(file, tmp_path):
    text = file.read_text()
    assert text.startswith("# %% [markdown]\n# # ") and text.count("# %%\n") >= 2
    done = subprocess.run([sys.executable, file], cwd=tmp_path, capture_output=True, text=True,
                          env=dict(os.environ, MORULA_SMALL="1", MPLBACKEND="Agg"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / f"{file.stem}.png").stat().st_size > 5000
    assert done.stderr == ""
