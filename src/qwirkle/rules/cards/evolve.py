"""The application of events to a state. Events are trusted: ``decide`` has judged them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from qwirkle.rules.cards import events as e
from qwirkle.rules.cards.state import LastTurn, Result, Seat, State
from qwirkle.rules.decision import fold_events, private_part, with_doing, with_seat, without


def fold(events: Iterable[e.AnyEvent]) -> State:
    """Return the state of a game after these events, from the first one on."""
    return fold_events(evolve, events)


def evolve(state: State | None, event: e.AnyEvent) -> State:
    """Return the state after one more event."""
    if isinstance(event, e.GameBegan):
        seats = tuple(Seat(name) for name in event.players)
        return State(event.edition, seats, event.ages, seq=1)
    if state is None:
        raise ValueError("the first event of a game says that it began")
    return replace(_after(state, event), seq=state.seq + 1)


def _after(state: State, event: e.AnyEvent) -> State:
    match event:
        case e.PositionSetUp():
            return _set_up(state, event)
        case e.DeckShuffled(deck=deck):
            seats = tuple(replace(seat, hand=()) for seat in state.seats)
            return replace(state, deck=private_part(deck), seats=seats)
        case e.Drew(seat=seat, cards=cards):
            drawn = private_part(cards)
            state = with_seat(state, seat, hand=state.seats[seat].hand + drawn)
            return replace(with_doing(state, drew=len(drawn)), deck=state.deck[len(drawn) :])
        case e.NobodyCouldStart():
            return state
        case e.StarterFound(opening_cards=opening_cards):
            return replace(state, opening_cards=opening_cards)
        case e.TurnBegan(seat=seat):
            last = state.doing or state.last
            return replace(state, turn=seat, doing=LastTurn(seat), last=last)
        case e.LastRoundBegan(turns=turns):
            return replace(state, turns_left=turns)
        case _:
            return _after_main(state, event)


def _set_up(state: State, event: e.PositionSetUp) -> State:
    return replace(
        state,
        seats=tuple(
            Seat(sitter.name, private_part(hand), shown.qwirkles)
            for sitter, shown, hand in zip(state.seats, event.players, event.hands, strict=True)
        ),
        table=event.table,
        deck=private_part(event.deck),
        turn=event.seat,
        opening_cards=event.opening_cards,
        turns_left=event.turns_left,
        doing=None if event.seat is None else LastTurn(event.seat),
    )


def _after_main(state: State, event: e.AnyEvent) -> State:
    """Apply the acts of a turn, and the end of the game."""
    match event:
        case e.CardsPlayed(seat=seat, played=played, after=after):
            state = with_seat(state, seat, hand=without(state.seats[seat].hand, played))
            state = with_doing(
                state, before=state.table, played=played, after=after, switches=event.switches
            )
            return replace(_turn_done(state), table=after, opening_cards=0, idle=0)
        case e.QwirklesTaken(seat=seat, sets=sets):
            state = with_seat(state, seat, qwirkles=(*state.seats[seat].qwirkles, *sets))
            return replace(with_doing(state, qwirkles=sets), table=without(state.table, sets))
        case e.HandReturned(seat=seat, deck=deck):
            state = with_doing(with_seat(state, seat, hand=()), exchanged=True)
            return replace(_turn_done(state), deck=private_part(deck), idle=state.idle + 1)
        case e.Passed():
            return replace(_turn_done(with_doing(state, passed=True)), idle=state.idle + 1)
        case e.GameEnded(ending=ending, winners=winners, scores=scores):
            result = Result(ending, winners, scores)
            return replace(state, turn=None, doing=None, last=state.doing, result=result)
    raise TypeError(f"not an event of this game: {event!r}")


def _turn_done(state: State) -> State:
    left = None if state.turns_left is None else state.turns_left - 1
    return replace(state, turns_played=state.turns_played + 1, turns_left=left)
