"""The replay of a recorded placement game by the rules, with or without its seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from qwirkle.errors import NotationError
from qwirkle.notation.record.builder import SeenEvent
from qwirkle.notation.record.deals import (
    AnyWrittenTurn,
    GameReplay,
    UnseededReplay,
    check_figure,
    differs,
    even_draws,
    opening,
)
from qwirkle.notation.record.headers import Headers
from qwirkle.notation.record.lines import Entry, Record
from qwirkle.notation.record.set_up import UNKNOWN
from qwirkle.notation.text.turns import (
    HiddenTrade,
    WrittenTurn,
    read_written_turn,
    write_placements,
)
from qwirkle.rules.cards.turns import CardSet
from qwirkle.rules.decision import with_seat
from qwirkle.rules.editions.placement import Action, Edition
from qwirkle.rules.family import AnyGameEvent, AnyTurn
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.state import Piece, Special, State
from qwirkle.rules.placement.turns import Place, Trade
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass


class TileReplay(GameReplay):
    """A placement game whose seed is known."""

    state: State

    def check_deal(self, record: Record, headers: Headers, dealt: Sequence[AnyGameEvent]) -> None:
        """Compare the tiles on the table, the sets and the special tiles with the rules."""
        laid = self.state.board.placed()
        if headers.table is not None and tuple(sorted(headers.table)) != laid:
            differs(record, "Table", write_placements(laid) if laid else "empty")
        super().check_deal(record, headers, dealt)
        if record.header("Shown") is not None and headers.shown != _special_tiles_shown(dealt):
            differs(record, "Shown", " ".join(_special_tiles_shown(dealt)) or "nothing")

    @property
    def board(self) -> Board:
        """The tiles on the table now."""
        return self.state.board

    @property
    def table(self) -> tuple[CardSet, ...]:
        """An empty tuple: a placement game has no sets of cards."""
        return ()

    @property
    def scores(self) -> tuple[int, ...]:
        """The points, seat by seat."""
        return tuple(seat.score for seat in self.state.seats)

    def read(self, text: str) -> WrittenTurn:
        """Return the turn of a line."""
        return read_written_turn(text)

    def used_pieces(self, turn: AnyWrittenTurn) -> tuple[Tile, ...]:
        """Return the tiles that leave the hand, if the text names them."""
        match turn:
            case Place(tiles=placed):
                return tuple(laid.tile for laid in placed)
            case Trade(tiles=traded):
                return traded
        return ()

    def check_figures(self, entry: Entry, happened: Sequence[AnyGameEvent]) -> None:
        """Compare points, total and special tiles with the rules."""
        points = sum(event.points for event in happened if isinstance(event, e.TilesPlaced))
        out = sum(event.points for event in happened if isinstance(event, e.WentOut))
        check_figure("points", points, entry.points)
        check_figure("points for going out", out, entry.out)
        check_figure("total", self.state.seats[entry.seat].score, entry.total)
        if (shown := _special_tiles_shown(happened)) != entry.shown:
            raise NotationError(
                f"the special tiles shown are {' '.join(shown) or 'none'}, "
                f"not {' '.join(entry.shown) or 'none'}"
            )


class UnseededTileReplay(UnseededReplay, TileReplay):
    """A placement game without a seed."""

    def __init__(self, record: Record, headers: Headers, edition: Edition) -> None:
        self._edition = edition
        self._specials = (
            edition.action_tiles.kinds if edition.action_tiles.handed_out == "when-drawn" else ()
        )
        UnseededReplay.__init__(self, record, headers, edition)

    def unknown_deal(self, record: Record, headers: Headers) -> Iterable[e.AnyEvent]:
        """Return the events of the deal with unknown tiles, as the headers describe it."""
        if Counter(headers.shown) - Counter(self._specials):
            differs(record, "Shown", f"at most {' '.join(self._specials) or 'nothing'}")
        edition, seats = self._edition, len(headers.players)
        count = len(edition.box) + len(self._specials)
        yield e.GameBegan(edition, headers.players, headers.ages)
        yield e.BagFilled(count, (UNKNOWN,) * count)
        black, table = sorted(edition.layout.black), tuple(sorted(headers.table or ()))
        if [laid.cell for laid in table] != black:
            differs(record, "Table", f"a tile on each of the {len(black)} black spaces")
        if table:
            yield e.TableLaid(table)
        if edition.action_tiles.kinds and not self._specials:
            yield e.ActionsHandedOut(edition.action_tiles.kinds)
        for action in headers.shown:
            yield e.SpecialShown(0, action)
        left = count - len(table) - len(headers.shown)
        for seat, drawn in enumerate(even_draws(edition.hand, seats, left)):
            yield e.Drew(seat, drawn, (UNKNOWN,) * drawn)
        starter, demanded = opening(record, headers, largest_set=edition.opening.largest_set)
        yield e.StarterFound(headers.sets or (0,) * seats, starter, demanded)
        yield e.TurnBegan(starter)

    def visible_pieces(self) -> Iterable[Tile]:
        """Return the tiles on the table."""
        return self.state.board.values()

    def play(self, entry: Entry) -> tuple[AnyWrittenTurn, tuple[SeenEvent, ...]]:
        """Play one line, and remember what it reveals about the hand until the next written one."""
        size = len(self.state.seats[entry.seat].hand)
        turn, events = super().play(entry)
        taken = tuple(event.tile.tile for event in events if isinstance(event, e.Took))
        if entry.hand is None and isinstance(turn, Pass):
            # The unknown hand was omitted while the pass was judged.
            hand = (UNKNOWN,) * (size + len(taken))
            self.state = with_seat(self.state, entry.seat, hand=hand)
        before = self.kept[entry.seat] if entry.hand is None else entry.hand
        kept = Counter((*before, *taken)) - Counter(self.used_pieces(turn))
        self.kept[entry.seat] = () if isinstance(turn, HiddenTrade) else tuple(kept.elements())
        return turn, events

    def prepare(self, entry: Entry, turn: AnyWrittenTurn) -> AnyTurn:
        """Return the turn to judge, with the written hand and the special tiles shown."""
        state = self.state
        size = len(state.seats[entry.seat].hand)
        taken = self._taken_tiles(turn)
        needed = Counter(self.used_pieces(turn)) - Counter(taken)
        self.believe(entry, needed)
        hand = entry.hand
        if hand is None:
            # Any hand that allows the turn will do. A player who passes can place nothing,
            # but on an empty table everything can be placed.
            passing = isinstance(turn, Pass) and len(state.board) > 0
            unused = () if passing else (UNKNOWN,) * (size - needed.total())
            hand = (*needed.elements(), *unused)
        self.state = replace(with_seat(state, entry.seat, hand=hand), pile=self._pile(entry))
        if isinstance(turn, HiddenTrade):
            if turn.count > size + len(taken):
                raise NotationError(f"seat {entry.seat + 1} has {size + len(taken)} tiles")
            return Trade((*hand, *taken)[: turn.count], turn.take)
        return turn

    def _taken_tiles(self, turn: AnyWrittenTurn) -> tuple[Tile, ...]:
        cell = turn.take if isinstance(turn, Place | Trade | Pass | HiddenTrade) else None
        return () if cell is None or cell not in self.state.board else (self.state.board[cell],)

    def _pile(self, entry: Entry) -> tuple[Piece, ...]:
        """Return a pile of the right size, with the special tiles that this line shows."""
        shown = Counter(special.action for special in self.state.box) + Counter(entry.shown)
        if shown - Counter(self._specials) or len(entry.shown) > len(self.state.pile):
            raise NotationError("there is no such special tile in the bag any more")
        unknown = (UNKNOWN,) * (len(self.state.pile) - len(entry.shown))
        return (*(Special(action) for action in entry.shown), *unknown)


def _special_tiles_shown(happened: Iterable[AnyGameEvent]) -> tuple[Action, ...]:
    return tuple(event.action for event in happened if isinstance(event, e.SpecialShown))
