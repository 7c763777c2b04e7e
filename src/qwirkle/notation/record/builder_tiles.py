"""The record of a placement game, from its events."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from qwirkle.notation.record.builder import KnownHand, RecordBuilder, SeenEvent
from qwirkle.notation.record.headers import WrittenResult
from qwirkle.notation.record.lines import Entry, Header
from qwirkle.notation.record.set_up import UNKNOWN, position_set_up
from qwirkle.notation.text.turns import HiddenTrade, WrittenTurn, write_placements, write_turn
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.tiles import in_order
from qwirkle.rules.turns import Pass


class TileRecordBuilder(RecordBuilder):
    """A builder of the record of a placement game."""

    def __init__(self) -> None:
        super().__init__()
        self._shown_in_deal: list[Action] = []
        self._line: _OpenLine | None = None

    def see_own(self, event: SeenEvent) -> None:
        """Add an event that only this kind of game has."""
        match event:
            case e.PositionSetUp(players=players, hands=hands, seat=to_move):
                position = position_set_up(self.began, event, _fill(event))
                self.begin_in(position, hands, [player.score for player in players])
                if to_move is not None:
                    self._open_line(to_move)
            case e.TableLaid(tiles=tiles):
                self.deal.append(Header("Table", write_placements(tiles)))
            case e.TurnBegan(seat=seat):
                self._finish_line()
                self.number += 1
                self._open_line(seat)
            case e.Drew(seat=seat, tiles=drawn):
                self.add_to_hand(seat, drawn)
            case e.SpecialShown(action=action):
                shown = self._shown_in_deal if self._line is None else self._line.shown
                shown.append(action)
            case e.WentOut(seat=seat, points=points):
                self.scores[seat] += points
                self._now.out = points
            case e.GameEnded(ending=ending, winners=winners, scores=scores):
                self._finish_line()
                self.result = WrittenResult(scores, winners, ending)
            case _:
                self._act(event)

    def open_entry(self) -> Entry | None:
        """Return the line of the current turn, if anything has happened in it."""
        return None if self._line is None else self._line.entry(self.scores)

    def deal_headers(self) -> Sequence[Header]:
        """Return the headers that describe the deal."""
        shown = self._shown_in_deal
        return [*self.deal, *([Header("Shown", " ".join(shown))] if shown else [])]

    def _act(self, event: SeenEvent) -> None:
        """Add the act of a seat to the line of the turn."""
        match event:
            case e.Took(seat=seat, tile=taken):
                self._now.take = taken.cell
                self.add_to_hand(seat, (taken.tile,))
            case e.DrewThree():
                self._now.turn = DrawThree()
            case e.TilesPlaced(seat=seat, tiles=tiles, points=points):
                self._after_draw_three()
                self._now.turn = Place(tiles, self._now.take)
                self._now.points = points
                self.scores[seat] += points
                self.remove_from_hand(seat, (placed.tile for placed in tiles))
            case e.PutAside(seat=seat, count=count, tiles=traded):
                self._after_draw_three()
                take = self._now.take
                self._now.turn = HiddenTrade(count, take) if traded is None else Trade(traded, take)
                self.remove_from_hand(seat, traded or ())
            case e.Passed():
                self._after_draw_three()
                self._now.turn = Pass(self._now.take)

    @property
    def _now(self) -> _OpenLine:
        if self._line is None:
            raise ValueError("a seat acts after its turn has begun")
        return self._line

    def _open_line(self, seat: int) -> None:
        self._line = _OpenLine(self.number, seat, self.hands[seat])

    def _after_draw_three(self) -> None:
        # The three new tiles are in the hand before the next act, so that act gets its own line.
        if self._now.turn is not None:
            seat = self._now.seat
            self._finish_line()
            self._open_line(seat)

    def _finish_line(self) -> None:
        self.close_entry()
        self._line = None


class _OpenLine:
    """A line of a record during its turn."""

    def __init__(self, number: int, seat: int, hand: KnownHand) -> None:
        self.number = number
        self.seat = seat
        self.hand = hand
        self.take: Cell | None = None
        self.turn: WrittenTurn | None = None
        self.points = 0
        self.out = 0
        self.shown: list[Action] = []

    def entry(self, scores: Sequence[int]) -> Entry | None:
        """Return the line, if anything has happened yet."""
        turn = self.turn
        if turn is None:
            if self.take is None:
                return None
            turn = Take(self.take)
        return Entry(
            number=self.number,
            seat=self.seat,
            hand=None if self.hand is None else in_order(self.hand),
            turn=write_turn(turn),
            points=self.points,
            out=self.out,
            total=scores[self.seat],
            shown=tuple(self.shown),
        )


def _fill(event: e.PositionSetUp) -> e.PositionSetUp:
    hands = tuple(
        (UNKNOWN,) * player.tiles if hand is None else hand
        for player, hand in zip(event.players, event.hands, strict=True)
    )
    return replace(event, hands=hands, pile=(UNKNOWN,) * event.bag)
