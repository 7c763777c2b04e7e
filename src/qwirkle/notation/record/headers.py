"""The headers of a record: players, game, seed and result.

This module reads and writes the values of headers, and ignores headers it does not know.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from qwirkle.errors import EditionError, NotationError
from qwirkle.notation.record.lines import Header, Record
from qwirkle.notation.text.turns import read_placements
from qwirkle.rules.dealing import joint_seed, seed_bytes
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.family import AnyEdition, edition, stored_edition
from qwirkle.rules.placement.board import Placed

T = TypeVar("T")

_PERSON = re.compile(r"(?P<what>Player|Age)-(?P<seat>[1-9][0-9]?)")
_RESULT = re.compile(
    r"(?P<scores>[0-9]{1,9}(?:-[0-9]{1,9})*) won by (?P<winners>[0-9]{1,2}(?:\+[0-9]{1,2})*)"
    r" \((?P<ending>[a-z-]+)\)"
)


class WrittenResult(msgspec.Struct, frozen=True):
    """The result of a game of either family."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    """Seats, from 0; the text counts from 1."""
    ending: str


class Headers(msgspec.Struct, frozen=True, kw_only=True):
    """The headers of a record, as values."""

    game: str
    players: tuple[str, ...]
    ages: tuple[int, ...] | None = None
    options: dict[str, OptionValue] = {}
    house_edition: dict[str, Any] | None = None
    """A whole edition, if the game is not one of this package."""
    date: datetime.date | None = None
    seen_by: int | None = None
    """The seat that saw this game, or ``spectator``."""
    spectator: bool = False
    seed: bytes | None = None
    commitment: str | None = None
    nonces: tuple[str, ...] = ()
    """The additions of the seats' devices to the seed, by seat; empty if none did."""
    table: tuple[Placed, ...] | None = None
    shown: tuple[Action, ...] = ()
    """Special tiles shown while the first hands were drawn."""
    sets: tuple[int, ...] | None = None
    """The sizes of the players' largest sets at the start."""
    result: WrittenResult | None = None
    position: str | None = None
    """The position that the game begins in, if it has no deal."""

    @property
    def joint_seed(self) -> bytes | None:
        """The seed that the game was dealt by, made of the seed and the nonces."""
        return None if self.seed is None else joint_seed(self.seed, self.nonces)

    def edition(self) -> AnyEdition:
        """Return the edition that was played; EditionError if this package does not have it."""
        if self.house_edition is None:
            return edition(self.game, self.options)
        return stored_edition(self.house_edition, "the edition in the record")


def commitment_to(seed: int | str | bytes) -> str:
    """Return the commitment to a seed, which proves after the game that the seed was not changed.

    It hides only a seed that cannot be guessed. The plain hash of the seed would not do, because
    that is the dealer's key.
    """
    return hashlib.sha256(b"qwirkle seed commitment\n" + seed_bytes(seed)).hexdigest()


def headers_of(record: Record) -> Headers:
    """Read the headers of a record; NotationError carries the line of a wrong one."""
    said: dict[str, Any] = {}
    people: dict[str, dict[int, Any]] = {"Player": {}, "Age": {}}
    for number, line in record.numbered_lines():
        if not isinstance(line, Header):
            continue
        try:
            _read_header(line, said, people)
        except NotationError as error:
            raise NotationError(f"{line.key}: {error}", line=number) from None
    if "game" not in said:
        raise NotationError("there is no header “Game: ...”", line=1)
    players, ages = _in_seats(people["Player"]), _in_seats(people["Age"])
    if not players:
        raise NotationError("there is no header “Player-1: ...”", line=1)
    if ages and len(ages) != len(players):
        raise NotationError("give the age of every player or of none", line=record.line_of("Age-1"))
    headers = Headers(**said, players=players, ages=ages or None)
    _check_together(record, headers)
    return headers


