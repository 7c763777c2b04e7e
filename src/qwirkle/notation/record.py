"""Game records: the text of a ``.qwr`` file read, written and made. docs/notation.md specifies it.

Any file that reads is written back byte for byte. The rules are asked in ``record_replay``, never
here, and no file is opened. A record of a running game is made from what one seat saw, so it
cannot tell more than that.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from qwirkle.errors import NotationError
from qwirkle.notation.record_headers import (
    WrittenResult,
    commitment_to,
    edition_headers,
    heads_of,
    seed_header,
    write_result,
    write_text,
)
from qwirkle.notation.record_lines import (
    Entry,
    Header,
    Line,
    Note,
    Record,
    read_line,
    write_line,
)
from qwirkle.notation.turns import (
    HiddenTrade,
    WrittenTurn,
    write_placements,
    write_turn,
)
from qwirkle.rules import events as e
from qwirkle.rules.board import Cell
from qwirkle.rules.tiles import Tile, in_order
from qwirkle.rules.turns import Action, DrawThree, Pass, Place, Take, Trade

MAGIC = "Qwirkle-Record"
VERSION = "1"


def read_record(text: str | bytes) -> Record:
    """The record of a file's text; NotationError with the line number if it is none.

    Give the bytes of the file, or a text whose line ends were not changed on reading.
    """
    text = _utf8(text)
    unended = not text.endswith("\n")
    texts = (text if unended else text[:-1]).split("\n")
    record = Record(tuple(read_line(one, number) for number, one in enumerate(texts, 1)), unended)
    _check(record)
    return record


def write_record(record: Record) -> str:
    """The text of a record, to be saved as UTF-8 with the line ends left as they are."""
    _check(record)
    texts = [write_line(line, number) for number, line in record.numbered()]
    return "\n".join(texts) + ("" if record.unended else "\n")


def record_of(
    events: Iterable[e.Event],
    *,
    seed: int | str | bytes | None = None,
    commit: bool = False,
    saved: bool = False,
    date: datetime.date | None = None,
) -> Record:
    """The record of a game from the dealer's events: every hand is in it.

    The seed tells all that is still to come, so only a finished game's record has it; with
    ``commit`` the record has a commitment to it, of a running game too. With ``saved`` it has the
    seed all the same: that is the dealer's own file to go on from, not for players to read.
    """
    maker = _Maker()
    for event in events:
        maker.see(event)
    headers: list[Header] = []
    if seed is not None:
        if maker.result is not None or saved:
            headers.append(seed_header(seed))
        elif not commit:
            raise ValueError("the seed of a running game may not be told; commit to it instead")
        if commit:
            headers.append(Header("Seed-Commitment", commitment_to(seed)))
    return maker.record(headers, date)


def record_of_view(
    events: Iterable[e.Event], seat: int | None, *, date: datetime.date | None = None
) -> Record:
    """The record of a game as a seat saw it, or a spectator (None): other hands are ``?``."""
    maker = _Maker()
    for event in events:
        # What the maker never sees it cannot tell.
        maker.see(event.seen_by(seat))
    seen_by = "spectator" if seat is None else str(seat + 1)
    return maker.record([Header("Seen-By", seen_by)], date)


def _utf8(text: str | bytes) -> str:
    data = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError("this is not UTF-8 text", line=line) from None


def _check(record: Record) -> None:
    """Refuse lines that do not make a record, whatever game it is of."""
    first = record.lines[0] if record.lines else Note()
    if not isinstance(first, Header) or first.key != MAGIC:
        raise NotationError(f"a record begins with the line “{MAGIC}: {VERSION}”", line=1)
    if first.value != VERSION:
        raise NotationError(
            f"this is a record of version “{first.value}”; version {VERSION} can be read", line=1
        )
    seats = len(heads_of(record).players)
    before: Entry | None = None
    for number, line in record.numbered():
        if isinstance(line, Header):
            if before is not None:
                raise NotationError("headers stand before the first turn", line=number)
            if line.key == MAGIC and number > 1:
                raise NotationError("a file holds one record: this is a second one", line=number)
        elif isinstance(line, Entry):
            _check_entry(line, before, seats, number)
            before = line


def _check_entry(entry: Entry, before: Entry | None, seats: int, line: int) -> None:
    if not 0 <= entry.seat < seats:
        raise NotationError(f"there is no seat {entry.seat + 1}: {seats} play", line=line)
    last = 0 if before is None else before.number
    goes_on = before is not None and (before.number, before.seat) == (entry.number, entry.seat)
    if entry.number != last + 1 and not goes_on:
        raise NotationError(f"this should be turn {last + 1}, not {entry.number}", line=line)


class _Maker:
    """Puts a record together from events, of which some may hide their private part."""

    def __init__(self) -> None:
        self.result: WrittenResult | None = None
        self._game: list[Header] = []
        self._players: list[Header] = []
        self._deal: list[Header] = []
        self._shown_in_deal: list[Action] = []
        self._hands: list[tuple[Tile, ...] | None] = []
        self._scores: list[int] = []
        self._entries: list[Entry] = []
        self._number = 0
        self._line: _OpenLine | None = None

    def record(self, headers: list[Header], date: datetime.date | None) -> Record:
        """The record of what has been seen."""
        self._finish_line()
        if not self._game:
            raise ValueError("the first event of a game says that it began")
        day = [] if date is None else [Header("Date", date.isoformat())]
        shown = [Header("Shown", " ".join(self._shown_in_deal))] if self._shown_in_deal else []
        result = [] if self.result is None else [Header("Result", write_result(self.result))]
        lines: list[Line] = [Header(MAGIC, VERSION), *self._game, *day, *self._players, *headers]
        lines += [*self._deal, *shown, *result, Note(), *self._entries]
        return Record(tuple(lines))

    def see(self, event: e.Event) -> None:
        """Take one more event into the record."""
        match event:
            case e.GameBegan():
                self._begin(event)
            case e.TableLaid(tiles=tiles):
                self._deal.append(Header("Table", write_placements(tiles)))
            case e.StarterFound(sets=sets):
                self._deal.append(Header("Sets", " ".join(str(size) for size in sets)))
            case e.TurnBegan(seat=seat):
                self._finish_line()
                self._number += 1
                self._open_line(seat)
            case e.Drew(seat=seat, tiles=drawn):
                self._hands[seat] = _more(self._hands[seat], drawn)
            case e.SpecialShown(action=action):
                shown = self._shown_in_deal if self._line is None else self._line.shown
                shown.append(action)
            case e.WentOut(seat=seat, points=points):
                self._scores[seat] += points
                self._now.out = points
            case e.GameEnded(ending=ending, winners=winners, scores=scores):
                self._finish_line()
                self.result = WrittenResult(scores, winners, ending)
            case _:
                self._act(event)

    def _begin(self, event: e.GameBegan) -> None:
        self._game += edition_headers(event.edition)
        for seat, name in enumerate(event.players):
            self._players.append(Header(f"Player-{seat + 1}", write_text(name)))
            if event.ages is not None:
                self._players.append(Header(f"Age-{seat + 1}", str(event.ages[seat])))
        self._hands = [()] * len(event.players)
        self._scores = [0] * len(event.players)

    def _act(self, event: e.Event) -> None:
        """What a seat does in its turn."""
        match event:
            case e.Took(seat=seat, tile=taken):
                self._now.take = taken.cell
                self._hands[seat] = _more(self._hands[seat], (taken.tile,))
            case e.DrewThree():
                self._now.turn = DrawThree()
            case e.TilesPlaced(seat=seat, tiles=tiles, points=points):
                self._after_draw_three()
                self._now.turn = Place(tiles, self._now.take)
                self._now.points = points
                self._scores[seat] += points
                self._hands[seat] = _fewer(self._hands[seat], (one.tile for one in tiles))
            case e.PutAside(seat=seat, count=count, tiles=traded):
                self._after_draw_three()
                take = self._now.take
                self._now.turn = HiddenTrade(count, take) if traded is None else Trade(traded, take)
                self._hands[seat] = _fewer(self._hands[seat], traded or ())
            case e.Passed():
                self._after_draw_three()
                self._now.turn = Pass(self._now.take)

    @property
    def _now(self) -> _OpenLine:
        if self._line is None:
            raise ValueError("a seat acts after its turn has begun")
        return self._line

    def _open_line(self, seat: int) -> None:
        self._line = _OpenLine(self._number, seat, self._hands[seat])

    def _after_draw_three(self) -> None:
        # The three new tiles are in the hand before what follows, which needs a line of its own.
        if self._now.turn is not None:
            seat = self._now.seat
            self._finish_line()
            self._open_line(seat)

    def _finish_line(self) -> None:
        if self._line is not None and (entry := self._line.entry(self._scores)) is not None:
            self._entries.append(entry)
        self._line = None


class _OpenLine:
    """A line of a record while its turn goes on."""

    def __init__(self, number: int, seat: int, hand: tuple[Tile, ...] | None) -> None:
        self.number = number
        self.seat = seat
        self.hand = hand
        self.take: Cell | None = None
        self.turn: WrittenTurn | None = None
        self.points = 0
        self.out = 0
        self.shown: list[Action] = []

    def entry(self, scores: list[int]) -> Entry | None:
        """The line, if anything has been done yet."""
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


def _more(hand: tuple[Tile, ...] | None, drawn: tuple[Tile, ...] | None) -> tuple[Tile, ...] | None:
    return None if hand is None or drawn is None else (*hand, *drawn)


def _fewer(hand: tuple[Tile, ...] | None, gone: Iterable[Tile]) -> tuple[Tile, ...] | None:
    if hand is None:
        return None
    kept = list(hand)
    for tile in gone:
        kept.remove(tile)
    return tuple(kept)
