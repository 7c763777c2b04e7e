"""A good turn with a reason, for a person who asks: found by a bot from the view of their seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec
from msgspec.structs import replace

from qwirkle.analysis.reasons import reasons_for_hint
from qwirkle.analysis.review.report import Reason
from qwirkle.engine.legal import best_points
from qwirkle.errors import BotError
from qwirkle.notation.text.words import count_of
from qwirkle.protocol.shapes.turns import Turn, write_turn
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyTurn, AnyView, Registry
from qwirkle.rules.placement.board import Placed
from qwirkle.rules.placement.referee import Score, judge
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.placement.view import View
from qwirkle.rules.reasons import codes
from qwirkle.rules.turns import Pass

ADVISERS = Registry[str](placement="sim:ms=250", cards="sim:ms=250")
"""The bots that give hints."""


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
"""The parameters of each."""


class Hint(msgspec.Struct, frozen=True):
    """A good turn, and why it is good."""

    turn: Turn
    points: int
    reason: str
    """A sentence in English."""
    code: HintCode
    params: dict[str, str | int] = {}
    """The things that the sentence mentions, by name; tiles are codes with spaces between them."""
    reasons: tuple[Reason, ...] = ()
    """Why it is better than another turn with many points, as reviews say it."""


def hint_of(seen: AnyView, turn: AnyTurn) -> Hint:
    """Explain the turn that the adviser found."""
    hint = _HINTS.of(seen)(seen, turn)
    reasons = reasons_for_hint(seen, turn)
    sentences = (hint.reason, *(reason.text for reason in reasons))
    return replace(hint, reason=" ".join(sentences), reasons=reasons)


def _placement_hint(seen: View, turn: AnyTurn) -> Hint:
    written = write_turn(turn)
    match turn:
        case Place(tiles=tiles):
            return _place_hint(seen, written, _score(seen, tiles))
        case Trade(tiles=tiles):
            count = len(tiles)
            sentence = f"Nothing good fits: trade {count_of(count, 'tile')}."
            return Hint(written, 0, sentence, "trade", {"count": count})
        case Take():
            return Hint(written, 0, "That tile scores more elsewhere.", "take")
        case DrawThree():
            return Hint(written, 0, "Three more tiles now give you more to choose from.", "draw3")
        case Pass():
            return Hint(written, 0, "Nothing fits and you cannot trade.", "pass")
        case _:
            raise TypeError(f"{turn!r} is no turn of a placement game")


def _score(seen: View, tiles: Sequence[Placed]) -> Score:
    verdict = judge(seen.board, tiles, seen.hand, seen.demands())
    if not isinstance(verdict, Score):
        raise BotError("the adviser found a turn that the rules refuse")
    return verdict


def _place_hint(seen: View, written: Turn, verdict: Score) -> Hint:
    most = best_points(seen.board, seen.hand, seen.demands())
    points, lines = verdict.points, len(verdict.lines)
    qwirkles = sum(line.qwirkle for line in verdict.lines)
    params: dict[str, str | int] = {"points": points, "lines": lines, "qwirkles": qwirkles}
    said = [count_of(points, "point")]
    if qwirkles:
        said.append(f"with {count_of(qwirkles, 'Qwirkle')}")
    elif lines > 1:
        said.append(f"in {count_of(lines, 'line')}")
    if points >= most:
        said.append("and no turn scores more")
        return Hint(written, points, f"{' '.join(said)}.", "place-most", params)
    said.append(f"while another turn scores {most}")
    params["most"] = most
    return Hint(written, points, f"{' '.join(said)}.", "place-safe", params)


def _cards_hint(seen: CardsView, turn: AnyTurn) -> Hint:
    written = write_turn(turn)
    match turn:
        case Play(after=after):
            verdict = judge_cards(seen.table, seen.hand, after, seen.opening_cards)
            if isinstance(verdict, tuple):
                raise BotError("the adviser found a turn that the rules refuse")
            cards = " and ".join(card.words for card in verdict.played)
            made = len(verdict.qwirkles)
            gain = f" for {count_of(made, 'Qwirkle')}" if made else ""
            params: dict[str, str | int] = {"tiles": codes(verdict.played), "qwirkles": made}
            return Hint(written, made, f"Play {cards}{gain}.", "cards-play", params)
        case Exchange():
            return Hint(written, 0, "You cannot play a card: take a new hand.", "cards-exchange")
        case Pass():
            sentence = "You cannot play a card, and the deck is empty."
            return Hint(written, 0, sentence, "cards-pass")
        case _:
            raise TypeError(f"{turn!r} is no turn of the card game")


_HINTS = Registry[Callable[..., Hint]](placement=_placement_hint, cards=_cards_hint)