def _check_together(record: Record, headers: Headers) -> None:
    seats = len(headers.players)
    result = headers.result
    if result and (len(result.scores) != seats or not set(result.winners) <= set(range(seats))):
        raise NotationError(
            f"Result: give the scores of the {seats} players, and the winners' seats",
            line=record.line_of("Result"),
        )
    if headers.position is not None:
        for key in ("Table", "Shown", "Sets"):
            if record.header(key) is not None:
                raise NotationError(
                    f"{key}: a game that begins in a position has no deal",
                    line=record.line_of(key),
                )
    if headers.nonces and len(headers.nonces) != seats:
        raise NotationError(
            f"Nonces: give one for each of the {seats} seats, or -", line=record.line_of("Nonces")
        )
    if headers.sets is not None and len(headers.sets) != seats:
        raise NotationError(f"Sets: {seats} players state a set", line=record.line_of("Sets"))
    if headers.seen_by is not None and not 0 <= headers.seen_by < seats:
        raise NotationError("Seen-By: there is no such seat", line=record.line_of("Seen-By"))
    if headers.house_edition is not None:
        line = record.line_of("Edition")
        if headers.house_edition.get("id") != headers.game:
            raise NotationError("Edition: its id is not that of the game", line=line)
        if headers.options:
            raise NotationError("Edition: it tells the options too; leave out Options", line=line)
    if headers.seed is not None and headers.commitment not in {None, commitment_to(headers.seed)}:
        raise NotationError(
            "Seed-Commitment: this is not the commitment to the seed of the record",
            line=record.line_of("Seed-Commitment"),
        )


def _read_header(line: Header, said: dict[str, Any], people: dict[str, dict[int, Any]]) -> None:
    if person := _PERSON.fullmatch(line.key):
        what, seat = person["what"], int(person["seat"])
        if seat in people[what]:
            raise NotationError("this header appears twice")
        if seat != len(people[what]) + 1:
            raise NotationError(f"{what}-{len(people[what]) + 1} comes first")
        people[what][seat] = read_text(line.value) if what == "Player" else _number(line.value)
        return
    if line.key not in _READERS:
        known = {key.lower(): key for key in (*_READERS, "Player-1", "Age-1")}
        ours = known.get(line.key.lower())
        if ours is not None:
            raise NotationError(f"write {ours}: capitals count here")
        return
    field, read = _READERS[line.key]
    if field in said:
        raise NotationError(
            "this header appears twice, or together with another one of the same meaning"
        )
    said[field] = read(line.value)
    if line.key == "Seen-By":
        said["spectator"] = said["seen_by"] is None


def write_text(text: str) -> str:
    """Write a name as a header's value: in JSON quotes if it could not be read back otherwise."""
    plain = text and text.isprintable() and text == text.strip() and not text.startswith('"')
    return text if plain else json.dumps(text)


def read_text(value: str) -> str:
    """Return the name that a header's value stands for."""
    if not value.startswith('"'):
        if not value:
            raise NotationError('write a name; one without letters is ""')
        return value
    text = _json(value)
    if not isinstance(text, str):
        raise NotationError("write one text in quotes")
    return text


def write_result(result: WrittenResult) -> str:
    """Write a result, such as ``110-98 won by 1 (went-out)``."""
    scores = "-".join(str(score) for score in result.scores)
    winners = "+".join(str(seat + 1) for seat in result.winners)
    return f"{scores} won by {winners} ({result.ending})"


def seed_header(seed: int | str | bytes) -> Header:
    """Write the seed as text if it can be read back, otherwise in hexadecimal digits."""
    data = seed_bytes(seed)
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = ""
    if text and text.isprintable() and text == text.strip():
        return Header("Seed", text)
    return Header("Seed-Hex", data.hex())


def nonce_headers(nonces: Sequence[str]) -> list[Header]:
    """Return the header of the nonces, by seat, with ``-`` for none; nothing if there are none."""
    if not any(nonces):
        return []
    return [Header("Nonces", " ".join(nonce or "-" for nonce in nonces))]


def edition_headers(played: AnyEdition) -> tuple[Header, ...]:
    """Return the headers of an edition: an id and options, or all of it for a house rule."""
    try:
        shipped = _plays_alike(edition(played.id, played.chosen), played)
    except EditionError:
        shipped = False
    headers = [Header("Game", played.id)]
    if not shipped:
        headers.append(Header("Edition", msgspec.json.encode(played).decode()))
    elif played.chosen:
        headers.append(Header("Options", msgspec.json.encode(played.chosen).decode()))
    return tuple(headers)


