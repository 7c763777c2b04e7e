"""Output shared by several commands, and the one place where text is made safe to print.

Names, records and lines from programs were written by other people: nothing in them reaches the
terminal as a control code, and no refusal repeats more than a glimpse of them.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from qwirkle.notation.text.words import count_of

if TYPE_CHECKING:
    from rich.table import Table

LONGEST_REFUSAL = 300
LONGEST_QUOTE = 100
SHORTEST_NAME = 12
_QUOTE = re.compile("(?<=“)[^”]+(?=”)|(?<=\")[^\"]+(?=\")|(?<=')[^']+(?=')")
_JOINERS = "\u200c\u200d"
"""Invisible, and needed by some scripts and emoji: they move nothing but their neighbours."""


def printable(text: str) -> str:
    """Return the text with everything a terminal could obey replaced."""
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or letter in _JOINERS else " " if letter == "\u00a0" else "�"
        for letter in text
    )


def shorten(text: str, most: int) -> str:
    """Return a long text without its middle: both ends help to tell two of them apart."""
    if len(text) <= most:
        return text
    tail = (most - 1) // 2
    return f"{text[: most - 1 - tail]}…{text[len(text) - tail :]}"


def refusal(sentence: object) -> str:
    """Return a refusal on one line and not too long, whatever it quotes."""
    text = printable(" ".join(str(sentence).split()))
    text = _QUOTE.sub(lambda quote: shorten(quote.group(), LONGEST_QUOTE), text)
    return shorten(text, LONGEST_REFUSAL)


class PlainConsole(Console):
    """Standard output without markup, through which no control code passes."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, **settings)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Return the segments of the output; styles and cursor movements are added after this."""
        for segment in super().render(renderable, options):
            if segment.control is None:
                lines = segment.text.split("\n")
                yield segment._replace(text="\n".join(map(printable, lines)))
            else:
                yield segment


def print_json(value: Any) -> None:
    """Print a value as indented JSON on standard output."""
    _write_safely(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def print_json_line(value: Any) -> None:
    """Print a value as JSON on one line, for outputs of several values."""
    _write_safely(msgspec.json.encode(value).decode())


def _write_safely(text: str) -> None:
    # JSON leaves some control codes as they are, which terminals obey.
    safe = "\n".join("".join(map(_escape, line)) for line in text.split("\n"))
    sys.stdout.write(safe + "\n")


def store_size(tables: int, events: int) -> str:
    """Describe the size of a store."""
    return f"{count_of(tables, 'table')} with {count_of(events, 'event')}"


def _escape(letter: str) -> str:
    return letter if letter.isprintable() else json.dumps(letter)[1:-1]


def print_figures(
    console: Console, title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]
) -> None:
    """Print a table of names and numbers; in a narrow terminal, a few lines for each name."""
    given = [[printable(cell) for cell in row] for row in rows]
    names = [row[0] for row in given]
    longest = max(map(len, names))
    room = longest + console.width - _width(console, _figures(title, headings, given))
    if room < min(longest, SHORTEST_NAME):
        console.print(title)
        for name, row in zip(_distinct(names, console.width), given, strict=True):
            console.print(f"\n{name}")
            for heading, figure in zip(headings[1:], row[1:], strict=True):
                console.print(f"  {heading:<9} {figure}")
        console.print()
        return
    short = [[name, *row[1:]] for name, row in zip(_distinct(names, room), given, strict=True)]
    console.print(_figures(title, headings, short))


def _width(console: Console, table: Table) -> int:
    """Return the natural width of a table."""
    return console.measure(table, options=console.options.update(width=10_000)).maximum


def _figures(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, collapse_padding=True)
    table.add_column(headings[0], no_wrap=True)
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def _distinct(names: Sequence[str], most: int) -> list[str]:
    """Return the names in at most ``most`` letters; ambiguous ones get a number."""
    short = [shorten(name, most) for name in names]
    alike = [
        {other for other, shown in zip(names, short, strict=True) if shown == mine}
        for mine in short
    ]
    return [
        mine if len(group) == 1 else f"{shorten(name, most - 3)} {sorted(group).index(name) + 1}"
        for name, mine, group in zip(names, short, alike, strict=True)
    ]


class Advance(Protocol):
    """A callback for one step of progress; the note appears beside the bar."""

    def __call__(self, note: str = "") -> None:
        """Show one more step as done."""
        ...


def _unseen(note: str = "") -> None:
    """Ignore a step that nobody watches."""


@contextmanager
def progress_bar(total: int, what: str) -> Iterator[Advance]:
    """Show a progress bar on standard error; nothing if nobody is watching."""
    if not sys.stderr.isatty():
        yield _unseen
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    with Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        Remaining(),
        TextColumn("{task.description}", markup=False),
        console=PlainConsole(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=total)
        yield lambda note="": bar.update(task, advance=1, description=note)
