"""A progress bar for terminals and Jupyter."""

import sys
import time


def _in_notebook():
    shell = sys.modules.get("IPython")
    shell = shell.get_ipython() if shell else None
    return type(shell).__name__ == "ZMQInteractiveShell"


class Bar:
    """Shows the progress of a run a few times a second, from half a second after its beginning."""

    def __init__(self, shows=None):
        self._shows = sys.stderr.isatty() or _in_notebook() if shows is None else shows
        self._begun = self._shown = time.monotonic()
        self._has_shown = False

    def show(self, done, total):
        now = time.monotonic()
        if not self._shows or now - self._begun < 0.5 or now - self._shown < 0.2:
            return
        self._shown, self._has_shown = now, True
        seconds = (total - done) * (now - self._begun) / done if total and done else None
        part = min(1.0, done / total) if total else 0
        bar = "#" * round(24 * part) + "." * (24 - round(24 * part))
        remaining = f", {seconds:.0f} s left" if seconds is not None else ""
        sys.stderr.write(f"\r[{bar}] step {done} of {total}{remaining}    " if total else f"\rstep {done}    ")
        sys.stderr.flush()

    def end(self):
        if self._has_shown:
            sys.stderr.write("\r" + " " * 70 + "\r")
            sys.stderr.flush()
