"""A game as steps: every act with the state before it, its events and the state after it.

A turn with a take or a draw of three first has two steps, as it has two lines in a record. Both
have the same number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from qwirkle.errors import NotationError
from qwirkle.notation.record.builder import KnownHand
from qwirkle.notation.record.headers import headers_of
from qwirkle.notation.record.lines import Record
from qwirkle.notation.record.replay import SeenAct, replay_with_seed, replay_without_seed
from qwirkle.notation.text.turns import HiddenTrade
from qwirkle.rules.cards import events as c
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.family import AnyGameEvent, AnyState, AnyTurn, Registry
from qwirkle.rules.placement import events as p
from qwirkle.rules.placement.state import Special, State
from qwirkle.rules.placement.turns import Action, Trade
from qwirkle.rules.tiles import BOX, Tile

_POSITIONS = (p.PositionSetUp, c.PositionSetUp)

History = Iterable[tuple[AnyTurn | None, tuple[AnyGameEvent, ...], AnyState]]
"""The deal, which has no turn, and then every act with its events and the state after it."""


class Step(NamedTuple):
    """One act of a game, with everything the dealer knows before and after it."""

    before: AnyState
    seat: int
    turn: AnyTurn
    events: tuple[AnyGameEvent, ...]
    after: AnyState
    given: bool = False
    """Whether the hand was entered with the position that the game began in: nobody drew it."""
    known: bool = True
    """Whether the hand and the turn are known. If not, only what everybody saw is."""
    all_known: bool = True
    """Whether all hands are known, and with them what is left to draw: luck depends on it."""
    dealt: bool = True
    """Whether the deal is known: what is drawn after the step, too."""

    @property
    def number(self) -> int:
        """The number of the turn, from 1, as in a record."""
        return self.before.turns_played + 1


def steps_of(record: Record) -> tuple[Step, ...]:
    """Play a record again; NotationError if it breaks the rules, or tells no hand at all.

    Without a seed, steps are known as far as the record tells the hands.
    """
    headers = headers_of(record)
    if headers.seed is None:
        return _steps_by_hands(record)
    return steps_from(replay_with_seed(record))


def steps_from(history: History) -> tuple[Step, ...]:
    """The steps of a game that has been played."""
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
    # From the end on: what a seat holds is what it shows at its next turn.
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
    seats: Sequence[Any] = act.after.seats
    for seat, kept in zip(seats, act.kept, strict=True):
        yield kept if len(kept) == len(seat.hand) else None


def _under(acts: Sequence[SeenAct]) -> Counter[Tile]:
    """Return the tiles that were traded and lie under the pile, where the rules put them there."""
    under: Counter[Tile] = Counter()
    for act in acts:
        state = act.before
        if isinstance(act.turn, Trade) and isinstance(state, State):
            under.update(act.turn.tiles if state.edition.trading.returned == "under" else ())
    return under


def _with_hands(state: AnyState, hands: Sequence[KnownHand], under: Counter[Tile]) -> AnyState:
    """The state with the hands that are known and, if all are, with what is left to draw."""
    seats = tuple(
        seat if hand is None else replace(seat, hand=hand)
        for seat, hand in zip(state.seats, hands, strict=True)
    )
    state = replace(state, seats=seats)
    if any(hand is None for hand in hands):
        return state
    return _UNDRAWN.of(state)(state, under)


def _undrawn_tiles(state: State, under: Counter[Tile]) -> State:
    left = Counter(BOX)
    left.subtract(state.board.values())
    for seat in state.seats:
        left.subtract(seat.hand)
    below = under & left
    tiles = (*sorted((left - below).elements()), *sorted(below.elements()))
    # What else is in the pile are special tiles; nothing asks where.
    hidden = (Special(Action.TAKE),) * (len(state.pile) - len(tiles))
    return replace(state, pile=(*hidden, *tiles))


def _undrawn_cards(state: CardsState, _: Counter[Tile]) -> CardsState:
    left = Counter(BOX)
    for cards in (*state.table, *(made for seat in state.seats for made in seat.qwirkles)):
        left.subtract(cards)
    for seat in state.seats:
        left.subtract(seat.hand)
    return replace(state, deck=tuple(sorted(left.elements())))


_UNDRAWN = Registry[Callable[[Any, Counter[Tile]], AnyState]](
    placement=_undrawn_tiles, cards=_undrawn_cards
)
