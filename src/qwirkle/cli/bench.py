"""``qwirkle bench``: how fast the core is on this machine."""

from __future__ import annotations

from qwirkle.cli.arguments import AsJson
from qwirkle.errors import QwirkleError

SHORTEST, LONGEST = 0.01, 3600.0


def bench(
    *,
    seconds: float = 2.0,
    as_json: AsJson = False,
) -> None:
    """Measure the core: one thread, processor time.

    Parameters
    ----------
    seconds
        How long to measure each figure.
    """
    from qwirkle.engine.bench import measure
    from qwirkle.terminal.output import PlainConsole, print_json

    if not SHORTEST <= seconds <= LONGEST:
        raise QwirkleError(f"--seconds must be between {SHORTEST} and {LONGEST:.0f}")
    figures = measure(seconds)
    if as_json:
        print_json(figures)
        return
    console = PlainConsole()
    for name, figure in figures.items():
        shown = f"{figure:,.2f}" if isinstance(figure, float) else str(figure)
        console.print(f"{name.replace('_', ' '):26} {shown:>13}")
