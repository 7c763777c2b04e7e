"""The replay of a record of any game, with every line checked by the rules.

With a seed, the whole game is dealt and played again and compared. Without one, unknown hands stay
unknown; the turns, the written hands, the points and the totals are still checked. This module
reads a record and never repairs it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

import msgspec

from qwirkle.errors import EditionError, NotationError
from qwirkle.notation.family import of
from qwirkle.notation.record.builder import KnownHand, SeenEvent
from qwirkle.notation.record.deals import AnyWrittenTurn, GameReplay, UnseededReplay
from qwirkle.notation.record.headers import Headers, WrittenResult, headers_of, write_result
from qwirkle.notation.record.lines import Entry, Record
from qwirkle.rules.cards.state import Result as CardsResult
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.family import GAMES, AnyGameEvent, AnyState, AnyTurn
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.state import Result
from qwirkle.rules.tiles import Tile


class Moment(msgspec.Struct, frozen=True):
    """A recorded game after one of its lines; the first moment is after the deal."""

    line: int | None
    """The line of the file; None for the deal."""
    entry: Entry | None
    turn: AnyWrittenTurn | None
    events: tuple[SeenEvent, ...]
    """The events of the turn: all of them with a seed, otherwise those a spectator saw."""
    board: Board
    """The tiles on the table now; none in the card game."""
    table: tuple[CardSet, ...]
    """The sets on the table now; none in the placement games."""
    scores: tuple[int, ...]
    """Points; in the card game Qwirkles."""
    hands: tuple[KnownHand, ...]
    """The hands now; None if the record does not contain the whole hand."""
    bag: int
    """The number of tiles or cards left to draw."""
    on_turn: int | None
    """The seat whose turn it is now; None when the game is over."""
    result: Result | CardsResult | None
    state: AnyState | None
    """Everything the dealer knows; only with a seed."""


def replay(record: Record) -> Iterator[Moment]:
    """Replay a game moment by moment; NotationError names the line that is wrong, and why."""
    headers = headers_of(record)
    game = _replay_from_seed(record, headers)
    yield _moment(game, None, None, None, game.dealt)
    for line, entry in record.numbered_lines():
        if not isinstance(entry, Entry):
            continue
        try:
            turn, happened = game.play(entry)
        except NotationError as error:
            raise NotationError(str(error), line=line) from None
        yield _moment(game, line, entry, turn, happened)
    _check_result(record, headers, game.state)


def check_record(record: Record) -> Moment:
    """Replay a record to its last moment; NotationError names the line that is wrong, and why."""
    *_, last = replay(record)
    return last


def replay_with_seed(
    record: Record,
) -> Iterator[tuple[AnyTurn | None, tuple[AnyGameEvent, ...], AnyState]]:
    """Replay the dealer's game: each turn with its events and the state after it."""
    for moment in replay(record):
        if moment.state is None:
            raise NotationError("this record has no seed, so what the dealer knows is not in it")
        # With a seed nothing is hidden from the events, and every trade names its tiles.
        yield (
            cast("AnyTurn | None", moment.turn),
            cast("tuple[AnyGameEvent, ...]", moment.events),
            moment.state,
        )


class SeenAct(msgspec.Struct, frozen=True):
    """A line of a record without a seed, as far as the record shows it."""

    turn: AnyWrittenTurn
    hand: KnownHand
    """The hand of the seat before it; None if it is not known."""
    before: AnyState
    """With placeholders for unknown pieces, which have the right number."""
    events: tuple[AnyGameEvent, ...]
    after: AnyState
    kept: tuple[tuple[Tile, ...], ...]
    """The pieces each seat is known to hold after it."""


def replay_without_seed(record: Record) -> Iterator[SeenAct]:
    """Replay a record whose seed is not known; NotationError as in ``replay``."""
    headers = headers_of(record)
    game = _replay_from_seed(record, headers)
    if not isinstance(game, UnseededReplay):
        raise TypeError("this record has a seed")
    for line, entry in record.numbered_lines():
        if not isinstance(entry, Entry):
            continue
        before, held, kept = game.state, game.hands()[entry.seat], game.kept[entry.seat]
        try:
            turn, _ = game.play(entry)
        except NotationError as error:
            raise NotationError(str(error), line=line) from None
        hand = held if entry.hand is None else _kept_first(entry.hand, kept)
        yield SeenAct(turn, hand, before, game.happened, game.state, tuple(game.kept))
    _check_result(record, headers, game.state)


def _kept_first(hand: tuple[Tile, ...], kept: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return a hand with the tiles that were drawn last at its end, as the dealer deals them."""
    return (*kept, *sorted((Counter(hand) - Counter(kept)).elements()))


def events_of(record: Record) -> tuple[AnyGameEvent, ...]:
    """Return the dealer's events of a record that has a seed, checked, from the first one on.

    Their fold is the game, finished or not, ready to be continued with the same seed.
    """
    return tuple(event for _, events, _ in replay_with_seed(record) for event in events)


def _replay_from_seed(record: Record, headers: Headers) -> GameReplay:
    try:
        edition = headers.edition()
    except EditionError as error:
        key = "Game" if headers.house_edition is None else "Edition"
        if headers.options and headers.game in GAMES:
            key = "Options"
        raise NotationError(str(error), line=record.line_of(key)) from None
    try:
        return of(edition).replay(record, headers, edition)
    except EditionError as error:
        raise NotationError(str(error), line=record.line_of("Player-1")) from None


def _moment(
    game: GameReplay,
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
        bag=len(state.undrawn),
        on_turn=state.turn,
        result=state.result,
        state=game.whole(),
    )


def _check_result(record: Record, headers: Headers, state: AnyState) -> None:
    if headers.result is None:
        return
    line = record.line_of("Result")
    if state.result is None:
        raise NotationError(
            "Result: after the last turn of this record the game is not over", line=line
        )
    found = WrittenResult(state.result.scores, state.result.winners, state.result.ending)
    if found != headers.result:
        raise NotationError(f"Result: by the rules it is {write_result(found)}", line=line)
