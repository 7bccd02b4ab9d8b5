"""Morula: simulations of discrete, stochastic living matter, with the same answer on every processor.

>>> import morula
>>> sim = morula.Model({"model": "automaton", "steps": 10, "lattice": {"size": [8, 8]},
...                     "automaton": {"rule": "B3/S23"}, "initial": {"random": {"density": 0.3}}})
>>> sim.step(10)
10
>>> sim["state"].shape
(8, 8)
"""

from . import analyze
from ._commands import check, devices, fit, movie, report, sweep
from ._errors import Error, ModelError, Problem, StaleView
from ._model import Model
from ._runs import Run, open, resume, run

__all__ = ["Error", "Model", "ModelError", "Problem", "Run", "StaleView", "analyze", "check", "devices", "fit", "movie",
           "open", "report", "resume", "run", "sweep"]
__version__ = "0.1.0"
