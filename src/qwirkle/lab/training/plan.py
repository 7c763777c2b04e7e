"""The plan of a training: which sets of weights it learns, its size, and every game's seed.

Trainings with equal plans give equal weights.
"""

from __future__ import annotations

import hashlib
import shlex
from collections.abc import Sequence

import msgspec

from qwirkle import __version__
from qwirkle.engine import backend, loading, stamp
from qwirkle.engine.placement.value import FEATURES
from qwirkle.engine.translation import settings_of
from qwirkle.errors import TrainingError
from qwirkle.players.value.weights import traits
from qwirkle.rules.editions.placement import Edition
from qwirkle.rules.family import AnyEdition

# The sizes of the bag that have weights. An empty bag has its own.
BAGS = (0, 1, 6, 14, 26, 42, 62, 84)
# One game for each kind of game that weights distinguish.
GAMES = ("classic", "select", "connect", "combined", "mini")
PLAYERS = (2, 3, 4)


class Method(msgspec.Struct, frozen=True):
    """The method of collecting samples and learning from them; it determines the weights."""

    breadth: int = 64
    """Placements weighed closely in a game."""
    narrow: int = 8
    """Placements weighed closely in a trial."""
    trial_rounds: int = 2
    """Rounds played in a trial before the value stands for the rest."""
    late: int = 20
    """With at most this many unseen tiles a trial takes longer."""
    late_rounds: int = 8
    ending: int = 100
    """Placements searched in each turn of a trial with an empty bag, between two players."""
    one_in: int = 2
    """Before one turn in this many, candidates are tried."""
    late_bag: int = 12
    """With 1 to this many tiles in the bag, candidates are tried more often, ..."""
    late_one_in: int = 1
    """... before one turn in this many."""
    wander: int = 8
    """One placement in this many is a random candidate, so that games explore."""
    tolerance: int = 1
    """How much better a tile must have been to count as not held."""
    ridge: float = 3e-4
    """How strongly weights are drawn to zero, in units of each feature's own variance."""
    shortfall_games: int = 300
    """Games that measure the gap between values and results: enough to know it to a point."""
    chunk: int = 25
    """Games stored together, independent of the number of processes."""


class SetPlan(msgspec.Struct, frozen=True):
    """One set of weights: for a kind of game and a number of players."""

    name: str
    edition: Edition
    players: int


class Plan(msgspec.Struct, frozen=True):
    """Everything the weights depend on, except those that play the first round."""

    sets: tuple[SetPlan, ...]
    rounds: int = 3
    games: int = 1200
    """Games of each round."""
    deals: int = 12
    """Deals each candidate is tried on; the two halves are compared to estimate the noise."""
    check: int = 0
    """Games against greedy seats after each set."""
    seed: str = "0"
    wanted: str = ""
    """The games and players as requested; empty for all of them."""
    method: Method = Method()

    def __post_init__(self) -> None:
        """Refuse an impossible plan."""
        if self.rounds < 1 or self.games < 1 or self.check < 0 or not self.sets:
            raise TrainingError("a training has at least a set, a round and a game")
        if self.deals < 2 or self.deals % 2:
            raise TrainingError("--deals must be even: one half is compared with the other")

    @property
    def command(self) -> str:
        """The command that makes the same weights, whatever the number of processes."""
        sizes = f"--rounds {self.rounds} --games {self.games} --deals {self.deals}"
        check = f" --check {self.check}" if self.check else ""
        wanted = f" {self.wanted}" if self.wanted else ""
        return f"qwirkle train{wanted} {sizes}{check} --seed {shlex.quote(self.seed)}"

    @property
    def chunks(self) -> tuple[range, ...]:
        """The games of a round in the parts that are stored."""
        size = self.method.chunk
        return tuple(
            range(first, min(first + size, self.games)) for first in range(0, self.games, size)
        )

    @property
    def steps(self) -> int:
        """The total number of games, for a progress bar."""
        checks = sum(planned.players * check_deals(self, planned) for planned in self.sets)
        return len(self.sets) * self.rounds * self.games + checks


def plan_sets(editions: Sequence[AnyEdition], players: Sequence[int]) -> tuple[SetPlan, ...]:
    """Return a set for each game and number of players; by default, all numbers the game allows."""
    sets: dict[str, SetPlan] = {}
    for rules in editions:
        if not isinstance(rules, Edition):
            raise TrainingError(f"{rules.name} is not played by learned weights")
        allowed = range(rules.fewest_players, rules.most_players + 1)
        for count in players or [count for count in PLAYERS if count in allowed]:
            if count not in allowed or count not in PLAYERS:
                raise TrainingError(f"{rules.name} is not for {count} players")
            name = f"{traits(rules)}/{count}"
            if name in sets:
                raise TrainingError(
                    f"{sets[name].edition.name} and {rules.name} would both be {name}: "
                    "train them into files of their own"
                )
            sets[name] = SetPlan(name, rules, count)
    return tuple(sets.values())


def check_deals(plan: Plan, planned: SetPlan) -> int:
    """Return the number of deals of the check; each is played once for every seat."""
    return -(-plan.check // planned.players)


def game_seeds(seed: str, name: str, part: str, game: int) -> tuple[int, int]:
    """Return the seeds of one game: of its deal, and of the chances in its trials.

    They are the first and the second eight bytes, big-endian, of the SHA-256 of the text
    "seed/set/part/game"; the part is the number of the round, from 1 on, "check" or "shortfall".
    """
    digest = hashlib.sha256(f"{seed}/{name}/{part}/{game}".encode()).digest()
    return int.from_bytes(digest[:8], "big"), int.from_bytes(digest[8:16], "big")


class Manifest(msgspec.Struct, frozen=True):
    """A plan as it is stored beside its progress."""

    version: str
    core: str
    features: tuple[str, ...]
    bags: tuple[int, ...]
    seed: str
    rounds: int
    games: int
    deals: int
    check: int
    method: Method
    sets: dict[str, str]
    """The name of each set, and the digest of its rules."""
    start: str | None
    """The digest of the weights to start from, if they were given."""


def manifest_of(plan: Plan, start: str | None) -> Manifest:
    """Return the manifest that must stay the same when a training is continued."""
    return Manifest(
        version=__version__,
        core=f"{backend()} {stamp.digest(loading.HERE, stamp.PLACEMENT)}",
        features=FEATURES,
        bags=BAGS,
        seed=plan.seed,
        rounds=plan.rounds,
        games=plan.games,
        deals=plan.deals,
        check=plan.check,
        method=plan.method,
        sets={planned.name: _rules_digest(planned.edition) for planned in plan.sets},
        start=start,
    )


def _rules_digest(rules: Edition) -> str:
    """Return a digest that is the same for editions that the core plays alike."""
    board = rules.layout
    played = (
        tuple(settings_of(rules)),
        (board.width, board.height, sorted(board.bonus.items())),
        (sorted(board.stars), sorted(board.centre), sorted(board.black)),
    )
    return hashlib.sha256(repr(played).encode()).hexdigest()
