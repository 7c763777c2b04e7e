"""A game as steps: every act with the state before it, its events and the state after it.

A turn that begins with a take or a draw of three has two steps, like its two lines in a record.
Both have the same number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from qwirkle.analysis.family import of
from qwirkle.errors import NotationError
from qwirkle.notation.record.builder import KnownHand
from qwirkle.notation.record.headers import headers_of
from qwirkle.notation.record.lines import Record
from qwirkle.notation.record.replay import SeenAct, replay_with_seed, replay_without_seed
from qwirkle.notation.text.turns import HiddenTrade
from qwirkle.rules.cards import events as c
from qwirkle.rules.family import AnyGameEvent, AnyState, AnyTurn
from qwirkle.rules.placement import events as p
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Trade
from qwirkle.rules.tiles import Tile

_POSITIONS = (p.PositionSetUp, c.PositionSetUp)

History = Iterable[tuple[AnyTurn | None, tuple[AnyGameEvent, ...], AnyState]]
"""The deal, which has no turn, followed by every act with its events and the state after it."""


class Step(NamedTuple):
    """One act of a game, with the dealer's full knowledge before and after it."""

    before: AnyState
    seat: int
    turn: AnyTurn
    events: tuple[AnyGameEvent, ...]
    after: AnyState
    given: bool = False
    """Whether the hand was entered with a starting position, so that nobody drew it."""
    known: bool = True
    """Whether the hand and the turn are known; otherwise only public information is."""
    all_known: bool = True
    """Whether all hands are known, and hence the rest of the pile, on which luck depends."""
    dealt: bool = True
    """Whether the deal is known, including the draw after the step."""

    @property
    def number(self) -> int:
        """The number of the turn, from 1, as in a record."""
        return self.before.turns_played + 1


def steps_of(record: Record) -> tuple[Step, ...]:
    """Replay a record; raise NotationError if it breaks the rules, or contains no hand at all.

    Without a seed, steps are known as far as the record contains the hands.
    """
    headers = headers_of(record)
    if headers.seed is None:
        return _steps_by_hands(record)
    return steps_from(replay_with_seed(record))


def steps_from(history: History) -> tuple[Step, ...]:
    """Return the steps of a game that has been played."""
    steps: list[Step] = []
    before: AnyState | None = None
    entered: int | None = None
    for turn, events, after in history:
        if before is not None and turn is not None and before.turn is not None:
            given = before.turn == entered
            steps.append(Step(before, before.turn, turn, events, after, given))
            entered = None if given else entered
        elif any(isinstance(event, _POSITIONS) for event in events):
            entered = after.turn
        before = after
    return tuple(steps)


def _steps_by_hands(record: Record) -> tuple[Step, ...]:
    acts = tuple(replay_without_seed(record))
    if acts and not any(act.hand for act in acts):
        raise NotationError(
            "this record has no seed and no hands, so nobody can say what the players could see"
        )
    steps: list[Step] = []
    # Backwards: a seat held what it reveals at its next turn.
    hands = list(_last_hands(acts[-1])) if acts else []
    after: AnyState | None = None
    for number, act in reversed(tuple(enumerate(acts))):
        seat = act.before.turn or 0
        hands[seat] = act.hand
        before = _with_hands(act.before, hands, _under(acts[:number]))
        turn, known = act.turn, act.hand is not None
        if isinstance(turn, HiddenTrade):
            turn, known = Trade((), turn.take), False
        whole = all(hand is not None for hand in hands)
        following = act.after if after is None else after
        given = number == 0 and _entered(record)
        steps.append(Step(before, seat, turn, act.events, following, given, known, whole, False))
        after = before
    return tuple(reversed(steps))


def _entered(record: Record) -> bool:
    return headers_of(record).position is not None


def _last_hands(act: SeenAct) -> Iterator[KnownHand]:
    sizes = [len(seat.hand) for seat in act.after.seats]
    for size, kept in zip(sizes, act.kept, strict=True):
        yield kept if len(kept) == size else None


def _under(acts: Sequence[SeenAct]) -> Counter[Tile]:
    """Return the traded tiles that lie under the pile, if the rules put them there."""
    under: Counter[Tile] = Counter()
    for act in acts:
        state = act.before
        if isinstance(act.turn, Trade) and isinstance(state, State):
            under.update(act.turn.tiles if state.edition.trading.returned == "under" else ())
    return under


def _with_hands(state: AnyState, hands: Sequence[KnownHand], under: Counter[Tile]) -> AnyState:
    """Return the state with the known hands and, if all are known, the rest of the pile."""
    seats = tuple(
        seat if hand is None else replace(seat, hand=hand)
        for seat, hand in zip(state.seats, hands, strict=True)
    )
    state = replace(state, seats=seats)
    if any(hand is None for hand in hands):
        return state
    return of(state).with_undrawn(state, under)
