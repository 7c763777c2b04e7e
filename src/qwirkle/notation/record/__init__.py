"""Game records: read, write and make the text of a ``.qwr`` file. docs/notation.md specifies it.

Any file that can be read is written back byte for byte. Only ``replay`` applies the rules, and no
file is opened here. A record of a running game is made from what one seat saw, so it cannot reveal
anything else.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from qwirkle.errors import NotationError
from qwirkle.notation.family import of
from qwirkle.notation.record.builder import RecordBuilder, SeenEvent
from qwirkle.notation.record.headers import commitment_to, headers_of, nonce_headers, seed_header
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


def read_record(text: str | bytes) -> Record:
    """Read a record; NotationError carries the number of the wrong line.

    Pass the bytes of the file, or text with its original line ends.
    """
    text = _utf8(text)
    unended = not text.endswith("\n")
    texts = (text if unended else text[:-1]).split("\n")
    record = Record(tuple(read_line(line, number) for number, line in enumerate(texts, 1)), unended)
    _check(record)
    return record


def write_record(record: Record) -> str:
    """Return the text of a record, to be saved as UTF-8 with its line ends unchanged."""
    _check(record)
    texts = [write_line(line, number) for number, line in record.numbered_lines()]
    return "\n".join(texts) + ("" if record.unended else "\n")


def record_of(
    events: Iterable[SeenEvent],
    *,
    seed: int | str | bytes | None = None,
    nonces: Sequence[str] = (),
    commit: bool = False,
    saved: bool = False,
    date: datetime.date | None = None,
    headers: Sequence[Header] = (),
) -> Record:
    """Make the record of a game from the dealer's events, with every hand.

    The seed reveals the future of a game, so only the record of a finished game has it. With
    ``commit``, the record also has a commitment to the seed, even during the game. With ``saved``,
    it always has the seed: such a file is for the dealer, to continue the game, and not for
    players, unless the game was abandoned. ``nonces`` are what devices added to the seed, by seat.
    ``headers`` are added as they are.
    """
    builder = _builder(events)
    known: list[Header] = []
    if seed is not None:
        if builder.result is not None or saved:
            known.append(seed_header(seed))
        elif not commit:
            raise ValueError("the seed of a running game must stay secret; commit to it instead")
        if commit:
            known.append(Header("Seed-Commitment", commitment_to(seed)))
        known += nonce_headers(nonces)
    return builder.record([*known, *headers], date)


def record_of_view(
    events: Iterable[SeenEvent],
    seat: int | None,
    *,
    date: datetime.date | None = None,
    headers: Sequence[Header] = (),
) -> Record:
    """Make the record of a game as a seat, or a spectator (None), saw it: other hands are ``?``."""
    # What the builder never sees, it cannot reveal.
    builder = _builder(event.seen_by(seat) for event in events)
    seen_by = "spectator" if seat is None else str(seat + 1)
    return builder.record([Header("Seen-By", seen_by), *headers], date)


def _builder(events: Iterable[SeenEvent]) -> RecordBuilder:
    """Make a record of these events; the first one determines the kind of game."""
    builder: RecordBuilder | None = None
    for event in events:
        if builder is None:
            builder = of(event).new_record()
        builder.see(event)
    if builder is None:
        raise ValueError("a game has at least its first event")
    return builder


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
    for number, line in record.numbered_lines():
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
    continues = before is not None and (before.number, before.seat) == (entry.number, entry.seat)
    if entry.number != last + 1 and not continues:
        raise NotationError(f"this should be turn {last + 1}, not {entry.number}", line=line)
