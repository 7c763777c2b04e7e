"""The archive of a finished game: all its events in about a kilobyte, and back again.

What happened in a game follows from its seed and its turns by the rules. So the archive holds the
other events as they were stored, and for the deal and every turn only what was decided: the text of
the turn. An event that would not come back byte for byte stays whole. Everything is compressed,
with a dictionary of what is in most games.

An archive begins with the number of its dictionary, which never changes, and the digest of the
events: whoever reads it gets the very bytes that were stored, or an error.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from itertools import pairwise

import msgspec

from qwirkle.errors import QwirkleError, StoreError
from qwirkle.notation.family import read_turn
from qwirkle.notation.record.headers import commitment_to
from qwirkle.rules.cards import events as cards
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.dealing import SeedDealer, joint_seed
from qwirkle.rules.events import GameBegan, Passed
from qwirkle.rules.family import AnyGameEvent, AnyState, AnyTurn, begin, decide
from qwirkle.rules.placement import events as tiles
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade
from qwirkle.rules.turns import Pass
from qwirkle.tables.core.events import (
    AnyTableEvent,
    By,
    GameStarted,
    TableOpened,
    TurnPlayed,
    read_event,
    write_event,
)
from qwirkle.tables.core.evolve import TableFold
from qwirkle.tables.core.state import Table
from qwirkle.tables.storage.ports import Stored

DICTIONARY = 1
"""The dictionary of new archives. An archive is read with the one that it was written with."""
MAX_BYTES = 20_000_000
"""The greatest size of the events of one archive; a game has some ten thousand bytes."""
DIGEST = 16
_DOUBTS = (QwirkleError, ValueError, LookupError, TypeError)
"""What reading events and applying the rules may raise."""
_COMMITMENT = b'"commitment":"'
_SEED = "seed"


class _Turn(msgspec.Struct, frozen=True, array_like=True, tag="t"):
    """A turn, whose consequences follow from the rules."""

    seat: int
    by: By
    turn: str


class _Deal(msgspec.Struct, frozen=True, array_like=True, tag="d"):
    """The beginning of a game, with the first of its events only: the others follow from it."""

    body: msgspec.Raw


class _Opened(msgspec.Struct, frozen=True, array_like=True, tag="o"):
    """A table that was opened, without the commitment to its seed."""

    body: msgspec.Raw


class _Whole(msgspec.Struct, frozen=True, array_like=True, tag="w"):
    """An event as it is."""

    body: msgspec.Raw


_Item = _Turn | _Deal | _Opened | _Whole


class _Content(msgspec.Struct, frozen=True, array_like=True):
    first: int
    """When the first event happened."""
    pauses: tuple[int, ...]
    """The time from each event to the next."""
    items: tuple[_Item, ...]


_CONTENT = msgspec.json.Decoder(_Content)


def pack(stored: Sequence[Stored]) -> bytes:
    """Return the archive of all events of a table, from the first one on.

    Unpacking it was tried, and led to the same events.
    """
    items = tuple(_items(stored))
    pauses = tuple(later.at - earlier.at for earlier, later in pairwise(stored))
    archive = _compress(_Content(stored[0].at, pauses, items), stored)
    try:
        if unpack(archive) == list(stored):
            return archive
    except _DOUBTS:
        pass  # the rules have a doubt about this game: it is kept as it is
    whole = tuple(_Whole(msgspec.Raw(row.body)) for row in stored)
    archive = _compress(_Content(stored[0].at, pauses, whole), stored)
    if unpack(archive) != list(stored):
        raise ValueError("the events of a table do not come back from their archive")
    return archive


def unpack(archive: bytes) -> list[Stored]:
    """Return the events of an archive, byte for byte as they were stored."""
    digest, body = archive[1 : 1 + DIGEST], archive[1 + DIGEST :]
    inflating = zlib.decompressobj(-zlib.MAX_WBITS, zdict=_dictionary(archive[0]))
    try:
        content = _CONTENT.decode(inflating.decompress(body, MAX_BYTES))
        stored = list(_events(content))
    except (zlib.error, *_DOUBTS) as error:
        raise StoreError(f"an archive cannot be read: {error}") from None
    if _digest(stored) != digest:
        raise StoreError("an archive does not lead to the events that it was made of")
    return stored


def _compress(content: _Content, stored: Sequence[Stored]) -> bytes:
    deflating = zlib.compressobj(
        9, wbits=-zlib.MAX_WBITS, memLevel=9, zdict=_dictionary(DICTIONARY)
    )
    body = deflating.compress(msgspec.json.encode(content)) + deflating.flush()
    return bytes([DICTIONARY]) + _digest(stored) + body


def _digest(stored: Iterable[Stored]) -> bytes:
    found = blake2b(digest_size=DIGEST)
    for row in stored:
        found.update(b"%d %d %d\n" % (row.seq, row.at, len(row.body)))
        found.update(row.body)
    return found.digest()


@cache
def _dictionary(number: int) -> bytes:
    file = files("qwirkle.tables.storage.sql").joinpath(f"archive-{number}.txt")
    if not file.is_file():
        raise StoreError(f"an archive has the dictionary {number}, which this version lacks")
    return file.read_bytes()


def _items(stored: Iterable[Stored]) -> Iterator[_Item]:
    folded = TableFold()
    for row in stored:
        event = read_event(row.body)
        item = _short(event, row.body, folded.table)
        yield _Whole(msgspec.Raw(row.body)) if item is None else item
        folded.add(event, row.at)


def _short(event: AnyTableEvent, body: bytes, table: Table | None) -> _Item | None:
    """Return the short form of an event that leads to these bytes; None if there is none."""
    found: _Item | None = None
    match event:
        case TableOpened(seed=seed, commitment=commitment) if commitment == commitment_to(seed):
            found = _Opened(msgspec.Raw(body.replace(commitment.encode(), b"", 1)))
        case GameStarted(events=(first, *rest)):
            whole, begun = _texts((first, *rest)), _texts((first,))
            found = _Deal(msgspec.Raw(body.replace(whole, begun, 1)))
        case TurnPlayed(seat=seat, by=by, events=events) if (turn := _turn(events)) is not None:
            found = _Turn(seat, by, str(turn))
    if found is None:
        return None
    try:
        return found if _body(found, table) == body else None
    except _DOUBTS:
        return None


def _turn(events: Sequence[AnyGameEvent]) -> AnyTurn | None:
    """Return the turn with these consequences, as far as they tell; None if they do not."""
    take = None
    for event in events:
        match event:
            case tiles.Took(tile=taken):
                take = taken.cell
            case tiles.DrewThree():
                return DrawThree()
            case tiles.TilesPlaced(tiles=placed):
                return Place(placed, take)
            case tiles.PutAside(tiles=traded) if traded is not None:
                return Trade(traded, take)
            case Passed():
                return Pass(take)
            case cards.CardsPlayed(after=after):
                return Play(after)
            case cards.HandReturned():
                return Exchange()
    return None if take is None else Take(take)


def _events(content: _Content) -> Iterator[Stored]:
    folded = TableFold()
    at = content.first
    for number, item in enumerate(content.items):
        if number:
            at += content.pauses[number - 1]
        body = _body(item, folded.table)
        folded.add(read_event(body), at)
        yield Stored(number + 1, at, body)


def _body(item: _Item, table: Table | None) -> bytes:
    """Return the stored bytes of an event, given the table before it."""
    match item:
        case _Whole(body=body):
            return bytes(body)
        case _Opened(body=body):
            text = bytes(body)
            commitment = commitment_to(msgspec.json.decode(text)[_SEED])
            return text.replace(_COMMITMENT, _COMMITMENT + commitment.encode(), 1)
    if table is None:
        raise ValueError("the first event of a table says that it was opened")
    if isinstance(item, _Turn):
        game = _game(table)
        dealer = SeedDealer(table.joint_seed)
        decision = decide(game, item.seat, read_turn(item.turn, game), dealer)
        return write_event(TurnPlayed(item.seat, item.by, decision.events))
    text = bytes(item.body)
    started = read_event(text)
    if not isinstance(started, GameStarted) or not isinstance(started.events[0], GameBegan):
        raise TypeError("a deal begins with the beginning of a game")
    first = started.events[0]
    dealer = SeedDealer(joint_seed(table.seed, started.nonces))
    dealt = begin(first.edition, started.names, dealer, first.ages)
    return text.replace(_texts((first,)), _texts((first, *dealt.events[1:])), 1)


def _texts(events: Sequence[AnyGameEvent]) -> bytes:
    """Return events as they stand in a list."""
    return b",".join(msgspec.json.encode(event) for event in events)


def _game(table: Table) -> AnyState:
    if table.game is None:
        raise ValueError("a turn was played before the game began")
    return table.game
