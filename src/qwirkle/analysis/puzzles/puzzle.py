"""A puzzle, and the file of the shipped ones."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from importlib import resources
from typing import NamedTuple, TypeVar

import msgspec

from qwirkle.analysis.judge.trials import NORMAL_95, Difference
from qwirkle.errors import QwirkleError
from qwirkle.notation.family import read_turn, read_view
from qwirkle.rules.cards.referee import QWIRKLE
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cells import Cell
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.placement.turns import Take

FILE = "puzzles.json"
# Ratings are on the scale of the eight levels: a level counts as a player with a rating, and a
# puzzle as an opponent that it beats as often as it finds the best turn.
LOWEST = 600
"""The rating of level 1."""
STEP = 200
"""The distance between two levels."""
SCALE = 400
EASIEST, HARDEST = 200, 2600
"""The limits of ratings, for puzzles that all levels or none of them find."""
# Candidates that a puzzle lists; the obvious turn may be an additional one.
LISTED = 8
# A lead is clear if it is large enough even at the lower end of the 99.9 % interval, so many
# standard errors below the mean.
CLEARLY = 3.3
T = TypeVar("T")


class Candidate(msgspec.Struct, frozen=True, array_like=True):
    """A turn of a puzzle, and how much worse it is than the best one."""

    text: str
    """The turn in notation."""
    points: int
    lost: float
    low: float
    high: float
    """The upper end of the 95 % interval of the loss, as ``low`` is the lower one."""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position, and its best turns."""

    position: str
    """As ``game.position`` writes it: what the seat to move sees."""
    candidates: tuple[Candidate, ...]
    """The best turn first; the turn with the most points is among them."""
    origin: str
    """The seed, the game and the turn that it originates from."""
    exact: bool = False
    """Whether the ending is solved, so that nothing is an estimate."""
    found: tuple[float, ...] = ()
    """The chance that each of the eight levels finds the best turn, the lowest level first."""
    themes: tuple[str, ...] = ()
    """What it is about: codes of reasons for the best turn, and of the kind of position."""

    def view(self) -> AnyView:
        """Return the view of the seat to move."""
        return read_view(self.position)

    def turn(self, candidate: Candidate) -> AnyTurn:
        """Return the turn of a candidate."""
        return read_turn(candidate.text, self.view())

    @property
    def best(self) -> AnyTurn:
        """The turn that loses nothing."""
        return self.turn(self.candidates[0])

    @property
    def rating(self) -> int:
        """How hard it is, on the scale of the levels."""
        return rating_of(self.found)

    @property
    def seed(self) -> int:
        """The seed of its trials, derived from the position alone."""
        digest = hashlib.blake2b(self.position.encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big")


@lru_cache(maxsize=8192)
def rating_of(found: tuple[float, ...]) -> int:
    """Return the rating of a puzzle that the levels find with these chances.

    With it, the levels would be expected to find as many as they did.
    """
    wanted = sum(found)
    low, high = float(EASIEST), float(HARDEST)
    while high - low > 0.5:
        middle = (low + high) / 2
        if sum(expected(LOWEST + STEP * which, middle) for which in range(len(found))) > wanted:
            low = middle
        else:
            high = middle
    return round((low + high) / 2)


def expected(solver: float, puzzle: float) -> float:
    """Return the chance that a solver of a rating finds a puzzle of a rating."""
    return float(1 / (1 + 10 ** ((puzzle - solver) / SCALE)))


class Version(msgspec.Struct, frozen=True, omit_defaults=True):
    """A version of the set: from a day on, its first ``size`` puzzles take part."""

    since: str
    size: int
    mixed: bool = False
    """Whether endings are spread evenly among the others."""
    gone: tuple[int, ...] = ()
    """Numbers that were dropped from the set later, because they were wrong.

    They still count for the size, so that all other days keep their puzzles.
    """


class Tally(NamedTuple):
    """Counts of positions at each stage of the selection."""

    positions: int = 0
    screened: int = 0
    """Positions whose best turn by value is not the one with most points."""
    tried: int = 0
    """Positions that reached the held-out deals, or the solver."""

    def __add__(self, other: object) -> Tally:
        """Add the counts of two tallies."""
        if not isinstance(other, Tally):
            return NotImplemented
        return Tally(*(one + more for one, more in zip(self, other, strict=True)))


class PuzzleSet(msgspec.Struct, frozen=True):
    """All puzzles, in the order in which they were found, and the progress of the search."""

    seed: str
    games: int
    """Games that have been searched."""
    tally: Tally
    versions: tuple[Version, ...]
    puzzles: tuple[Puzzle, ...]


def write_set(puzzles: PuzzleSet) -> bytes:
    """Return the text of a set: JSON with one puzzle per line, so that differences are readable."""
    encode = msgspec.json.encode
    lines = b",\n".join(map(encode, puzzles.puzzles))
    head = encode(msgspec.structs.replace(puzzles, puzzles=()))
    return head.removesuffix(b"[]}") + b"[\n" + lines + b"\n]}\n"


def read_set(text: bytes) -> PuzzleSet:
    """Read a set that ``write_set`` has written."""
    try:
        return msgspec.json.decode(text, type=PuzzleSet)
    except msgspec.MsgspecError as error:
        raise QwirkleError(f"this is not a set of puzzles: {error}") from None


def drop(puzzles: PuzzleSet, wrong: Collection[int], today: str) -> PuzzleSet:
    """Return the set without these puzzles, by number; days with other puzzles keep them.

    A version that begins after today is counted again.
    """
    versions = tuple(
        msgspec.structs.replace(version, gone=_slots(version, wrong))
        if version.since <= today
        else msgspec.structs.replace(
            version, size=version.size - sum(number < version.size for number in wrong)
        )
        for version in puzzles.versions
    )
    kept = tuple(puzzle for number, puzzle in enumerate(puzzles.puzzles) if number not in wrong)
    return msgspec.structs.replace(puzzles, versions=versions, puzzles=kept)


def _slots(version: Version, wrong: Collection[int]) -> tuple[int, ...]:
    """Return the numbers without a puzzle in a version, including those dropped earlier."""
    left = [slot for slot in range(version.size) if slot not in version.gone]
    return tuple(sorted({*version.gone, *(left[number] for number in wrong if number < len(left))}))


@cache
def shipped_puzzles() -> PuzzleSet:
    """Return the set that comes with the program."""
    return read_set(resources.files(__package__).joinpath(FILE).read_bytes())


def candidate_of(turn: AnyTurn, points: int, behind: Difference) -> Candidate:
    """Return a turn as a puzzle lists it."""
    mean, low, high = (round(value, 2) for value in behind)
    return Candidate(str(turn), points, mean, low, high)


def is_clear(behind: Difference, ahead: float) -> bool:
    """Return whether more deals would hardly bring a turn nearer to the best one than this."""
    return behind.mean - (behind.mean - behind.low) * CLEARLY / NORMAL_95 >= ahead


def find_candidate(puzzle: Puzzle, turn: AnyTurn) -> Candidate | None:
    """Return the candidate that equals this turn; the order of its tiles does not matter."""
    wanted = content_of(turn)
    return next(
        (found for found in puzzle.candidates if content_of(puzzle.turn(found)) == wanted), None
    )


def content_of(turn: AnyTurn) -> tuple[object, ...]:
    """Return the content of a turn, regardless of the order of its tiles.

    In the card game that is what lies on the table afterwards and the Qwirkles taken, however the
    cards are arranged in sets.
    """
    if isinstance(turn, Play):
        lying = sorted(card for cards in turn.after for card in cards)
        made = sorted(tuple(sorted(cards)) for cards in turn.after if len(cards) == QWIRKLE)
        return Play, tuple(lying), tuple(made), None
    tiles: Sequence[object] = getattr(turn, "tiles", ())
    cell = getattr(turn, "cell", None)
    return type(turn), tuple(sorted(map(repr, tiles))), getattr(turn, "take", None), cell


def first_act(turn: T) -> T | Take:
    """Return what a turn does first: the taking, if it takes a tile."""
    cell: Cell | None = getattr(turn, "take", None)
    return turn if cell is None else Take(cell)
