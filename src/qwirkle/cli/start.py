"""``qwirkle`` without a command: the game in the browser, or else in the terminal."""

from __future__ import annotations

import os
import sys

LOG_LEVEL = "QWIRKLE_LOG_LEVEL"


def start() -> None:
    """Serve the page and open it; if it is missing, report that in one line and play here."""
    why = _obstacle()
    if why is None:
        from qwirkle.cli import app

        # As a command, so that the environment counts. People at home need no log.
        quiet = [] if LOG_LEVEL in os.environ else ["--log-level", "warning"]
        app(["serve", *quiet], exit_on_error=False, print_error=False)
        return
    from qwirkle.cli.play import play

    print(f"qwirkle: {why}, so you play in the terminal.", file=sys.stderr)  # noqa: T201
    play()


def _obstacle() -> str | None:
    """Return why the game cannot be played in the browser; None if it can."""
    try:
        import qwirkle.server.serving.process  # noqa: F401
        from qwirkle.server.page import is_built
    except ModuleNotFoundError as error:
        return f"the server needs {error.name}, which is missing"
    return None if is_built() else "the page could not be built here"
