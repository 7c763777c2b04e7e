"""Games that are played by numbers of actions: the core's episodes, with turns of the rules.

``qwirkle.env`` makes environments of them. The arrays are the caller's: anything with a buffer of
the right type will do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from qwirkle.engine.arena import card_episode, card_game, ranking
from qwirkle.engine.arena import episode as core_episode
from qwirkle.engine.arena import game as core_game
from qwirkle.engine.cards.solver import lay
from qwirkle.engine.core import grid
from qwirkle.engine.core.bits import KINDS as KIND_COUNT
from qwirkle.engine.core.bits import STRIDE
from qwirkle.engine.games import CoreCardGame, CoreGame
from qwirkle.engine.views import resume_view
from qwirkle.rules.cards.turns import CardSet, Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.board import Layout, Placed
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import KINDS, Tile
from qwirkle.rules.turns import Pass

REWARDS = ("points", "margin", "win")
Reward = Literal["points", "margin", "win"]
_PLACE, _TRADE, _PASS, _TAKE, _DRAW_THREE = range(5)
_PLAY, _EXCHANGE = range(2)
_QWIRKLE = 6
_LINES = 12
_AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))
# Larger windows could reach over the edge of the core's array.
MAX_WINDOW = 64


class Shape(NamedTuple):
    """The sizes of the arrays of a game."""

    height: int
    width: int

    @property
    def cells(self) -> int:
        """How many cells the window has."""
        return self.height * self.width

    @property
    def tile_actions(self) -> int:
        """How many actions there are tile by tile."""
        return self.cells * (KIND_COUNT + 1) + KIND_COUNT + 2


def shape_of(layout: Layout, window: int) -> Shape:
    """The window of a board: all of it, or this many rows and columns of an open table."""
    if layout.width is None or layout.height is None:
        if not 8 <= window <= MAX_WINDOW:
            raise ValueError(f"a window has 8 to {MAX_WINDOW} rows and columns, not {window}")
        return Shape(window, window)
    return Shape(layout.height, layout.width)


class EpisodeGame(CoreGame):
    """A placement game that is played by numbers of actions."""

    core: core_episode.Episode

    def __init__(self, layout: Layout, candidates: ranking.Ranking | None = None) -> None:
        super().__init__(layout, candidates)
        self.shape = Shape(0, 0)

    def _new_core(self, position: grid.Grid, candidates: ranking.Ranking) -> core_game.Game:
        return core_episode.Episode(position, candidates)

    def attach(
        self,
        arrays: Mapping[str, Any],
        number: int,
        *,
        window: int,
        listed: int,
        by_tiles: bool,
        described: int = 0,
    ) -> None:
        """Use these flat arrays, as the game of this number among several.

        ``described`` says how many turns ``arrays["afterstates"]`` has room for.
        """
        self.shape = shape_of(self.layout, window)
        self.core.show(arrays["planes"], arrays["axes"], arrays["counts"], number, window)
        self.core.form(arrays["mask"], arrays["turns"], number, listed, by_tiles)
        if described:
            self.core.describe(arrays["afterstates"], arrays["afterstate_turns"], number, described)

    def show(self, view: View) -> None:
        """List the turns of a view's seat, which must have the turn; none of them can be done.

        What the others hold is not known, so nothing could be drawn after a turn.
        """
        core, seat = self.core, view.seat or 0
        core.position.wipe()
        for (x, y), tile in view.board.items():
            core.position.place(self._number(x, y), tile.index)
        hand = [tile.index for tile in view.hand]
        core.stand(seat, hand, [player.tiles for player in view.players], view.bag, (0, 0))
        core.set_scores([player.score for player in view.players])
        resume_view(core, view, lambda cell: self._number(cell.x, cell.y))
        last, recent = [0] * 6, []
        if view.last is not None:
            took = 0 if view.last.took is None else 1 + view.last.took.tile.index
            last = [1 + view.last.seat, view.last.points, view.last.traded]
            last += [int(view.last.passed), took, int(view.last.drew_three)]
            recent = [self._number(at.x, at.y) for at in view.last.placed]
        core.show_last(view.turns_played, last, recent)
        core.list_standing()

    @property
    def done(self) -> int:
        """How many acts were done."""
        return self.core.done

    def place_in_window(self, cell: Cell) -> int | None:
        """The number of a cell in the window, row by row; None outside it."""
        x, y = self._shift
        column = cell.x + x - self.core.first_column
        row = cell.y + y - self.core.first_row
        if 0 <= column < self.shape.width and 0 <= row < self.shape.height:
            return row * self.shape.width + column
        return None

    def cell_in_window(self, place: int) -> Cell:
        """The cell of a number of the window."""
        row, column = divmod(place, self.shape.width)
        number = (row + self.core.first_row) * STRIDE + column + self.core.first_column
        return self._cell(number)

    def turns(self) -> list[Turn]:
        """The turns of the list, in the order of their actions."""
        return [self._turn(act, code) for act, code in self.core.listed_turns()]

    def listed_turn(self, number: int) -> Turn:
        """One turn of the list; ValueError if there is none of this number."""
        if not 0 <= number < self.core.listed:
            raise ValueError("no such turn")
        return self._turn(*self.core.listed_turns()[number])

    def _turn(self, act: int, code: int) -> Turn:
        if act == _PLACE:
            placed = [self._placed(cell, kind) for cell, kind in self.core.position.spell(code)]
            return Place(tuple(sorted(placed)))
        if act == _TRADE:
            return Trade(tuple(KINDS[(code >> 6 * which) & 63] for which in range(code >> 54)))
        if act == _TAKE:
            return Take(self._cell(code))
        return DrawThree() if act == _DRAW_THREE else Pass()

    def do(self, turn: Turn) -> None:
        """Play a turn that the rules have judged."""
        match turn:
            case Place(tiles=tiles):
                placed = [(self._number(x, y), tile.index) for x, y, tile in tiles]
                self.core.do(_PLACE, placed, [], 0)
            case Trade(tiles=traded):
                self.core.do(_TRADE, [], [tile.index for tile in traded], 0)
            case Take(cell=cell):
                self.core.do(_TAKE, [], [], self._number(cell.x, cell.y))
            case _:
                self.core.do(_DRAW_THREE if isinstance(turn, DrawThree) else _PASS, [], [], 0)

    def in_order_of_placing(self, turn: Place) -> list[Placed]:
        """The tiles of a placement, each beside the table or those before it."""
        tiles = sorted(turn.tiles)
        board = self.board()
        beside = [
            which
            for which, (x, y, _) in enumerate(tiles)
            if any(Cell(x + right, y + down) in board for right, down in _AROUND)
        ]
        first = beside[0] if beside else 0
        return [*tiles[first:], *reversed(tiles[:first])]

    def completed_by(self, action: int) -> Turn | None:
        """The turn that an action completes, tile by tile; None if more is to come."""
        cells = self.shape.cells
        number = action - cells * KIND_COUNT
        if 0 <= number < cells:
            return Take(self.cell_in_window(number))
        if number < cells + KIND_COUNT:
            return None
        if number == cells + KIND_COUNT:
            return DrawThree()
        if placed := self.put_down():
            return Place(tuple(sorted(placed)))
        traded = tuple(KINDS[kind] for kind in self.core.aside_so_far())
        return Trade(traded) if traded else Pass()

    def put_down(self) -> tuple[Placed, ...]:
        """The tiles put down in this turn so far."""
        return tuple(self._placed(cell, kind) for cell, kind in self.core.so_far())


class ChosenCards(NamedTuple):
    """A turn of the card game in the core: cards by kind and Qwirkles by line, but no sets."""

    laid: tuple[int, ...]
    made: tuple[int, ...]

    @property
    def cards(self) -> tuple[Tile, ...]:
        """The cards, in the canonical order."""
        return tuple(KINDS[kind] for kind, count in enumerate(self.laid) for _ in range(count))

    def on(self, table: Sequence[CardSet]) -> Play:
        """The turn that lays these cards, with few switches."""
        laying = lay(table, self.cards, self.made)
        if laying is None:
            raise ValueError("these cards cannot be played")
        return Play(laying.after)


class CardEpisodeGame(CoreCardGame):
    """A card game that is played by numbers of actions."""

    core: card_episode.CardEpisode

    def _new_core(self) -> card_game.CardGame:
        return card_episode.CardEpisode()

    def attach(
        self, arrays: Mapping[str, Any], number: int, *, listed: int, by_tiles: bool
    ) -> None:
        """Use these flat arrays, as the game of this number among several."""
        self.core.form(arrays["counts"], arrays["mask"], arrays["turns"], number, listed, by_tiles)

    def show(self, view: CardsView) -> None:
        """List the choices of a view's seat, which must have the turn; none of them can be done."""
        core, last = self.core, view.last
        lying = [card for cards in view.table for card in cards]
        kept = [card for player in view.players for cards in player.qwirkles for card in cards]
        core.stand(
            view.seat or 0,
            [card.index for card in view.hand],
            _by_kind(lying),
            _by_kind(kept),
            [(player.score, player.cards) for player in view.players],
        )
        if last is None:
            core.show_last(-1, [], 0)
        else:
            act = _EXCHANGE if last.exchanged else _PASS if last.passed else _PLAY
            core.show_last(act, [card.index for card in last.played], len(last.qwirkles))
        core.list_standing(
            deck=view.deck,
            turns=view.turns_played,
            idle=view.idle,
            opening_cards=view.opening_cards,
            turns_left=-1 if view.turns_left is None else view.turns_left,
        )

    @property
    def done(self) -> int:
        """How many turns were played."""
        return self.core.turns

    def choices(self) -> list[ChosenCards]:
        """The choices of cards that can be played now; by turns, those of the list."""
        return [self.choice(which) for which in range(self.core.found)]

    def choice(self, which: int) -> ChosenCards:
        """One of these choices."""
        laid, made = self.core.choice(which)
        return ChosenCards(tuple(laid), tuple(made))

    def listed_turn(self, number: int) -> ChosenCards | Exchange | Pass:
        """One turn of the list, without its sets; ValueError if there is none of this number."""
        if number == 0 and not self.core.found:
            return self.turn_without_cards()
        return self.choice(number)

    def turn_without_cards(self) -> Exchange | Pass:
        """The turn of a seat that can play no card (A15)."""
        return Exchange() if self.core.deck_n else Pass()

    def last_turn(self) -> ChosenCards | Exchange | Pass:
        """The last turn, without its sets."""
        act, laid, made = self.core.last_turn()
        if act == _PLAY:
            return ChosenCards(tuple(laid), tuple(made))
        return Exchange() if act == _EXCHANGE else Pass()

    def do(self, turn: CardTurn) -> None:
        """Play a turn that the rules have judged."""
        laid, made = [0] * len(KINDS), [0] * _LINES
        if isinstance(turn, Play):
            shown = Counter(card.index for cards in turn.after for card in cards)
            lying = self.core.cards_on_table()
            laid = [shown[kind] - lying[kind] for kind in range(len(KINDS))]
            for cards in turn.after:
                if len(cards) == _QWIRKLE:
                    made[_line(cards)] += 1
        self.core.do(laid, made)


def _by_kind(cards: Iterable[Tile]) -> list[int]:
    counts = Counter(card.index for card in cards)
    return [counts[kind] for kind in range(len(KINDS))]


def _line(cards: CardSet) -> int:
    """The number of a set's line: the six colours, then the six shapes."""
    first, second = cards[0].index, cards[1].index
    return first // 6 if first // 6 == second // 6 else 6 + first % 6
