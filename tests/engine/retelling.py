"""A game the core played, told again through the rules: they judge every turn of it.

The core's draws are given to ``decide`` by a dealer who shuffles just so; everything else (what is
legal, what it scores, who gets which token or action tile, when the game is over) is for the rules
to say, and must come out as the core says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from msgspec.structs import replace

from qwirkle.engine import Position
from qwirkle.engine.placement.bits import STRIDE
from qwirkle.engine.placement.playout import Playout
from qwirkle.engine.position import Standing
from qwirkle.rules.cells import Axis, Cell
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.decide import begin, decide
from qwirkle.rules.placement.evolve import evolve
from qwirkle.rules.placement.state import Piece, Special, State
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.tiles import BOX, KINDS, Tile
from qwirkle.rules.turns import Pass

T = TypeVar("T")
PIECES: tuple[Piece, ...] = (*KINDS, Special(Action.TAKE), Special(Action.DRAW_THREE))


class KnowingDealer:
    """Shuffles so that what the core drew comes next."""

    def __init__(self, edition: Edition, draws: Sequence[int], starter: int) -> None:
        self.mixed = edition.trading.returned == "mixed"
        self.draws = [PIECES[piece] for piece in draws]
        self.starter = starter
        self.in_all = 0
        """The pieces that have been put into the pile so far."""
        self.trading = 0
        """How many tiles the trade that is being judged gives back."""

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        if label == "starter":
            assert self.starter in things  # Q-START-3
            return tuple(sorted(things, key=lambda seat: seat != self.starter))
        if label == "bag":
            self.in_all = len(things)
            return _arranged(things, self.draws)
        if label == "specials":
            drawn = self.in_all - sum(isinstance(item, Tile) for item in things)
            self.in_all = drawn + len(things)
            return _arranged(things, self.draws[drawn:])
        drawn = self.in_all - (len(things) - self.trading) if self.mixed else self.in_all
        self.in_all += self.trading
        return _arranged(things, self.draws[drawn:])


def _arranged(things: Sequence[T], wanted: Sequence[object]) -> tuple[T, ...]:
    """These things, as far as possible in the wanted order."""
    rest = list(things)
    order = []
    for want in wanted:
        if want not in rest:
            break
        order.append(rest.pop(rest.index(want)))
    return (*order, *rest)


class Retelling:
    """A game the core has played to its end, and the same game by the rules."""

    def __init__(
        self, seats: Playout, state: State, dealer: KnowingDealer, shift: tuple[int, int]
    ) -> None:
        self.seats = seats
        self.dealer = dealer
        self.shift = shift
        self.states = [state]
        self.turns: list[Turn] = []

    @property
    def state(self) -> State:
        return self.states[-1]

    def tell(self) -> None:
        """Let the rules judge every turn; the end must be the core's, no sooner and no later."""
        for extra, held, code, traded in self.seats.turn_log():
            if extra == 1:
                self._take_turn(DrawThree())
            elif extra:
                self._take_turn(Take(self._cell(extra)))
            seat = self.state.turn
            assert seat is not None
            hand = self.state.seats[seat].hand
            assert held == sum(1 << tile.index for tile in set(hand))
            if code:
                assert not traded
                self._take_turn(Place(self.placed(self.state.board, code)))
            elif traded:
                self.dealer.trading = len(traded)
                self._take_turn(Trade(tuple(KINDS[kind] for kind in traded)))
            else:
                self._take_turn(Pass())
        self._compare()

    def _take_turn(self, turn: Turn) -> None:
        state = self.state
        assert state.turn is not None, "the game should be over by the rules"
        for event in decide(state, state.turn, turn, self.dealer).events:
            state = evolve(state, event)
        self.states.append(state)
        self.turns.append(turn)

    def _compare(self) -> None:
        seats, state = self.seats, self.state
        assert state.result is not None
        made = [seat.score for seat in self.states[0].seats]
        assert [score - had for score, had in zip(state.result.scores, made, strict=True)] == (
            seats.scores()
        )
        assert state.turns_played - self.states[0].turns_played == seats.turns
        assert seats.turns == len(seats.turn_log())
        for seat, sitter in enumerate(state.seats):
            assert sorted(tile.index for tile in sitter.hand) == seats.hand(seat)
            kinds = [sitter.actions.count(kind) for kind in (Action.TAKE, Action.DRAW_THREE)]
            assert seats.extras_left(seat) == (sitter.tokens, *kinds)
        assert state.stars_left == {self._cell(cell) for cell in seats.stars_left()}
        pile = [piece for piece in state.pile if isinstance(piece, Tile)]
        assert sorted(tile.index for tile in pile) == seats.in_bag()
        everywhere = Counter(pile) + Counter(state.board.values())
        for sitter in state.seats:
            everywhere += Counter(sitter.hand)
        assert everywhere == Counter(BOX)

    def placed(self, board: Board, code: int) -> tuple[Placed, ...]:
        """A placement from its number, by the words of ``core.py`` about it."""
        axis = Axis.COLUMN if code >> 52 & 1 else Axis.ROW
        before, after = code >> 53 & 7, code >> 56 & 7
        kinds = [KINDS[code >> 6 * which & 63] for which in range(1 + before + after)]
        anchor = self._cell(code >> 36 & 0xFFFF)
        cells = [anchor]
        for count, step in ((after, 1), (before, -1)):
            cell = anchor
            for _ in range(count):
                cell = cell.step(axis, step)
                while cell in board:
                    cell = cell.step(axis, step)
                cells.append(cell)
        return tuple(Placed(x, y, kind) for (x, y), kind in zip(cells, kinds, strict=True))

    def _cell(self, cell: int) -> Cell:
        return Cell(cell % STRIDE - self.shift[0], cell // STRIDE - self.shift[1])


def from_the_deal(seats: Playout, edition: Edition, seed: int) -> Retelling:
    """Deal and play a game; the position must be afterwards what it was after the deal."""
    seats.deal(seed)
    starter = seats.seat
    before = seats.position.state()
    seats.play()
    assert seats.position.state() == before
    dealer = KnowingDealer(edition, seats.draws(), starter)
    state = begin(edition, [str(seat) for seat in range(seats.players)], dealer).state
    corner = seats.position.corner if edition.layout.bounded else 0
    return Retelling(seats, state, dealer, (corner % STRIDE, corner // STRIDE))


def from_a_state(state: State, seed: int, policies: Sequence[str]) -> Retelling:
    """Let the core play on from a moment of a game, which may be the middle of a turn."""
    assert state.turn is not None
    position = Position(state.board)
    before = position._core.state()
    position.play_out(
        [seat.hand for seat in state.seats],
        [piece for piece in state.pile if isinstance(piece, Tile)],
        state.turn,
        seed,
        policies,
        standing=Standing(
            state.edition,
            tokens=[seat.tokens for seat in state.seats],
            actions=[seat.actions for seat in state.seats],
            stars_left=state.stars_left,
            specials=[piece.action for piece in state.pile if isinstance(piece, Special)],
            idle=state.idle,
            passes=state.passes,
            opening_tiles=state.opening_tiles,
            used=state.used is not None,
            taken=state.taken,
        ),
    )
    assert position._core.state() == before
    seats = position._table
    assert seats is not None
    dealer = KnowingDealer(state.edition, seats.draws(), state.turn)
    return Retelling(
        seats, replace(state, pile=dealer.shuffled(state.pile, "bag")), dealer, position._shift
    )
