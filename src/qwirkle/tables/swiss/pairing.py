"""Pairings and standings of a small Swiss tournament. Pure, and the same for the same rounds.

With at most eight people there are at most 105 ways to pair a round, so all of them are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

Pair = tuple[int, int]
"""Two players; the first one has the first seat."""
Choice = tuple[list[Pair], int | None]
"""The pairs of a round, and the player with the bye."""
Met = frozenset[frozenset[int]]
"""The pairs that have played each other."""


class Outcome(msgspec.Struct, frozen=True):
    """The outcome of a game for its two players."""

    halves: tuple[int, int]
    """Half points: 2 for a win, 1 for a tie."""
    margin: int
    """Points of the first player less those of the second; 0 if it was not played to the end."""
    forfeit: bool = False
    """Whether somebody did not come or left, so that no game decided it."""


class Draw(msgspec.Struct, frozen=True):
    """Two players who are to play each other, and their table."""

    players: Pair
    table: str
    seed: str
    """The seed, decided with the pairing so that there can be only one such table."""
    outcome: Outcome | None = None


class Round(msgspec.Struct, frozen=True):
    """The games of a round."""

    draws: tuple[Draw, ...]
    bye: int | None = None
    """The player without an opponent, who gets a point for it."""


class Standing(msgspec.Struct, frozen=True):
    """The standing of a player."""

    player: int
    place: int
    """Players with the same numbers share a place."""
    halves: int
    buchholz: int
    """Half points of all opponents; a bye adds nothing."""
    margin: int


def most_rounds(count: int) -> int:
    """Return the number of rounds after which everybody has played everybody."""
    return count if count % 2 else count - 1


def standings(count: int, rounds: Sequence[Round]) -> list[Standing]:
    """Rank the players: by points, then by those of their opponents, then by margins.

    Players who are still level keep the order in which they joined.
    """
    halves, margins = [0] * count, [0] * count
    opponents: list[list[int]] = [[] for _ in range(count)]
    for paired in rounds:
        if paired.bye is not None:
            halves[paired.bye] += 2
        for draw in paired.draws:
            first, second = draw.players
            if draw.outcome is None:
                continue
            opponents[first].append(second)
            opponents[second].append(first)
            halves[first] += draw.outcome.halves[0]
            halves[second] += draw.outcome.halves[1]
            margins[first] += draw.outcome.margin
            margins[second] -= draw.outcome.margin
    keys = [
        (halves[player], sum(halves[other] for other in opponents[player]), margins[player])
        for player in range(count)
    ]
    order = sorted(range(count), key=lambda player: keys[player], reverse=True)
    return [
        Standing(player, 1 + sum(other > keys[player] for other in keys), *keys[player])
        for player in order
    ]


def pair(
    ranked: Sequence[Standing], rounds: Sequence[Round], later: int = 0
) -> tuple[list[Pair], int | None]:
    """Pair the active players, given in the order of their standings; one may get a bye.

    Nobody plays the same opponent twice, or has a second bye, if that can be avoided in this round
    and in the ``later`` ones. Then a leader has no bye, players with the same number of points
    meet, and the last ones have the bye.
    """
    met = Counter(frozenset(draw.players) for paired in rounds for draw in paired.draws)
    byes = Counter(paired.bye for paired in rounds if paired.bye is not None)
    halves = {standing.player: standing.halves for standing in ranked}
    rank = {standing.player: at for at, standing in enumerate(ranked)}
    most, fewest = max(halves.values(), default=0), min(halves.values(), default=0)

    def cost(choice: Choice) -> tuple[int, ...]:
        pairs, bye = choice
        without = (0, 0, 0) if bye is None else (byes[bye], halves[bye], -rank[bye])
        return (
            sum(met[frozenset(players)] for players in pairs),
            without[0],
            bye is not None and halves[bye] == most > fewest,
            sum((halves[first] - halves[second]) ** 2 for first, second in pairs),
            *without[1:],
            *(rank[player] for players in pairs for player in players),
        )

    players = list(rank)
    choices = sorted(_choices(players, frozenset(), frozenset()), key=cost)
    used = frozenset(met), frozenset(byes)
    best = choices[0]
    for choice in choices:
        if _fits(choice, *used) and _can_continue(players, later, *_with(choice, *used)):
            best = choice
            break
    firsts = Counter(draw.players[0] for paired in rounds for draw in paired.draws)
    pairs, bye = best
    return [_seat(paired, firsts) for paired in pairs], bye


def _seat(players: Pair, firsts: Counter[int]) -> Pair:
    """Give the first seat to the player who had it less often."""
    first, second = players
    return players if firsts[first] <= firsts[second] else (second, first)


def _fits(choice: Choice, met: Met, byes: frozenset[int]) -> bool:
    """Return whether a choice repeats no pair and no bye."""
    pairs, bye = choice
    return bye not in byes and met.isdisjoint(map(frozenset, pairs))


def _with(choice: Choice, met: Met, byes: frozenset[int]) -> tuple[Met, frozenset[int]]:
    pairs, bye = choice
    return met.union(map(frozenset, pairs)), byes if bye is None else byes | {bye}


def _can_continue(players: list[int], rounds: int, met: Met, byes: frozenset[int]) -> bool:
    """Return whether this many more rounds can be paired without a repeat."""
    return rounds == 0 or any(
        _can_continue(players, rounds - 1, *_with(choice, met, byes))
        for choice in _choices(players, met, byes)
    )


def _choices(players: list[int], met: Met, byes: frozenset[int]) -> Iterator[Choice]:
    """Yield every way to pair the players, without repeating a pair or a bye."""
    if len(players) % 2 == 0:
        yield from ((pairs, None) for pairs in _matchings(players, met))
        return
    for bye in players:
        if bye not in byes:
            rest = [player for player in players if player != bye]
            yield from ((pairs, bye) for pairs in _matchings(rest, met))


def _matchings(players: list[int], met: Met) -> Iterator[list[Pair]]:
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        if frozenset((first, other)) not in met:
            rest = [player for player in others if player != other]
            yield from ([(first, other), *pairs] for pairs in _matchings(rest, met))
