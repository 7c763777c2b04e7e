"""The search for puzzles, game after game until there are enough."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator

import msgspec

from qwirkle.analysis.puzzles.maker import Found
from qwirkle.analysis.puzzles.puzzle import PuzzleSet, Tally, Version
from qwirkle.errors import QwirkleError

Games = Callable[[str, int], Generator[Found, None, None]]
"""A function that searches the games of a seed in order, from a number on, without end."""


def new_set(seed: str) -> PuzzleSet:
    """Return an empty set for a new search."""
    return PuzzleSet(seed, 0, Tally(), (), ())


def search(puzzles: PuzzleSet, count: int, since: str, games: Games) -> Iterator[PuzzleSet]:
    """Search until the set has this many puzzles, all of which take part from a day on.

    Yields a set after every game, from which the search can be continued; the last one is complete.
    """
    if puzzles.versions and since <= puzzles.versions[-1].since:
        raise QwirkleError(
            f"the puzzles of {since} are settled: more of them can take part on a day after "
            f"{puzzles.versions[-1].since}"
        )
    found = games(puzzles.seed, puzzles.games)
    try:
        while len(puzzles.puzzles) < count:
            game = next(found)
            room = count - len(puzzles.puzzles)
            puzzles = msgspec.structs.replace(
                puzzles,
                games=puzzles.games + 1,
                tally=puzzles.tally + game.tally,
                puzzles=(*puzzles.puzzles, *game.puzzles[:room]),
            )
            yield puzzles
    finally:
        found.close()
    version = Version(since, len(puzzles.puzzles), mixed=True)
    yield msgspec.structs.replace(puzzles, versions=(*puzzles.versions, version))
