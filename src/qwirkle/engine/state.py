"""Games as small states of the core: to copy, play on, take back, store and play out, quickly.

A state is what ``Game`` is, with the dealer's knowledge, but without events, views and
explanations: a row of some 300 numbers. A turn is a number as well. The same seed deals the same
game as ``Game.new``, and the same turns lead to the same hands, tile for tile.

>>> state = new_state("classic", players=2, seed=7)
>>> while not state.is_over:
...     turns, points = state.legal(), state.points()
...     state.apply(turns[points.index(max(points))])
>>> state.scores == state.clone().scores
True

``PlacementState`` is for the games with tiles, ``CardState`` for the card game. Both have the
methods of the core's own classes (``episodes/state.py``, ``episodes/card_state.py``): ``legal``,
``points``, ``apply``, ``undo`` and ``clone``.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from array import array
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Generic, Protocol, Self, SupportsIndex, TypeVar, cast

from qwirkle.engine.cards.solver import lay
from qwirkle.engine.episodes import card_columns, card_state, columns, ranking
from qwirkle.engine.episodes import state as core_state
from qwirkle.engine.episodes import state_columns as at
from qwirkle.engine.episodes.state_columns import ACT_AT
from qwirkle.engine.games import ENDINGS
from qwirkle.engine.legal import LegalPlacements
from qwirkle.engine.placement import listing, playout
from qwirkle.engine.placement.bits import BOX as BOX_TILES
from qwirkle.engine.placement.bits import CENTRE, COPIES, PILE_ROOM, ROWS, STRIDE, WORD
from qwirkle.engine.placement.bits import KINDS as KIND_COUNT
from qwirkle.engine.position import POLICIES, Move, TableTooWide, grid_of, middle_of
from qwirkle.engine.translation import counted_actions, settings_of
from qwirkle.errors import ArgumentError
from qwirkle.rules.cards.state import Ending as CardsEnding
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cells import Cell
from qwirkle.rules.dealing import seed_bytes
from qwirkle.rules.editions.cards import Edition as CardsEdition
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.family import AnyEdition, named_edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.state import Ending, Special
from qwirkle.rules.placement.state import State as RulesState
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.tiles import KINDS, Tile
from qwirkle.rules.turns import Pass
from qwirkle.rules.winning import winners

CARD_ENDINGS: tuple[CardsEnding | None, ...] = (None, "last-round", "no-progress")
_KEPT = 8
_REST = (1 << ACT_AT) - 1

TableT = TypeVar("TableT", core_state.Table, card_state.CardTable)


class _Rules(Generic[TableT]):
    """The rules that states are played by, and the table of each thread that plays them."""

    def __init__(
        self, edition: AnyEdition, players: int, make: Callable[[AnyEdition, int], TableT]
    ) -> None:
        self.edition = edition
        self.players = players
        self._make: Callable[[AnyEdition, int], TableT] = make
        self._local = threading.local()

    def table(self) -> TableT:
        """Return the table of the thread that asks."""
        made: TableT | None = getattr(self._local, "table", None)
        if made is None:
            made = self._local.table = self._make(self.edition, self.players)
            made.rules = self
        return made


_known: list[_Rules[core_state.Table] | _Rules[card_state.CardTable]] = []


def _rules_of(
    edition: AnyEdition, players: int, make: Callable[[AnyEdition, int], TableT]
) -> _Rules[TableT]:
    """Return rules that are kept as long as few others are used: a table costs much to make."""
    for rules in _known:
        if rules.players == players and (rules.edition is edition or rules.edition == edition):
            return cast("_Rules[TableT]", rules)  # an edition has one family
    made = _Rules(edition, players, make)
    del _known[_KEPT - 1 :]
    _known.insert(0, made)
    return made


def _placement_table(edition: AnyEdition, players: int) -> core_state.Table:
    if not isinstance(edition, Edition):
        raise ArgumentError(f"{edition.name} is not a game with tiles on a board")
    grid = grid_of(edition.layout)
    table = core_state.Table(grid, ranking.Ranking())
    layout = edition.layout
    x, y = _first_shift(edition)
    squares = [
        [(cell.y + y) * STRIDE + cell.x + x for cell in sorted(cells)]
        for cells in (layout.stars, layout.black, layout.centre)
    ]
    table.quick = playout.Playout(grid)
    for each in (table, table.quick):
        each.seat_players([POLICIES["greedy"]] * players)
        each.set_rules(settings_of(edition))
        each.set_squares(*squares)
        each.make_room_for_deals()
    kinds = edition.action_tiles.kinds
    table.set_specials([int(kind is Action.DRAW_THREE) for kind in kinds])
    return table


def _first_shift(edition: Edition) -> tuple[int, int]:
    """Return how far [0, 0] is from the corner of the array before anything was placed."""
    first = grid_of(edition.layout).corner if edition.layout.bounded else CENTRE
    return first % STRIDE, first // STRIDE


def _card_table(edition: AnyEdition, players: int) -> card_state.CardTable:
    if isinstance(edition, Edition):
        raise ArgumentError(f"{edition.name} is not played with cards")
    table = card_state.CardTable()
    table.game.seat_players([POLICIES["greedy"]] * players)
    table.game.set_rules(
        edition.hand,
        edition.smallest_set,
        whole_set=edition.opening.largest_set,
        idle_rounds=edition.end.idle_rounds,
    )
    return table


def _check_seats(edition: AnyEdition, players: int) -> None:
    if not isinstance(players, int) or isinstance(players, bool):
        raise ArgumentError(f"players are a number, not {players!r}")
    if not max(edition.fewest_players, 2) <= players <= min(edition.most_players, 4):
        raise ArgumentError(f"{edition.name} is not for {players} players in the core")


def _chances(key: bytes, players: int) -> list[int]:
    """Return the lots of the seats when nobody gave any: they follow from the seed."""
    return [
        int.from_bytes(hashlib.sha256(key + bytes([seat])).digest()[:8], "big")
        for seat in range(players)
    ]


class _CoreState:
    """The common part of both families' states: the head of the row, and copies of it."""

    __slots__ = ()

    data: array[int]

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.data[at.PLAYERS])

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, or None when the game is over."""
        return None if self.data[at.ENDING] else int(self.data[at.SEAT])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.data[at.ENDING] != 0

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat; in the card game its Qwirkles."""
        return tuple(self.data[at.SCORES : at.SCORES + self.players])

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: several after a tie, none while the game is in progress."""
        return winners(self.scores) if self.is_over else ()

    @property
    def turns_played(self) -> int:
        """The number of turns so far."""
        return int(self.data[at.TURNS])

    @property
    def undrawn(self) -> int:
        """The number of pieces left to draw."""
        return int(self.data[at.UNDRAWN])

    def determinized(self, seat: int, seed: int) -> Self:
        """Return a copy in which all that a seat cannot see is dealt at random.

        It has no past, which would show the seat what it cannot know.

        Raises:
            ArgumentError: There is no such seat.
        """
        self._check_seat(seat)
        made = self.clone()  # type: ignore[attr-defined]
        made.redeal(seat, seed)
        return made  # type: ignore[no-any-return]

    def to_bytes(self) -> bytes:
        """Return the row as bytes, for ``from_bytes`` with the same edition."""
        return bytes(self.data)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_bytes, (self.edition, self.to_bytes())  # type: ignore[attr-defined]

    def __copy__(self) -> Self:
        return self.clone()  # type: ignore[attr-defined, no-any-return]

    def __deepcopy__(self, _: object) -> Self:
        return self.clone()  # type: ignore[attr-defined, no-any-return]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        same: bool = self.data == other.data and self.edition == other.edition  # type: ignore[attr-defined]
        return same

    __hash__ = None  # type: ignore[assignment] # it changes with every turn

    def __repr__(self) -> str:
        name, game = type(self).__name__, self.edition.id  # type: ignore[attr-defined]
        return f"<{name} of {game}: {self.scores} after {self.turns_played} turns>"

    def _check_seat(self, seat: int) -> None:
        if not isinstance(seat, SupportsIndex) or not 0 <= int(seat) < self.players:
            raise ArgumentError(f"there is no seat {seat!r}; seats are 0 to {self.players - 1}")

    def _held(self, first: int, seat: int) -> tuple[Tile, ...]:
        """Return a hand, given where the hands begin."""
        self._check_seat(seat)
        start = first + sum(self.data[at.SIZES : at.SIZES + seat])
        return tuple(KINDS[kind] for kind in self.data[start : start + self.data[at.SIZES + seat]])


class PlacementState(_CoreState, core_state.State):
    """A game with tiles at one moment, as the dealer knows it.

    ``new_state`` and ``of`` make one. A turn is a number: ``legal()`` lists those that may be
    played, ``points()`` what each scores, ``apply(number)`` plays one and ``undo()`` takes it back.
    ``clone()`` copies in less than a microsecond. ``choose(0)`` is a turn at random and
    ``choose(1)`` a greedy one.
    """

    __slots__ = ()

    def __init__(self, table: core_state.Table, data: array[int]) -> None:
        super().__init__(table, data)

    @classmethod
    def new(cls, edition: Edition, players: int = 2, *, seed: int | str | bytes) -> Self:
        """Deal the game of a seed, the same as ``Game.new`` deals without ages."""
        _check_seats(edition, players)
        made = cls(
            _rules_of(edition, players, _placement_table).table(),
            array("H", bytes(2 * at.TILES_ROOM)),
        )
        key = hashlib.sha256(seed_bytes(seed)).digest()
        made.deal(key, _chances(key, players))
        made.data[at.SHIFT : at.SHIFT + 2] = array("H", _first_shift(edition))
        return made

    @classmethod
    def of(cls, state: RulesState, *, seed: int | str | bytes) -> Self:
        """Return the state of a game of the rules, dealt on as the dealer of this seed would.

        Raises:
            TableTooWide: Its tiles are too far apart for the core.
        """
        edition, players = state.edition, len(state.seats)
        _check_seats(edition, players)
        key = hashlib.sha256(seed_bytes(seed)).digest()
        table = _rules_of(edition, players, _placement_table).table()
        return cls(table, _row_of(state, key, _chances(key, players)))

    @property
    def edition(self) -> Edition:
        """The rules of this game."""
        edition: Edition = self.table.rules.edition
        return edition

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it is in progress."""
        return ENDINGS[self.data[at.ENDING]]

    def hand(self, seat: int) -> tuple[Tile, ...]:
        """Return the tiles of a seat, in the order in which it drew them."""
        return self._held(at.TILES_HEAD + 2 * self.data[at.LYING], seat)

    def board(self) -> Board:
        """Return the tiles on the table."""
        data = self.data
        end = at.TILES_HEAD + 2 * data[at.LYING]
        cells = zip(data[at.TILES_HEAD : end : 2], data[at.TILES_HEAD + 1 : end : 2], strict=True)
        return Board([self._placed(cell, kind) for cell, kind in cells], self.edition.layout)

    def turn(self, number: int) -> Turn:
        """Return the turn that a number stands for here.

        Raises:
            ValueError: No turn has this number.
        """
        number = _number_of_a_turn(number)
        act, rest = number >> ACT_AT, number & _REST
        if act == columns.PLACE:
            return Place(tuple(sorted(self._placed(*tile) for tile in self.spell(number))))
        if act == columns.TRADE:
            held = self.hand(int(self.data[at.SEAT]))
            if rest >> len(held):
                raise ValueError("no such turn")
            traded = [tile for place, tile in enumerate(held) if (rest >> place) & 1]
            return Trade(tuple(sorted(traded, key=lambda tile: tile.index)))
        if act == columns.TAKE:
            return Take(self._cell(rest))
        if act == columns.DRAW_THREE:
            return DrawThree()
        if act != columns.PASS:
            raise ValueError("no such turn")
        return Pass()

    def number(self, turn: Turn) -> int:
        """Return the number of a legal turn, for ``apply``.

        Tokens and action tiles are turns of their own here. Tiles of a trade are given back in the
        order of their kinds, and an opening on an open table begins on [0, 0].

        Raises:
            ValueError: The turn is not legal here, or not one of these.
        """
        match turn:
            case Place(tiles=tiles, take=None):
                wanted = tuple(sorted(tiles))
                for number in self.legal():
                    if not number >> ACT_AT and self.turn(number) == Place(wanted):
                        return number
            case Trade(tiles=traded, take=None):
                return columns.TRADE << ACT_AT | self._places_of(traded)
            case Take(cell=cell):
                return columns.TAKE << ACT_AT | self._number(cell)
            case DrawThree():
                return columns.DRAW_THREE << ACT_AT
            case Pass(take=None):
                return columns.PASS << ACT_AT
        raise ValueError(f"not a legal turn here: {turn}")

    def play_out(
        self, policies: str | Sequence[str], seed: int, *, weights: array[float] | None = None
    ) -> tuple[int, ...]:
        """Return the scores after playing to the end; this state stays as it is.

        Args:
            policies: How all seats or each of them play: ``random``, ``greedy`` or ``value``.
            seed: Decides what is drawn from the pile, and the lots of the seats.
            weights: The weights of ``value``; without them it is the points that count.
        """
        table = self.table.rules.table()
        return tuple(
            table.play_out(self.data, _numbers(policies, self.players, "value"), seed, weights)
        )

    @classmethod
    def from_bytes(cls, edition: Edition, stored: bytes) -> Self:
        """Return the state that ``to_bytes`` wrote.

        Raises:
            ArgumentError: These bytes are not a state of this game.
        """
        data = _row(stored, at.TILES_ROOM)
        _check_tiles(edition, data)
        return cls(_rules_of(edition, data[at.PLAYERS], _placement_table).table(), data)

    @classmethod
    def from_row(cls, edition: Edition, row: array[int]) -> Self:
        """Return the state of a row that the core has just written, with [0, 0] where it begins."""
        data = row[:]
        data[at.SHIFT : at.SHIFT + 2] = array("H", _first_shift(edition))
        return cls(_rules_of(edition, data[at.PLAYERS], _placement_table).table(), data)

    @property
    def is_where_it_began(self) -> bool:
        """Whether [0, 0] is where the core puts it in a new game."""
        return self.shift() == _first_shift(self.edition)

    def shift(self) -> tuple[int, int]:
        """Return how far [0, 0] is from the corner of the core's array."""
        x, y = self.data[at.SHIFT : at.SHIFT + 2]
        return (x ^ 0x8000) - 0x8000, (y ^ 0x8000) - 0x8000

    def _cell(self, number: int) -> Cell:
        x, y = self.shift()
        return Cell(number % STRIDE - x, number // STRIDE - y)

    def _placed(self, number: int, kind: int) -> Placed:
        x, y = self.shift()
        return Placed(number % STRIDE - x, number // STRIDE - y, KINDS[kind])

    def _number(self, cell: Cell) -> int:
        x, y = self.shift()
        column, row = cell.x + x, cell.y + y
        if not (0 <= column < STRIDE and 0 <= row < ROWS):
            raise ValueError("no such turn")
        return row * STRIDE + column

    def _places_of(self, traded: Sequence[Tile]) -> int:
        """Return the places of these tiles in the hand, as bits; of equal tiles the first ones."""
        wanted, places = Counter(traded), 0
        for place, tile in enumerate(self.hand(int(self.data[at.SEAT]))):
            if wanted[tile]:
                wanted[tile] -= 1
                places |= 1 << place
        if wanted.total() or not places:
            raise ValueError("no such turn")
        return places


class CardState(_CoreState, card_state.CardState):
    """A card game at one moment, as the dealer knows it.

    It has the methods of ``PlacementState``. The table is a number of cards of each kind: how they
    form sets is free (C-TURN-1).
    """

    __slots__ = ()

    def __init__(self, table: card_state.CardTable, data: array[int]) -> None:
        super().__init__(table, data)

    @classmethod
    def new(cls, edition: CardsEdition, players: int = 2, *, seed: int | str | bytes) -> Self:
        """Deal the game of a seed, the same as ``Game.new`` deals without ages."""
        _check_seats(edition, players)
        made = cls(
            _rules_of(edition, players, _card_table).table(), array("H", bytes(2 * at.CARDS_ROOM))
        )
        key = hashlib.sha256(seed_bytes(seed)).digest()
        made.deal(key, _chances(key, players))
        return made

    @property
    def edition(self) -> CardsEdition:
        """The rules of this game."""
        edition: CardsEdition = self.table.rules.edition
        return edition

    @property
    def ending(self) -> CardsEnding | None:
        """How the game ended; None while it is in progress."""
        return CARD_ENDINGS[self.data[at.ENDING]]

    def hand(self, seat: int) -> tuple[Tile, ...]:
        """Return the cards of a seat, in the order in which it drew them."""
        return self._held(at.CARDS_HEAD, seat)

    def on_table(self) -> tuple[Tile, ...]:
        """Return the cards on the table, in the order of their kinds."""
        counts = self.data[at.TABLE : at.TABLE + KIND_COUNT]
        return tuple(KINDS[kind] for kind, count in enumerate(counts) for _ in range(count))

    def turn(self, number: int, table: Sequence[tuple[Tile, ...]]) -> CardTurn:
        """Return the turn that a number stands for here, given the sets on the table.

        Raises:
            ValueError: No legal turn has this number, or the table has other cards.
        """
        act = number >> ACT_AT
        if act == card_columns.EXCHANGE:
            return Exchange()
        if act == card_columns.PASS:
            return Pass()
        laid, made = self.spell(number)
        choice = tuple(KINDS[kind] for kind, count in enumerate(laid) for _ in range(count))
        if Counter(card for cards in table for card in cards) != Counter(self.on_table()):
            raise ValueError("the table has other cards")
        laying = lay(table, choice, made)
        if laying is None:
            raise ValueError("no such turn")
        return Play(laying.after)

    def play_out(self, policies: str | Sequence[str], seed: int) -> tuple[int, ...]:
        """Return the Qwirkles after playing to the end; this state stays as it is.

        Args:
            policies: How all seats or each of them play: ``random`` or ``greedy``.
            seed: Decides what is drawn from the deck, and the lots of the seats.
        """
        table = self.table.rules.table()
        return tuple(table.play_out(self.data, _numbers(policies, self.players), seed))

    @classmethod
    def from_bytes(cls, edition: CardsEdition, stored: bytes) -> Self:
        """Return the state that ``to_bytes`` wrote.

        Raises:
            ArgumentError: These bytes are not a state of this game.
        """
        data = _row(stored, at.CARDS_ROOM)
        _check_cards(edition, data)
        return cls(_rules_of(edition, data[at.PLAYERS], _card_table).table(), data)

    @classmethod
    def from_row(cls, edition: CardsEdition, row: array[int]) -> Self:
        """Return the state of a row that the core has just written."""
        return cls(_rules_of(edition, row[at.PLAYERS], _card_table).table(), row[:])


class StatePlacements(LegalPlacements):
    """The legal placements of a state, which nobody may change as long as they are used."""

    __slots__ = ("_spelt", "_state")

    def __init__(self, state: PlacementState) -> None:
        self._state = state
        self._moves = None
        self._spelt: array[int] | None = None

    def holds(self, move: Move) -> bool:
        """Return whether this is a move of this list, and not of another one that is equal."""
        return self._spelt is not None and move.spelt is self._spelt

    def _listed(self) -> list[Move]:
        if self._moves is None:
            state = self._state
            self._spelt = array("i") if state.is_over else state.spelt()
            self._moves = listing.make_all(Move, self._spelt, state.shift())
        return self._moves

    def __len__(self) -> int:
        return len(self._listed())

    def __bool__(self) -> bool:
        return bool(self._listed())


def new_state(
    game: str | AnyEdition = "classic",
    players: int = 2,
    *,
    seed: int | str | bytes | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> PlacementState | CardState:
    """Deal a game as a small state of the core.

    Args:
        game: The id of a game (``qwirkle.GAMES``), an edition, or the path of a house-rule file.
        players: The number of players, two to four.
        seed: A number or text that decides every draw; by default a secret one. The same seed is
            the same game as in ``Game.new``.
        options: The options of the rule book, such as ``{"same-spot": False}``.

    Raises:
        EditionError: There is no such game, house rule or option.
        ArgumentError: The number of players cannot be taken.
        TableTooWide: The board is too large for the core.
    """
    rules = named_edition(game, options)
    chosen = secrets.token_hex(32) if seed is None else seed
    if isinstance(rules, Edition):
        return PlacementState.new(rules, players, seed=chosen)
    return CardState.new(rules, players, seed=chosen)


class Policy(Protocol):
    """A function that chooses a turn for each of several states at once."""

    def __call__(
        self, states: Sequence[PlacementState | CardState], turns: Sequence[array[int]]
    ) -> Sequence[int]:
        """Return the number of a legal turn for each state, given those it has."""


def play_out_together(
    states: Sequence[PlacementState | CardState],
    policy: Policy,
    *,
    turns: int | None = None,
) -> list[PlacementState | CardState]:
    """Play several games on with a policy that sees all of them at once, such as a network.

    Args:
        states: Where the games start; they stay as they are.
        policy: Chooses a turn for each state that is not over yet.
        turns: Stop after this many turns of each game; by default at the end.

    Returns:
        The states at the end, in the same order.
    """
    played = [state.clone() for state in states]
    running = [state for state in played if not state.is_over]
    done = 0
    while running and (turns is None or done < turns):
        listed = [state.legal() for state in running]
        chosen = policy(running, listed)
        if len(chosen) != len(running):
            raise ArgumentError("a policy returns one turn for each state")
        for state, number in zip(running, chosen, strict=True):
            state.apply(int(number))
        running = [state for state in running if not state.is_over]
        done += 1
    return played


def _number_of_a_turn(number: object) -> int:
    if not isinstance(number, SupportsIndex):
        raise TypeError(f"a turn is a number of legal() here, not {number!r}")
    return index(number)


def _numbers(policies: str | Sequence[str], players: int, *more: str) -> list[int]:
    allowed = ("random", "greedy", *more)
    if callable(policies):
        raise ArgumentError(
            f"a policy is {' or '.join(allowed)} here; play_out_together plays with a function"
        )
    each = [policies] * players if isinstance(policies, str) else list(policies)
    if len(each) != players:
        raise ArgumentError("there must be one policy for each player")
    for policy in each:
        if policy not in allowed:
            raise ArgumentError(f"a policy is {' or '.join(allowed)}, not {policy!r}")
    return [POLICIES[policy] for policy in each]


# Rows from outside: whatever a row says, the core must not leave its arrays.


def _row(stored: bytes, room: int) -> array[int]:
    data = array("H")
    if not isinstance(stored, bytes) or len(stored) != 2 * room:
        raise ArgumentError("these bytes are not a state of this game")
    data.frombytes(stored)
    return data


def _wrong(condition: bool) -> None:
    if condition:
        raise ArgumentError("these bytes are not a state of this game")


def _check_tiles(edition: Edition, data: array[int]) -> None:
    players, lying = data[at.PLAYERS], data[at.LYING]
    _wrong(data[at.KIND] != at.TILES_ROW)
    _check_seats(edition, players)
    table = _rules_of(edition, players, _placement_table).table()
    sizes, undrawn = list(data[at.SIZES : at.SIZES + 4]), data[at.UNDRAWN]
    specials = len(edition.action_tiles.kinds)
    _wrong(data[at.SEAT] >= players or data[at.ENDING] >= len(ENDINGS) or any(sizes[players:]))
    _wrong(lying + sum(sizes) > BOX_TILES or undrawn > min(PILE_ROOM, BOX_TILES + specials))
    end = at.TILES_HEAD + 2 * lying + sum(sizes) + undrawn
    _wrong(end > at.TILES_ROOM or data[at.RECENT_N] > at.TOOK - at.RECENT)
    cells = data[at.TILES_HEAD : at.TILES_HEAD + 2 * lying : 2]
    kinds = data[at.TILES_HEAD + 1 : at.TILES_HEAD + 2 * lying : 2]
    held = data[at.TILES_HEAD + 2 * lying : end]
    tiles = [*kinds, *(piece for piece in held if piece < KIND_COUNT)]
    on_board = table.position.on_board
    _wrong(len(set(cells)) != lying or not all(map(on_board, cells)))
    _wrong(max(Counter(tiles).values(), default=0) > edition.layout.copies)
    _wrong(any(kind >= KIND_COUNT for kind in (*kinds, *held[: sum(sizes)])))
    _wrong(
        any(piece > KIND_COUNT + 1 for piece in held) or len(held) + lying - len(tiles) > specials
    )
    taken = data[at.TAKEN_CELL]
    _wrong(taken != 0 and (not on_board(taken) or data[at.TAKEN_KIND] >= KIND_COUNT))
    _wrong(not all(map(on_board, data[at.RECENT : at.RECENT + data[at.RECENT_N]])))
    _wrong(max(data[at.TOKENS : at.STARS]) > BOX_TILES)


def _check_cards(edition: CardsEdition, data: array[int]) -> None:
    players = data[at.PLAYERS]
    _wrong(data[at.KIND] != at.CARDS_ROW)
    _check_seats(edition, players)
    sizes, undrawn = list(data[at.SIZES : at.SIZES + 4]), data[at.UNDRAWN]
    _wrong(data[at.SEAT] >= players or data[at.ENDING] >= len(CARD_ENDINGS) or any(sizes[players:]))
    _wrong(max(sizes) > edition.hand or data[at.ACT] > card_columns.PASS)
    end = at.CARDS_HEAD + sum(sizes) + undrawn
    _wrong(end > at.CARDS_ROOM)
    cards = data[at.CARDS_HEAD : end]
    _wrong(any(kind >= KIND_COUNT for kind in cards))
    counts = Counter(cards)
    for kind in range(KIND_COUNT):
        table = data[at.TABLE + kind] + data[at.TAKEN + kind]
        _wrong(table + counts[kind] > COPIES or data[at.LAID + kind] > COPIES)


def _row_of(state: RulesState, key: bytes, chances: Sequence[int]) -> array[int]:
    """Return the row of a state of the rules."""
    edition = state.edition
    x, y = _first_shift(edition)
    if not edition.layout.bounded and state.board:
        x, y = middle_of(state.board)
    if not (-0x8000 <= x < 0x8000 and -0x8000 <= y < 0x8000):
        raise TableTooWide("The tiles are too far from [0, 0] for the core.")

    def number(cell: Cell | Placed) -> int:
        return (cell.y + y) * STRIDE + cell.x + x

    data = array("H", bytes(2 * at.TILES_ROOM))
    seats = state.seats
    ending = None if state.result is None else state.result.ending
    last = state.turn if state.turn is not None else 0 if state.last is None else state.last.seat
    data[at.KIND] = at.TILES_ROW
    data[at.PLAYERS] = len(seats)
    data[at.SEAT] = last
    data[at.TURNS] = state.turns_played
    data[at.ENDING] = ENDINGS.index(ending)
    data[at.IDLE] = state.idle
    data[at.UNDRAWN] = len(state.pile)
    data[at.PASSES] = state.passes
    data[at.OPENING_TILES] = state.opening_tiles
    data[at.USED] = state.used is not None
    if state.taken is not None:
        data[at.TAKEN_CELL] = number(state.taken)
        data[at.TAKEN_KIND] = state.taken.tile.index
    data[at.SHIFT], data[at.SHIFT + 1] = x & 0xFFFF, y & 0xFFFF
    for which in range(16):
        data[at.KEY + which] = key[2 * which] << 8 | key[2 * which + 1]
    for seat, chance in enumerate(chances):
        for part in range(4):
            data[at.CHANCES + 4 * seat + part] = (chance & WORD) >> 16 * part & 0xFFFF
    for which, cell in enumerate(sorted(edition.layout.stars)):
        if cell in state.stars_left:
            data[at.STARS + which // 16] |= 1 << which % 16
    _write_last(state, data, number)
    tail: list[int] = []
    for (column, row), tile in state.board.items():
        tail += ((row + y) * STRIDE + column + x, tile.index)
    data[at.LYING] = len(state.board)
    for seat, sitter in enumerate(seats):
        data[at.SCORES + seat] = sitter.score
        data[at.SIZES + seat] = len(sitter.hand)
        data[at.TOKENS + seat] = sitter.tokens
        data[at.ACTIONS + 2 * seat], data[at.ACTIONS + 2 * seat + 1] = counted_actions(
            sitter.actions
        )
        tail += [tile.index for tile in sitter.hand]
    for piece in state.pile:
        if isinstance(piece, Special):
            tail.append(KIND_COUNT + int(piece.action is Action.DRAW_THREE))
        else:
            tail.append(piece.index)
    data[at.TILES_HEAD : at.TILES_HEAD + len(tail)] = array("H", tail)
    return data


def _write_last(
    state: RulesState, data: array[int], number: Callable[[Cell | Placed], int]
) -> None:
    """Write the last turn, and what came first in the turn under way."""
    last, doing = state.last, state.doing
    if doing is not None:
        data[at.TOOK] = 0 if doing.took is None else 1 + doing.took.tile.index
        data[at.DREW] = doing.drew_three
    if last is None:
        return
    took = 0 if last.took is None else 1 + last.took.tile.index
    parts = [1 + last.seat, last.points, last.traded, last.passed, took, last.drew_three]
    data[at.LAST : at.LAST + 6] = array("H", map(int, parts))
    data[at.RECENT_N] = len(last.placed)
    for which, placed in enumerate(last.placed):
        data[at.RECENT + which] = number(placed)
