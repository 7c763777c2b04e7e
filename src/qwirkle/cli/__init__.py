"""The command line: one program, ``qwirkle``. Thin: every command calls the library and prints."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from qwirkle import __version__
from qwirkle.cli.arguments import HelpFormatter, shown_default
from qwirkle.errors import QwirkleError, ServerAway
from qwirkle.notation.text.words import nearest

app = App(
    name="qwirkle",
    help="Qwirkle and its family: play, let bots play each other, replay games, drive the engine.",
    version=f"qwirkle {__version__}",
    help_format="plaintext",
    help_formatter=HelpFormatter(),
    # An option that may be repeated needs no flag that empties it.
    default_parameter=Parameter(negative_iterable=(), show_default=shown_default),
)
app.command("qwirkle.cli.play:play", help="Play in the terminal against bots.")
app.command(
    "qwirkle.cli.engine:engine", help="Answer the engine protocol: JSON Lines in, JSON Lines out."
)
app.command(
    "qwirkle.cli.lab.match:match", help="Let bots play each other in paired, seat-swapped games."
)
app.command("qwirkle.cli.lab.ladder:ladder", help="Rate bots: each plays every other.")
app.command("qwirkle.cli.lab.games:games", help="Write games between bots to a file for research.")
app.command(
    "qwirkle.cli.lab.regret:app",
    name="regret",
    help="Measure the points a bot loses per decision in annotated positions.",
)
app.command("qwirkle.cli.lab.plot:plot", help="Draw stored matches and ladders.")
app.command("qwirkle.cli.lab.train:train", help="Learn the weights that the value bot plays by.")
app.command("qwirkle.cli.online:bot", help="Let a bot play at a table of a server, from outside.")
app.command("qwirkle.cli.bots:bots", help="List bots and levels with their strength.")
app.command("qwirkle.cli.bench:bench", help="Measure how fast the core is on this machine.")
app.command("qwirkle.cli.replay:replay", help="Show a recorded game and check every turn.")
app.command("qwirkle.cli.photo:photo", help="Read the position in a photograph of a real table.")
app.command(
    "qwirkle.cli.review:review", help="Review a recorded game: points lost, luck and chances."
)
app.command(
    "qwirkle.cli.serve:serve", help="Play in the browser, alone or with others over the network."
)
app.command("qwirkle.cli.serve:site", help="Write a site that plays in the browser with no server.")
app.command(
    "qwirkle.cli.admin.copy_store:copy_store",
    help="Copy all tables and accounts from one database to another.",
)
app.command(
    "qwirkle.cli.admin.verify_store:verify_store",
    help="Rebuild every table from its events and check it.",
)
app.command(
    "qwirkle.cli.admin:app",
    name="admin",
    help="Look after a server: its tables, its accounts, and backups.",
)
app.command(
    "qwirkle.cli.puzzles:app", name="puzzles", help="Show the puzzle of a day, or make puzzles."
)
app.command("qwirkle.cli.verify:verify", help="Check that a recorded game was dealt fairly.")
app.register_install_completion_command(
    help="Let the shell complete commands and options: bash, zsh, fish or PowerShell."
)

FAILED, MISUSED = 1, 2
TRACEBACK = "QWIRKLE_TRACEBACK"
"""The environment variable for whoever wants to see where an error in qwirkle comes from."""


@app.default
def start() -> None:
    """Play in the browser, or in the terminal if the page is missing."""
    from qwirkle.cli.start import start as start_playing

    start_playing()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and exit with its status: 0, 1 (a failed run) or 2 (bad usage)."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # A program that is asked to end leaves as usual, so that programs playing as bots end with it.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    status = _with_streams(sys.argv[1:] if arguments is None else arguments)
    for number in (signal.SIGINT, signal.SIGTERM):
        # Nothing is left to interrupt, and the interpreter would complain while it ends.
        signal.signal(number, signal.SIG_IGN)
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run the program; report an error in one line, never with a traceback."""
    words = list(arguments)
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    if words and not words[0].startswith("-") and words[0] not in app:
        return _complain(_no_such_command(words[0]))
    with _whole_docstring(words):
        status = _run(words)
    try:
        sys.stdout.flush()
    except OSError as error:
        status = _output_failed(error)
    return status


@contextmanager
def _whole_docstring(words: list[str]) -> Iterator[None]:
    """Let the help of a command contain its whole docstring; lists have one line for it."""
    command = app
    if {"--help", "-h"} & set(words):
        for word in takewhile(lambda word: not word.startswith("-"), words):
            if word in command:
                command = command[word]
    line = command.help
    if command is not app and command.default_command is not None:
        command.help = None
    yield
    command.help = line


def _run(words: list[str]) -> int:
    try:
        app(words, exit_on_error=False, print_error=False)
    except UnusedCliTokensError as error:
        return _complain(f"“{' '.join(error.unused_tokens or ())}” is more than this command takes")
    except ServerAway as error:
        return _complain(error, FAILED)
    except (CycloptsError, QwirkleError) as error:
        return _complain(error)
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except OSError as error:
        return _output_failed(error)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else FAILED
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        return _complain(
            f"an error in qwirkle itself, {type(error).__name__}: {error} "
            f"({TRACEBACK}=1 shows where)",
            FAILED,
        )
    return 0


def _no_such_command(word: str) -> str:
    commands = [name for name in app if not name.startswith("-")]
    meant = nearest(word, commands)
    hint = f"Did you mean '{meant}'?" if meant else "qwirkle --help lists the commands."
    return f"There is no command '{word}'. {hint}"


def _with_streams(arguments: Sequence[str]) -> int:
    """Run with standard streams that take every character, also where the shell closed some."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open()  # noqa: SIM115
    if sys.stdout is None:
        return _complain("standard output is closed", FAILED)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    return run(arguments)


def _output_failed(error: OSError) -> int:
    """Report what could not be read or written, unless the reader of our output has simply gone."""
    # What is left over must not be tried again when the interpreter ends.
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
    if isinstance(error, BrokenPipeError):
        return FAILED
    where = "" if error.filename is None else f"{error.filename}: "
    return _complain(f"{where}{error.strerror or error}", FAILED)


def _complain(sentence: object, status: int = MISUSED) -> int:
    from qwirkle.terminal.output import refusal

    with suppress(OSError, ValueError):
        print(f"qwirkle: {refusal(sentence)}", file=sys.stderr)  # noqa: T201
    return status