def _plays_alike(one: AnyEdition, other: AnyEdition) -> bool:
    """Return whether two editions are equal apart from their descriptions."""
    return _without_words(one) == _without_words(other)


def _without_words(rules: AnyEdition) -> AnyEdition:
    options = {name: replace(option, about="") for name, option in rules.options.items()}
    return replace(rules, about="", options=options)


def _read_result(text: str) -> WrittenResult:
    match = _RESULT.fullmatch(text)
    if match is None:
        raise NotationError("write it as in “110-98 won by 1 (went-out)”; a shared win is 1+2")
    return WrittenResult(
        scores=tuple(int(score) for score in match["scores"].split("-")),
        winners=tuple(int(seat) - 1 for seat in match["winners"].split("+")),
        ending=match["ending"],
    )


def _read_game(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", text):
        raise NotationError(f"“{text}” is not a game id, such as classic")
    return text


def _read_options(text: str) -> dict[str, OptionValue]:
    try:
        return msgspec.convert(_json(text), dict[str, OptionValue])
    except msgspec.ValidationError as error:
        raise NotationError(f"this is not a JSON object of options ({error})") from None


def _read_house_edition(text: str) -> dict[str, Any]:
    tables = _json(text)
    if not isinstance(tables, dict):
        raise NotationError("this is not a JSON object")
    return tables


def _read_date(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise NotationError("write the date as year-month-day, such as 2026-11-15") from None


def _read_seen_by(text: str) -> int | None:
    return None if text == "spectator" else _number(text) - 1


def _read_seed(text: str) -> bytes:
    if not text:
        raise NotationError("there is no seed; leave the header out if it is not known")
    return seed_bytes(text)


def _read_hex(text: str) -> bytes:
    if not re.fullmatch(r"(?:[0-9a-f]{2})*", text):
        raise NotationError("write the bytes of the seed in hexadecimal digits")
    return bytes.fromhex(text)


def _read_commitment(text: str) -> str:
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise NotationError("a commitment has 64 hexadecimal digits")
    return text


def _read_nonces(text: str) -> tuple[str, ...]:
    words = text.split()
    if not all(re.fullmatch(r"-|[0-9a-f]{32}", word) for word in words):
        raise NotationError("a nonce has 32 hexadecimal digits; a seat without one has -")
    return tuple("" if word == "-" else word for word in words)


def _read_table(text: str) -> tuple[Placed, ...]:
    tiles = read_placements(text)
    if twice := [cell for cell, n in Counter(word.cell for word in tiles).items() if n > 1]:
        raise NotationError(f"two tiles lie on {twice[0].x},{twice[0].y}")
    return tiles


def _read_shown(text: str) -> tuple[Action, ...]:
    try:
        return tuple(Action(word) for word in text.split())
    except ValueError:
        raise NotationError(f"the special tiles are {', '.join(Action)}") from None


def _read_sets(text: str) -> tuple[int, ...]:
    return tuple(_number(word) for word in text.split())


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise NotationError(f"“{text}” is not a number")
    return int(text)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise NotationError("this is not JSON") from None


def _in_seats(people: dict[int, T]) -> tuple[T, ...]:
    return tuple(people[seat] for seat in sorted(people))


_READERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "Game": ("game", _read_game),
    "Options": ("options", _read_options),
    "Edition": ("house_edition", _read_house_edition),
    "Date": ("date", _read_date),
    "Seen-By": ("seen_by", _read_seen_by),
    "Seed": ("seed", _read_seed),
    "Seed-Hex": ("seed", _read_hex),
    "Seed-Commitment": ("commitment", _read_commitment),
    "Nonces": ("nonces", _read_nonces),
    "Table": ("table", _read_table),
    "Shown": ("shown", _read_shown),
    "Sets": ("sets", _read_sets),
    "Result": ("result", _read_result),
    "Position": ("position", str),
}
