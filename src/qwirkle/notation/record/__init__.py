"""Game records: the text of a ``.qwr`` file read, written and made. docs/notation.md specifies it.

Any file that reads is written back byte for byte. The rules are asked in ``record_replay``, never
here, and no file is opened. A record of a running game is made from what one seat saw, so it
cannot tell more than that.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from qwirkle.errors import NotationError
from qwirkle.notation.record.builder import RecordBuilder, SeenEvent
from qwirkle.notation.record.builder_cards import CardRecordBuilder
from qwirkle.notation.record.builder_tiles import TileRecordBuilder
from qwirkle.notation.record.headers import commitment_to, headers_of, seed_header
from qwirkle.notation.record.lines import (
    MAGIC,
    VERSION,
    Entry,
    Header,
    Note,
    Record,
    read_line,
    write_line,
)
from qwirkle.rules.family import Registry


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
    events: Iterable[SeenEvent],
    *,
    seed: int | str | bytes | None = None,
    commit: bool = False,
    saved: bool = False,
    date: datetime.date | None = None,
    headers: Sequence[Header] = (),
) -> Record:
    """The record of a game from the dealer's events: every hand is in it.

    The seed tells all that is still to come, so only a finished game's record has it; with
    ``commit`` the record has a commitment to it, of a running game too. With ``saved`` it has the
    seed all the same: that is the dealer's own file to go on from, not for players to read, unless
    the game was given up. ``headers`` are more of them, for what the game does not know.
    """
    builder = _made(events)
    told: list[Header] = []
    if seed is not None:
        if builder.result is not None or saved:
            told.append(seed_header(seed))
        elif not commit:
            raise ValueError("the seed of a running game may not be told; commit to it instead")
        if commit:
            told.append(Header("Seed-Commitment", commitment_to(seed)))
    return builder.record([*told, *headers], date)


def record_of_view(
    events: Iterable[SeenEvent],
    seat: int | None,
    *,
    date: datetime.date | None = None,
    headers: Sequence[Header] = (),
) -> Record:
    """The record of a game as a seat saw it, or a spectator (None): other hands are ``?``."""
    # What the builder never sees it cannot tell.
    builder = _made(event.seen_by(seat) for event in events)
    seen_by = "spectator" if seat is None else str(seat + 1)
    return builder.record([Header("Seen-By", seen_by), *headers], date)


def _made(events: Iterable[SeenEvent]) -> RecordBuilder:
    """What these events make; the first of them says which kind of game it is."""
    builder: RecordBuilder | None = None
    for event in events:
        if builder is None:
            builder = _BUILDERS.of(event)()
        builder.see(event)
    if builder is None:
        raise ValueError("a game has at least its first event")
    return builder


_BUILDERS = Registry[type[RecordBuilder]](placement=TileRecordBuilder, cards=CardRecordBuilder)


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
    seats = len(headers_of(record).players)
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
