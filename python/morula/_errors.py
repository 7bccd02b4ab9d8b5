"""What the package raises."""

from typing import NamedTuple


class Problem(NamedTuple):
    """One thing that is wrong with a model. Lines and columns count from 1; 0 means that there is none."""

    source: str
    line: int
    column: int
    key: str
    message: str


class Error(RuntimeError):
    """A run, or a command, failed."""


class ModelError(Error, ValueError):
    """What was given is wrong; `problems` has every problem found.

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
