"""The coach of a teaching game in the terminal: asks once per turn, and has hints in steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from qwirkle.notation.narration import name_placed
from qwirkle.protocol.shapes.turns import turn_of, write_turn
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.turns import Place, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile, in_order
from qwirkle.tables.coach.looks import SecondLook, look_at

QUESTION = (
    "There’s something better: look again? Enter plays it anyway, hint helps step by step, "
    "undo takes it back."
)


class Coach:
    """What a teaching game says before a turn that loses at least ``least``."""

    question = QUESTION

    def __init__(self, least: int) -> None:
        self._least = least
        self._asked: int | None = None
        """The turn of the game that it has asked about last."""
        self._look: SecondLook | None = None
        self._seen: AnyView | None = None
        self._steps: list[str] = []

    def asks_about(self, seen: AnyView, turn: AnyTurn) -> bool:
        """Return whether to look again before this turn is played; at most once per turn."""
        if self._asked == seen.turns_played:
            return False
        look = look_at(seen, write_turn(turn), self._least)
        if not look.better or look.best is None:
            return False
        self._asked = seen.turns_played
        self._look, self._seen = look, seen
        self._steps = _steps(seen, turn_of(look.best.turn, seen))
        return True

    def hint(self, seen: AnyView) -> Sequence[str]:
        """Return the next hint about this turn; nothing if there was no question about it."""
        if self._look is None or self._asked != seen.turns_played:
            return ()
        if len(self._steps) > 1:
            return (self._steps.pop(0),)
        return (*self._steps, *(reason.text for reason in self._look.reasons))


def _steps(seen: AnyView, turn: AnyTurn) -> list[str]:
    """Return where to look, which tiles to use, and the whole turn."""
    whole = f"The best turn found: {turn}."
    if isinstance(turn, Place) and turn.tiles:
        x, y, _ = turn.tiles[0]
        first = f"Look here: column {x}, row {y}."
        tiles = _names(placed.tile for placed in turn.tiles)
        return [first, f"Use: {tiles}.", f"{whole} {name_placed(turn.tiles)}."]
    if isinstance(turn, Trade):
        return ["Place nothing: trade instead.", f"Use: {_names(turn.tiles)}.", whole]
    if isinstance(turn, Play) and not isinstance(seen, View):
        lying = Counter(card for cards in seen.table for card in cards)
        used = Counter(card for cards in turn.after for card in cards) - lying
        return [f"You can play {used.total()} cards.", f"Use: {_names(used.elements())}.", whole]
    return [whole]


def _names(tiles: Iterable[Tile]) -> str:
    return ", ".join(tile.words for tile in in_order(list(tiles)))
