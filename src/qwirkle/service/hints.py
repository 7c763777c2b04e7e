"""A good turn with a reason, for a person who asks: found by a bot from the view of his seat."""

from __future__ import annotations

from typing import Any

import msgspec

from qwirkle.engine.legal import best_points
from qwirkle.rules.cards.referee import judge as judge_cards
from qwirkle.rules.cards.turns import CardTurn, Exchange, Play
from qwirkle.rules.cards.view import CardsView
from qwirkle.rules.games import AnyTurn, AnyView
from qwirkle.rules.referee import Score, judge
from qwirkle.rules.turns import DrawThree, Pass, Place, Take, Trade, Turn
from qwirkle.rules.view import View
from qwirkle.wire import cards as wire_cards
from qwirkle.wire import tiles as wire

ADVISER = "sim:ms=250"
"""The bot that gives hints."""


class Hint(msgspec.Struct, frozen=True):
    """A turn in the words of the public contract, and why."""

    turn: dict[str, Any]
    points: int
    reason: str


def hint_of(seen: AnyView, turn: AnyTurn) -> Hint:
    """What an adviser says about the turn it found."""
    if isinstance(seen, CardsView):
        return _of_cards(seen, turn)  # type: ignore[arg-type]  # it was asked about cards
    return _of_tiles(seen, turn)  # type: ignore[arg-type]  # it was asked about tiles


def _of_tiles(seen: View, turn: Turn) -> Hint:
    written = wire.write_turn(turn)
    match turn:
        case Place(tiles=tiles):
            verdict = judge(seen.board, tiles, seen.hand, seen.demands())
            if isinstance(verdict, Score):
                return Hint(written, verdict.points, _why_place(seen, verdict))
        case Trade(tiles=tiles):
            return Hint(written, 0, f"Nothing good fits: trade {_count(len(tiles), 'tile')}.")
        case Take():
            return Hint(written, 0, "That tile brings more points elsewhere.")
        case DrawThree():
            return Hint(written, 0, "Three more tiles now give more to choose from.")
        case Pass():
            return Hint(written, 0, "Nothing fits and nothing can be traded.")
    return Hint(written, 0, "")


def _why_place(seen: View, verdict: Score) -> str:
    most = best_points(seen.board, seen.hand, seen.demands())
    qwirkles = sum(line.qwirkle for line in verdict.lines)
    said = [_count(verdict.points, "point")]
    if qwirkles:
        said.append(f"with {_count(qwirkles, 'Qwirkle')}")
    elif len(verdict.lines) > 1:
        said.append(f"in {_count(len(verdict.lines), 'line')}")
    if verdict.points >= most:
        said.append("and no turn makes more")
    else:
        said.append(f"and it leaves less to the others than one for {most}")
    return f"{' '.join(said)}."


def _of_cards(seen: CardsView, turn: CardTurn) -> Hint:
    written = wire_cards.write_card_turn(turn)
    if isinstance(turn, Play):
        verdict = judge_cards(seen.table, seen.hand, turn.after, seen.opening_cards)
        if not isinstance(verdict, tuple):
            cards = " and ".join(card.words for card in verdict.played)
            made = len(verdict.qwirkles)
            gain = f" for {_count(made, 'Qwirkle')}" if made else ""
            return Hint(written, made, f"Play {cards}{gain}.")
    if isinstance(turn, Exchange):
        return Hint(written, 0, "No card can be played: take a new hand.")
    return Hint(written, 0, "No card can be played and the deck is empty.")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
