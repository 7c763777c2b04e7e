"""The record of a card game, from its events: Qwirkles take the place of points."""

from __future__ import annotations

from msgspec.structs import replace

from qwirkle.notation.record.builder import RecordBuilder, SeenEvent
from qwirkle.notation.record.headers import WrittenResult
from qwirkle.notation.record.lines import Entry
from qwirkle.notation.record.set_up import UNKNOWN, position_set_up
from qwirkle.notation.text.cards_turns import write_card_turn
from qwirkle.rules.cards import events as e
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.tiles import in_order
from qwirkle.rules.turns import Pass


class CardRecordBuilder(RecordBuilder):
    """A builder of the record of a card game."""

    def __init__(self) -> None:
        super().__init__()
        self._entry: Entry | None = None

    def see_own(self, event: SeenEvent) -> None:
        """Add an event that only this kind of game has."""
        match event:
            case e.PositionSetUp(players=players, hands=hands):
                position = position_set_up(self.began, event, _fill(event))
                self.begin_in(position, hands, [len(player.qwirkles) for player in players])
            case e.DeckShuffled():
                # C-START-1: before a second deal all hands go back.
                self.hands = [()] * len(self.hands)
            case e.Drew(seat=seat, cards=drawn):
                self.add_to_hand(seat, drawn)
            case e.TurnBegan():
                self.close_entry()
                self._entry = None
                self.number += 1
            case e.CardsPlayed(seat=seat, played=played, after=after):
                self._act(seat, Play(after))
                self.remove_from_hand(seat, played)
            case e.QwirklesTaken(seat=seat, sets=sets):
                self._make_qwirkles(seat, len(sets))
            case e.HandReturned(seat=seat):
                self._act(seat, Exchange())
                self.hands[seat] = ()
            case e.Passed(seat=seat):
                self._act(seat, Pass())
            case e.GameEnded(ending=ending, winners=winners, scores=scores):
                self.result = WrittenResult(scores, winners, ending)

    def open_entry(self) -> Entry | None:
        """Return the line of the current turn, if anything has happened in it."""
        return self._entry

    def _act(self, seat: int, turn: CardTurn) -> None:
        hand = self.hands[seat]
        self._entry = Entry(
            number=self.number,
            seat=seat,
            hand=None if hand is None else in_order(hand),
            turn=write_card_turn(turn),
            total=self.scores[seat],
        )

    def _make_qwirkles(self, seat: int, made: int) -> None:
        if self._entry is None:
            raise ValueError("Qwirkles are taken after cards were played")
        self.scores[seat] += made
        self._entry = replace(self._entry, points=made, total=self.scores[seat])


def _fill(event: e.PositionSetUp) -> e.PositionSetUp:
    hands = tuple(
        (UNKNOWN,) * player.cards if hand is None else hand
        for player, hand in zip(event.players, event.hands, strict=True)
    )
    return replace(event, hands=hands, deck=(UNKNOWN,) * event.count)
