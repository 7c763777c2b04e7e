"""The fast core and its Python interface: positions, placements, playouts.

Legality follows from masks kept on the board; the referee in ``qwirkle.rules`` decides the same in
another way, and the tests keep the two equal.

``placement`` and ``cards`` are the core of the two families, ``episodes`` deals and plays whole
games in it. Their modules are Python, compiled with the C types in the ``.pxd`` file beside each.
There a leading underscore does not mean "private" but "C function": it is declared in the ``.pxd``,
Python does not see it once it is compiled, and other modules of the core may call it. Functions
without one can be called from Python. The modules in this folder itself translate between the
core's numbers and the values of ``qwirkle.rules``; there an underscore has its usual meaning.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from qwirkle.engine import loading, stamp

# Before anything imports the core by name: this decides which file that name refers to.
_PARTS = stamp.PARTS if loading.HAS_STATES else stamp.IN_BROWSERS
_BACKEND, _NOTE = loading.load(*_PARTS[1:])

from qwirkle.engine.loading import CoreUnavailable  # noqa: E402
from qwirkle.engine.position import (  # noqa: E402
    Move,
    OpeningRule,
    PlayoutResult,
    Position,
    Standing,
    TableTooWide,
    largest_set,
    play_out,
)

if TYPE_CHECKING:
    from qwirkle.engine.state import CardState as CardState
    from qwirkle.engine.state import PlacementState as PlacementState
    from qwirkle.engine.state import new_state as new_state
    from qwirkle.engine.state import play_out_together as play_out_together

_STATES = ("CardState", "PlacementState", "new_state", "play_out_together")


def __getattr__(name: str) -> object:
    """Import the states when they are first used: few programs need them."""
    if name in _STATES:
        return getattr(import_module("qwirkle.engine.state"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def backend() -> str:
    """Return which core runs: "compiled", "checked" or "python"."""
    return _BACKEND


def backend_note() -> str | None:
    """Return a sentence for people if a slower core runs, with the remedy; else None."""
    return _NOTE


__all__ = [
    "CardState",
    "CoreUnavailable",
    "Move",
    "OpeningRule",
    "PlacementState",
    "PlayoutResult",
    "Position",
    "Standing",
    "TableTooWide",
    "backend",
    "backend_note",
    "largest_set",
    "new_state",
    "play_out",
    "play_out_together",
]
