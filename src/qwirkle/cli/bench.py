"""``qwirkle bench``: how fast the core is here."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter


def bench(
    *,
    seconds: float = 2.0,
    as_json: Annotated[bool, Parameter(name="--json", negative="")] = False,
) -> None:
    """Measure the core: one thread, processor time.

    Parameters
    ----------
    seconds
        How long each figure is measured.
    as_json
        Print the figures as JSON.
    """
    from qwirkle.cli.output import print_json
    from qwirkle.engine.bench import measure

    figures = measure(seconds)
    if as_json:
        print_json(figures)
        return
    from rich.console import Console

    console = Console(highlight=False)
    for name, figure in figures.items():
        shown = f"{figure:,.2f}" if isinstance(figure, float) else str(figure)
        console.print(f"{name.replace('_', ' '):32} {shown:>14}")
