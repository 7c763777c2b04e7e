"""The application of events to a state. Events are trusted: ``decide`` has judged them."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from qwirkle.rules.decision import fold_events, private_part, with_doing, with_seat, without
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.state import LastTurn, Result, Seat, Special, State


def fold(events: Iterable[e.AnyEvent]) -> State:
    """Return the state of a game after these events, from the first one on."""
    return fold_events(evolve, events)


def evolve(state: State | None, event: e.AnyEvent) -> State:
    """Return the state after one more event."""
    if isinstance(event, e.GameBegan):
        return _began(event)
    if state is None:
        raise ValueError("the first event of a game says that it began")
    return replace(_after(state, event), seq=state.seq + 1)


def _began(event: e.GameBegan) -> State:
    layout = event.edition.layout
    return State(
        edition=event.edition,
        seats=tuple(Seat(name) for name in event.players),
        board=Board(layout=layout),
        ages=event.ages,
        stars_left=layout.stars,
        seq=1,
    )


def _after(state: State, event: e.AnyEvent) -> State:
    match event:
        case e.PositionSetUp():
            return _set_up(state, event)
        case e.BagFilled(pile=pile):
            return replace(state, pile=private_part(pile))
        case e.TableLaid(tiles=tiles):
            return replace(
                state, board=state.board.with_tiles(tiles), pile=state.pile[len(tiles) :]
            )
        case e.Drew(seat=seat, tiles=tiles):
            drawn = private_part(tiles)
            state = with_seat(state, seat, hand=state.seats[seat].hand + drawn)
            return replace(state, pile=state.pile[len(drawn) :])
        case e.SpecialShown(action=action):
            state = replace(state, pile=state.pile[1:], box=(*state.box, Special(action)))
            return _hand_out(state, (action,))
        case e.ActionsHandedOut(actions=actions):
            return _hand_out(state, actions)
        case e.StarterFound(opening_tiles=opening_tiles):
            return replace(state, opening_tiles=opening_tiles)
        case e.TurnBegan(seat=seat):
            return replace(
                state,
                turn=seat,
                used=None,
                taken=None,
                doing=LastTurn(seat, points=0),
                last=state.doing or state.last,
            )
        case e.Took(seat=seat, tile=taken):
            return _took(state, seat, taken)
        case e.DrewThree(seat=seat):
            state = _spend(state, seat, Action.DRAW_THREE)
            return with_doing(state, drew_three=True)
        case _:
            return _after_main(state, event)


def _set_up(state: State, event: e.PositionSetUp) -> State:
    pile = private_part(event.pile)
    actions = state.edition.action_tiles
    kinds = actions.kinds if actions.handed_out == "when-drawn" else ()
    return replace(
        state,
        seats=tuple(
            Seat(sitter.name, private_part(hand), shown.score, shown.tokens, shown.actions)
            for sitter, shown, hand in zip(state.seats, event.players, event.hands, strict=True)
        ),
        board=Board(event.board, state.board.layout),
        pile=pile,
        box=tuple(Special(kind) for kind in kinds if Special(kind) not in pile),
        stars_left=frozenset(event.stars_left),
        turn=event.seat,
        opening_tiles=event.opening_tiles,
        used=event.used,
        taken=event.taken,
        doing=None if event.seat is None else LastTurn(event.seat, points=0),
    )


def _after_main(state: State, event: e.AnyEvent) -> State:
    """Apply the acts that end a turn, and the end of the game."""
    match event:
        case e.TilesPlaced(seat=seat, tiles=tiles, points=points):
            sitter = state.seats[seat]
            hand = without(sitter.hand, (placed.tile for placed in tiles))
            state = with_seat(state, seat, hand=hand, score=sitter.score + points)
            state = with_doing(
                state, placed=tiles, lines=event.lines, bonus=event.bonus, points=points
            )
            return replace(
                _turn_done(state),
                board=state.board.with_tiles(tiles),
                opening_tiles=0,
                idle=0,
                passes=0,
            )
        case e.TokensWon(seat=seat, cells=cells):
            state = with_seat(state, seat, tokens=state.seats[seat].tokens + len(cells))
            return replace(
                with_doing(state, stars=cells), stars_left=state.stars_left.difference(cells)
            )
        case e.PutAside(seat=seat, tiles=tiles):
            aside = private_part(tiles)
            state = with_seat(state, seat, hand=without(state.seats[seat].hand, aside))
            state = _turn_done(with_doing(state, traded=len(aside)))
            return replace(state, aside=aside, idle=state.idle + 1, passes=0)
        case e.GivenBack(pile=pile):
            return replace(state, pile=private_part(pile), aside=())
        case e.Passed():
            state = _turn_done(with_doing(state, passed=True))
            return replace(state, idle=state.idle + 1, passes=state.passes + 1)
        case e.WentOut(seat=seat, points=points):
            return with_seat(state, seat, score=state.seats[seat].score + points)
        case e.GameEnded(ending=ending, winners=winners, scores=scores):
            return replace(
                state,
                turn=None,
                doing=None,
                last=state.doing,
                result=Result(ending, winners, scores),
            )
    raise TypeError(f"not an event of this game: {event!r}")


def _took(state: State, seat: int, taken: Placed) -> State:
    if state.edition.taking.by == "star-token":
        state = with_seat(state, seat, tokens=state.seats[seat].tokens - 1)
        state = replace(state, used=Action.TAKE, passes=0)
    else:
        state = _spend(state, seat, Action.TAKE)
    state = with_seat(state, seat, hand=(*state.seats[seat].hand, taken.tile))
    return replace(
        with_doing(state, took=taken), board=state.board.without(taken.cell), taken=taken
    )


def _spend(state: State, seat: int, action: Action) -> State:
    actions = list(state.seats[seat].actions)
    actions.remove(action)
    # A2: using a token or an action tile breaks a round of passes.
    return replace(with_seat(state, seat, actions=tuple(actions)), used=action, passes=0)


def _hand_out(state: State, actions: tuple[Action, ...]) -> State:
    return replace(
        state,
        seats=tuple(replace(seat, actions=(*seat.actions, *actions)) for seat in state.seats),
    )


def _turn_done(state: State) -> State:
    return replace(state, turns_played=state.turns_played + 1)
