"""The command line: one program, ``qwirkle``. Thin: every command calls the library and prints."""

from __future__ import annotations

import signal
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError

from qwirkle import __version__
from qwirkle.errors import QwirkleError

app = App(
    name="qwirkle",
    help="Qwirkle and its family: play, match bots, replay games, or drive the engine.",
    version=f"qwirkle {__version__}",
    help_format="plaintext",
)
app.command("qwirkle.cli.play:play", help="Play in the terminal against bots.")
app.command(
    "qwirkle.cli.engine:engine", help="Answer the engine protocol: JSON Lines in, JSON Lines out."
)
app.command(
    "qwirkle.cli.lab.match:match", help="Let bots play each other: paired, seat-swapped games."
)
app.command("qwirkle.cli.lab.ladder:ladder", help="Rate bots: every one plays every other.")
app.command("qwirkle.cli.lab.plot:plot", help="Draw stored matches and ladders.")
app.command("qwirkle.cli.lab.train:train", help="Learn the weights that the value bot plays by.")
app.command("qwirkle.cli.bots:bots", help="Say which bots and levels there are, and how strong.")
app.command("qwirkle.cli.bench:bench", help="Measure how fast the core is here.")
app.command("qwirkle.cli.replay:replay", help="Show a recorded game and check every turn of it.")
app.command(
    "qwirkle.cli.serve:serve", help="Play in the browser, alone or together over the network."
)
app.command(
    "qwirkle.cli.stores:copy_store",
    help="Copy all tables and accounts from one database to another.",
)
app.command("qwirkle.cli.stores:verify_store", help="Fold every table of a store anew and compare.")
app.command("qwirkle.cli.verify:verify", help="Compute every draw of a recorded game anew.")


@app.default
def start() -> None:
    """Play in the browser; in the terminal where the page is missing."""
    from qwirkle.cli.start import start as started

    started()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and leave with its status: 0, 1 (a failed run) or 2 (bad usage)."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # SIGTERM ends it in good order, too: programs that play as bots are ended with it.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    status = run(sys.argv[1:] if arguments is None else arguments)
    for number in (signal.SIGINT, signal.SIGTERM):
        # Nothing is left to be interrupted, and the interpreter would complain while it ends.
        signal.signal(number, signal.SIG_IGN)
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run the program; say what is wrong in one line, never with a traceback."""
    try:
        app(list(arguments), exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return _complain(" ".join(str(error).split()))
    except QwirkleError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; there is nobody left to tell.
        sys.stderr.close()
        return 1
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else 1
    return 0


def _complain(sentence: str) -> int:
    print(f"qwirkle: {sentence}", file=sys.stderr)  # noqa: T201
    return 2
