"""Plays a record again, of whatever game, and checks every line of it by the rules.

With a seed the whole game is computed anew and compared. Without one, what is not known stays
unknown: the turns, the hands that are written, the points and the totals are still judged. This
module reads a record and never repairs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import msgspec

from qwirkle.errors import EditionError, NotationError
from qwirkle.notation.record.builder import KnownHand, SeenEvent
from qwirkle.notation.record.deals import AnyWrittenTurn, Deal
from qwirkle.notation.record.deals_cards import CardDeal, UnknownCardDeal
from qwirkle.notation.record.deals_tiles import TileDeal, UnknownTileDeal
from qwirkle.notation.record.headers import Heads, WrittenResult, heads_of, write_result
from qwirkle.notation.record.lines import Entry, Record
from qwirkle.rules.cards.edition import Edition as CardsEdition
from qwirkle.rules.cards.state import Result as CardsResult
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.family import GAMES, AnyEdition, AnyGameEvent, AnyState
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.state import Result


class Moment(msgspec.Struct, frozen=True):
    """A recorded game after one of its lines; the first moment is that after the deal."""

    line: int | None
    """The line of the file; None for the deal."""
    entry: Entry | None
    turn: AnyWrittenTurn | None
    events: tuple[SeenEvent, ...]
    """What happened: all of it with a seed, else what a spectator saw of the turn."""
    board: Board
    """The tiles that lie now; none in the card game."""
    table: tuple[CardSet, ...]
    """The sets that lie now; none in the placement games."""
    scores: tuple[int, ...]
    """Points; in the card game Qwirkles."""
    hands: tuple[KnownHand, ...]
    """The hands now; None where the record does not tell the whole hand."""
    bag: int
    """How many tiles, or cards of the deck, are left to draw."""
    on_turn: int | None
    """The seat whose turn it is now; None when the game is over."""
    result: Result | CardsResult | None
    state: AnyState | None
    """All that the dealer knows; only with a seed."""


def replay(record: Record) -> Iterator[Moment]:
    """The game moment by moment; NotationError with line and reason where it breaks the rules."""
    heads = heads_of(record)
    game = _dealt(record, heads)
    yield _moment(game, None, None, None, game.dealt)
    for line, entry in record.numbered():
        if not isinstance(entry, Entry):
            continue
        try:
            turn, happened = game.play(entry)
        except NotationError as error:
            raise NotationError(str(error), line=line) from None
        yield _moment(game, line, entry, turn, happened)
    _check_result(record, heads, game.state)


def check_record(record: Record) -> Moment:
    """Play the whole record; the last moment, or a NotationError with line and reason."""
    *_, last = replay(record)
    return last


def events_of(record: Record) -> tuple[AnyGameEvent, ...]:
    """The dealer's events of a record with its seed, checked, from the first one on.

    Folded they are the game, finished or not, ready to be played on with the same seed.
    """
    if heads_of(record).seed is None:
        raise NotationError("this record has no seed, so what the dealer knows is not in it")
    events = tuple(event for moment in replay(record) for event in moment.events)
    # With a seed nothing has been hidden from these events.
    return cast("tuple[AnyGameEvent, ...]", events)


def _dealt(record: Record, heads: Heads) -> Deal:
    try:
        edition = heads.edition()
    except EditionError as error:
        key = "Game" if heads.house_edition is None else "Edition"
        if heads.options and heads.game in GAMES:
            key = "Options"
        raise NotationError(str(error), line=record.line_of(key)) from None
    try:
        return _followed(record, heads, edition)
    except EditionError as error:
        raise NotationError(str(error), line=record.line_of("Player-1")) from None


def _followed(record: Record, heads: Heads, edition: AnyEdition) -> Deal:
    if isinstance(edition, CardsEdition):
        return (UnknownCardDeal if heads.seed is None else CardDeal)(record, heads, edition)
    return (UnknownTileDeal if heads.seed is None else TileDeal)(record, heads, edition)


def _moment(
    game: Deal,
    line: int | None,
    entry: Entry | None,
    turn: AnyWrittenTurn | None,
    events: tuple[SeenEvent, ...],
) -> Moment:
    state = game.state
    return Moment(
        line=line,
        entry=entry,
        turn=turn,
        events=events,
        board=game.board,
        table=game.table,
        scores=game.scores,
        hands=game.hands(),
        bag=game.undrawn,
        on_turn=state.turn,
        result=state.result,
        state=game.whole(),
    )


def _check_result(record: Record, heads: Heads, state: AnyState) -> None:
    if heads.result is None:
        return
    line = record.line_of("Result")
    if state.result is None:
        raise NotationError(
            "Result: after the last turn of this record the game is not over", line=line
        )
    found = WrittenResult(state.result.scores, state.result.winners, state.result.ending)
    if found != heads.result:
        raise NotationError(f"Result: by the rules it is {write_result(found)}", line=line)
