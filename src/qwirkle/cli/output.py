"""What several commands print the same way."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def print_json(value: Any) -> None:
    """A value as indented JSON on standard output."""
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    sys.stdout.write(text + "\n")


def plain_console() -> Console:
    """Standard output for names that others chose: nothing in them is taken for markup."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)


def table_of(title: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table of figures that fits a terminal of 80 columns: only a long name is folded."""
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, collapse_padding=True)
    table.add_column(headings[0], overflow="fold")
    for heading in headings[1:]:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


class Advance(Protocol):
    """One step further; what is said stands beside the bar."""

    def __call__(self, said: str = "") -> None:
        """Step."""
        ...


def _unseen(said: str = "") -> None:
    """A step when nobody is looking."""


@contextmanager
def progress_bar(total: int, what: str) -> Iterator[Advance]:
    """A progress bar on standard error; nothing when nobody is looking."""
    if not sys.stderr.isatty():
        yield _unseen
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    with Progress(
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        Remaining(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=total)
        yield lambda said="": bar.update(task, advance=1, description=said)
