"""Whole games by random bots, and where every piece must be after every event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from qwirkle.players import bot
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.decide import begin, decide
from qwirkle.rules.placement.evolve import evolve
from qwirkle.rules.placement.referee import can_place
from qwirkle.rules.placement.state import Piece, Special, State
from qwirkle.rules.placement.view import view
from qwirkle.rules.tiles import BOX

_BOX = Counter(BOX)


class Step(NamedTuple):
    """An event and the state right after it."""

    event: e.AnyEvent
    state: State


def events_and_states(played: Edition, names: Sequence[str], seed: str) -> Iterator[Step]:
    """A game from its first event to its last."""
    dealer = SeedDealer(seed)
    state: State | None = None
    for event in begin(played, names, dealer).events:
        state = evolve(state, event)
        yield Step(event, state)
    bots = [bot("random", f"{seed} {seat}") for seat in range(len(names))]
    while state is not None and (seat := state.turn) is not None:
        for event in decide(state, seat, bots[seat].choose(view(state, seat)), dealer).events:
            state = evolve(state, event)
            yield Step(event, state)


def accounted(event: e.AnyEvent, state: State, used: Counter[object]) -> None:
    """All pieces of the box are somewhere; ``used`` counts the tokens and action tiles gone."""
    if isinstance(event, e.Took):
        used[Action.TAKE, event.seat] += 1
    elif isinstance(event, e.DrewThree):
        used[Action.DRAW_THREE, event.seat] += 1
    if isinstance(event, e.GameBegan):
        return
    held = [tile for seat in state.seats for tile in seat.hand]
    everywhere: Counter[Piece] = Counter(
        [*state.board.values(), *held, *state.pile, *state.aside, *state.box]
    )
    actions = state.edition.action_tiles
    specials = actions.kinds if actions.handed_out == "when-drawn" else ()
    assert everywhere == _BOX + Counter(map(Special, specials)), event
    _tokens(state, used)
    for kind in (Action.TAKE, Action.DRAW_THREE):
        handed_out = Special(kind) in state.box or (
            actions.handed_out == "at-start"
            and kind in actions.kinds
            and not isinstance(event, e.BagFilled | e.TableLaid)
        )
        if kind is Action.TAKE and state.edition.taking.by == "star-token":
            continue
        for number, seat in enumerate(state.seats):
            assert seat.actions.count(kind) + used[kind, number] == int(handed_out), event


def _tokens(state: State, used: Counter[object]) -> None:
    gone = 0
    if state.edition.taking.by == "star-token":
        gone = sum(used[Action.TAKE, seat] for seat in range(len(state.seats)))
    held = sum(seat.tokens for seat in state.seats)
    stars = state.edition.layout.stars
    assert state.stars_left <= stars
    assert len(state.stars_left) + held + gone == len(stars)
    assert min(seat.tokens for seat in state.seats) >= 0


def ended_by_rule(last: State) -> None:
    """Somebody went out, or nobody could do anything, or nobody did for too long."""
    assert last.turn is None
    assert last.result is not None
    scores = tuple(seat.score for seat in last.seats)
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    assert (last.result.scores, last.result.winners) == (scores, best)
    out = [seat for seat in last.seats if not seat.hand]
    match last.result.ending:
        case "went-out":
            assert (len(out), last.pile) == (1, ())
        case "all-passed":
            assert (out, last.pile, last.passes) == ([], (), len(last.seats))
            assert not any(can_place(last.board, seat.hand) for seat in last.seats)
        case "no-progress":
            assert last.pile
            assert last.idle == len(last.seats) * last.edition.end.idle_rounds
