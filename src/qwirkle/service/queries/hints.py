"""A good turn with a reason, for a person who asks: found by a bot from the view of his seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from qwirkle.engine.legal import best_points
from qwirkle.errors import BotError
from qwirkle.protocol.shapes import cards as wire_cards
from qwirkle.protocol.shapes import placement as wire
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.referee import Score, judge
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.reasons import codes
from qwirkle.rules.turns import Pass

ADVISER = "sim:ms=250"
"""The bot that gives hints."""


HintCode = Literal[
    "place-most",
    "place-safe",
    "trade",
    "take",
    "draw3",
    "pass",
    "cards-play",
    "cards-exchange",
    "cards-pass",
]
"""Why a turn is good, as a stable code."""
HINT_PARAMS: dict[HintCode, tuple[str, ...]] = {
    "place-most": ("lines", "points", "qwirkles"),
    "place-safe": ("lines", "most", "points", "qwirkles"),
    "trade": ("count",),
    "take": (),
    "draw3": (),
    "pass": (),
    "cards-play": ("qwirkles", "tiles"),
    "cards-exchange": (),
    "cards-pass": (),
}
"""What each of them speaks of."""


class Hint(msgspec.Struct, frozen=True):
    """A turn in the words of the public contract, and why."""

    turn: dict[str, Any]
    points: int
    reason: str
    """A sentence in English."""
    code: HintCode
    params: dict[str, str | int] = {}
    """What the sentence speaks of; tiles are codes with spaces between them."""


def hint_of(seen: AnyView, turn: AnyTurn) -> Hint:
    """What an adviser says about the turn it found."""
    if isinstance(seen, CardsView):
        return _of_cards(seen, turn)  # type: ignore[arg-type]  # it was asked about cards
    return _of_tiles(seen, turn)  # type: ignore[arg-type]  # it was asked about tiles


def _of_tiles(seen: View, turn: Turn) -> Hint:
    written = wire.write_turn(turn)
    match turn:
        case Place(tiles=tiles):
            return _of_place(seen, written, _scored(seen, tiles))
        case Trade(tiles=tiles):
            count = len(tiles)
            sentence = f"Nothing good fits: trade {_count(count, 'tile')}."
            return Hint(written, 0, sentence, "trade", {"count": count})
        case Take():
            return Hint(written, 0, "That tile brings more points elsewhere.", "take")
        case DrawThree():
            return Hint(written, 0, "Three more tiles now give more to choose from.", "draw3")
        case Pass():
            return Hint(written, 0, "Nothing fits and nothing can be traded.", "pass")


def _scored(seen: View, tiles: Sequence[Placed]) -> Score:
    verdict = judge(seen.board, tiles, seen.hand, seen.demands())
    if not isinstance(verdict, Score):
        raise BotError("the adviser found a turn that the rules refuse")
    return verdict


def _of_place(seen: View, written: dict[str, Any], verdict: Score) -> Hint:
    most = best_points(seen.board, seen.hand, seen.demands())
    points, lines = verdict.points, len(verdict.lines)
    qwirkles = sum(line.qwirkle for line in verdict.lines)
    params: dict[str, str | int] = {"points": points, "lines": lines, "qwirkles": qwirkles}
    said = [_count(points, "point")]
    if qwirkles:
        said.append(f"with {_count(qwirkles, 'Qwirkle')}")
    elif lines > 1:
        said.append(f"in {_count(lines, 'line')}")
    if points >= most:
        said.append("and no turn makes more")
        return Hint(written, points, f"{' '.join(said)}.", "place-most", params)
    said.append(f"and it leaves less to the others than one for {most}")
    params["most"] = most
    return Hint(written, points, f"{' '.join(said)}.", "place-safe", params)


def _of_cards(seen: CardsView, turn: CardTurn) -> Hint:
    written = wire_cards.write_card_turn(turn)
    if isinstance(turn, Play):
        verdict = judge_cards(seen.table, seen.hand, turn.after, seen.opening_cards)
        if not isinstance(verdict, tuple):
            cards = " and ".join(card.words for card in verdict.played)
            made = len(verdict.qwirkles)
            gain = f" for {_count(made, 'Qwirkle')}" if made else ""
            params: dict[str, str | int] = {"tiles": codes(verdict.played), "qwirkles": made}
            return Hint(written, made, f"Play {cards}{gain}.", "cards-play", params)
    if isinstance(turn, Exchange):
        return Hint(written, 0, "No card can be played: take a new hand.", "cards-exchange")
    return Hint(written, 0, "No card can be played and the deck is empty.", "cards-pass")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
