"""The exceptions of the package."""

from typing import NamedTuple


class Problem(NamedTuple):
    """One error in a model. Lines and columns are counted from 1; 0 means that the error has no place in a text."""

    source: str
    line: int
    column: int
    key: str
    message: str


class Error(RuntimeError):
    """A run, or a command, failed."""


class ModelError(Error, ValueError):
    """The input is wrong; `problems` is a list of all problems.

    >>> import morula
    >>> try:
    ...     morula.check("model: automaton\\nsteps: -3\\nlatice: {}\\n")
    ... except morula.ModelError as error:
    ...     problem = error.problems[-1]
    >>> problem.key, problem.line, problem.message
    ('latice', 3, "unknown key; did you mean 'lattice'?")
    """

    def __init__(self, text, problems=()):
        super().__init__(text)
        self.problems = list(problems)

    def __reduce__(self):
        return type(self), (str(self), self.problems)


class StaleView(Error):
    """A view was used after a step, or after its model was closed."""
