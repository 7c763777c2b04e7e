"""Hints: a good turn with a reason, found by a bot from the view of the seat that asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from qwirkle.analysis.review.report import Reason
from qwirkle.engine.legal import best_points
from qwirkle.errors import BotError
from qwirkle.protocol.shapes.turns import Turn, write_turn
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.editions.base import Key
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.referee import judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.refusals.sentences import Counted, Param, Sentences, write_sentence
from qwirkle.rules.turns import Pass

ADVISERS: Mapping[Key, str] = {"placement": "sim:ms=250", "cards": "sim:ms=250"}
"""The bots that give hints, by family."""


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
"""The reason why a turn is good, as a stable code."""
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
"""The parameters of each code."""
SENTENCES: Sentences = {
    "place-most": "No turn scores more.",
    "place-safe": "Another turn scores {most}, but this one is better.",
    "trade": "Nothing good to play: trade these tiles.",
    "take": "Take this tile: it scores more elsewhere.",
    "draw3": "Draw three: you’ll have more tiles to choose from.",
    "pass": "Nothing fits and you can’t trade: pass.",
    "cards-play": "These cards can be played.",
    "cards-play/qwirkles": Counted(
        "qwirkles", "This makes {n} Qwirkle.", "This makes {n} Qwirkles."
    ),
    "cards-exchange": "You can’t play any of your cards: draw a new hand.",
    "cards-pass": "You can’t play any of your cards, and the deck is empty.",
    # the points of a placement, before its own sentence
    "points": Counted("points", "This scores {n} point.", "This scores {n} points."),
    "points/qwirkles": Counted("points", "A Qwirkle: {n} point.", "A Qwirkle: {n} points."),
}
"""The sentence of each code."""


class Hint(msgspec.Struct, frozen=True):
    """A good turn, and why it is good."""

    turn: Turn
    points: int
    reason: str
    """A sentence in English."""
    code: HintCode
    params: dict[str, str | int] = {}
    """The values that the sentence mentions, by name; tiles are codes separated by spaces."""
    reasons: tuple[Reason, ...] = ()
    """Why it is better than another turn with many points, in the form of a review."""


def placement_hint(seen: View, turn: AnyTurn) -> Hint:
    """Explain a turn of a placement game."""
    match turn:
        case Place(tiles=tiles):
            return _place_hint(seen, turn, _score(seen, tiles))
        case Trade(tiles=tiles):
            return _hint(turn, "trade", {"count": len(tiles)})
        case Take():
            return _hint(turn, "take")
        case DrawThree():
            return _hint(turn, "draw3")
        case Pass():
            return _hint(turn, "pass")
        case _:
            raise TypeError(f"{turn!r} is not a turn of a placement game")


def _hint(
    turn: AnyTurn, code: HintCode, params: dict[str, Param] | None = None, case: str = ""
) -> Hint:
    text, plain = write_sentence(SENTENCES, code, case=case, **(params or {}))
    plain.pop("case", None)
    return Hint(write_turn(turn), 0, text, code, plain)


def _score(seen: View, tiles: Sequence[Placed]) -> Score:
    verdict = judge(seen.board, tiles, seen.hand, seen.demands())
    if not isinstance(verdict, Score):
        raise BotError("the adviser found a turn that the rules refuse")
    return verdict


def _place_hint(seen: View, turn: Place, verdict: Score) -> Hint:
    most = best_points(seen.board, seen.hand, seen.demands())
    points, lines = verdict.points, len(verdict.lines)
    qwirkles = sum(line.qwirkle for line in verdict.lines)
    gain, _ = write_sentence(
        SENTENCES, "points", case="qwirkles" if qwirkles else "", points=points
    )
    params: dict[str, Param] = {"points": points, "lines": lines, "qwirkles": qwirkles}
    code: HintCode = "place-most"
    if points < most:
        code, params["most"] = "place-safe", most
    hint = _hint(turn, code, params)
    return replace(hint, points=points, reason=f"{gain} {hint.reason}")


def cards_hint(seen: CardsView, turn: AnyTurn) -> Hint:
    """Explain a turn of the card game."""
    match turn:
        case Play(after=after):
            verdict = judge_cards(seen.table, seen.hand, after, seen.opening_cards)
            if isinstance(verdict, tuple):
                raise BotError("the adviser found a turn that the rules refuse")
            made = len(verdict.qwirkles)
            params: dict[str, Param] = {"tiles": verdict.played, "qwirkles": made}
            hint = _hint(turn, "cards-play", params, "qwirkles" if made else "")
            return replace(hint, points=made)
        case Exchange():
            return _hint(turn, "cards-exchange")
        case Pass():
            return _hint(turn, "cards-pass")
        case _:
            raise TypeError(f"{turn!r} is not a turn of the card game")
