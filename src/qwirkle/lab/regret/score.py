"""The regret of a bot: the points that it loses per decision in annotated positions.

Two bots are compared position by position, which takes the difficulty of the positions out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from functools import cache, partial
from pathlib import Path

import msgspec

from qwirkle.errors import BotError, IllegalTurn, LabError
from qwirkle.lab.intervals import mean_interval
from qwirkle.lab.regret.annotations import compare
from qwirkle.lab.regret.family import of
from qwirkle.lab.regret.method import LATE, METHOD
from qwirkle.lab.regret.positions import (
    MAIN,
    PositionSet,
    read_positions,
    shipped_positions,
)
from qwirkle.lab.workers import Workers
from qwirkle.players import bot
from qwirkle.players.answers import ask
from qwirkle.players.legality import check_turn
from qwirkle.players.process.programs import kept_programs
from qwirkle.rules.family import named_edition

# Phases by the tiles in the bag: a suffix for its name, and the fewest tiles.
PHASES = (("of 60 or more", 60), ("of 20 to 59", 20), ("of 1 to 19", 1), ("empty", 0))

_ANY = 1 << 30
# Tiles in the bag, from and to, by which bots are compared.
BAGS = ((0, 0), (1, 3), (4, 6), (7, 12), (13, 19), (20, 39), (40, 59), (60, _ANY))


class RegretPlan(msgspec.Struct, frozen=True):
    """The bot that decides, and the positions."""

    bot: str
    path: Path | None = None
    """The file of the positions; None for those that come with the package."""
    seed: int | str = 0
    ms: float | None = None
    game: str = MAIN
    """The game of the positions that come with the package."""
    count: int | None = None
    """How many of the first positions to use; None for all of them."""
    late: bool = False
    """Whether the positions that come with the package are the late ones."""

    def positions(self) -> PositionSet:
        """Return the positions."""
        found = (
            shipped_positions(self.game, late=self.late) if self.path is None else _read(self.path)
        )
        if self.count is None:
            return found
        return PositionSet(found.origin, found.positions[: self.count])


class Decision(msgspec.Struct, frozen=True):
    """The choice of a bot in one position."""

    game: int
    bag: int
    """Tiles in the bag, cards in the deck."""
    turn: str
    lost: float
    error: float
    best: str
    fault: str | None = None
    """The reason why a program lost the turn, if it did."""


class Phase(msgspec.Struct, frozen=True):
    """The decisions of a part of the game."""

    name: str
    positions: int
    lost: float
    """Points lost per decision."""
    ci95: tuple[float, float] | None


class RegretReport(msgspec.Struct, frozen=True):
    """The points a bot loses, in total and by phase."""

    bot: str
    game: str
    positions: int
    points_lost: float
    """Points lost per decision; in the card game, Qwirkles."""
    ci95: tuple[float, float] | None
    best: int
    """Decisions for the best turn."""
    phases: tuple[Phase, ...]
    decisions: tuple[Decision, ...]


class BagDifference(msgspec.Struct, frozen=True):
    """The difference between two bots where the bag has some number of tiles."""

    least: int = msgspec.field(name="from")
    most: int = msgspec.field(name="to")
    positions: int
    difference: float
    ci95: tuple[float, float] | None

    @property
    def bags(self) -> str:
        """The sizes of the bag: “4 – 6”."""
        return str(self.least) if self.least == self.most else f"{self.least} – {self.most}"


class ComparisonReport(msgspec.Struct, frozen=True):
    """The points per decision that one bot loses more than another; negative is better."""

    bot: str
    against: str
    game: str
    positions: int
    difference: float
    ci95: tuple[float, float] | None
    by_bag: tuple[BagDifference, ...]


def regret(
    plan: RegretPlan, workers: Workers, progress: Callable[[Decision], None] = lambda _: None
) -> RegretReport:
    """Run a bot on all positions."""
    positions = plan.positions()
    if not positions.positions:
        raise LabError("there are no positions to decide in")
    decisions: list[Decision] = []
    with kept_programs():
        found = workers.map(partial(decision, plan), range(len(positions.positions)))
        try:
            for made in found:
                progress(made)
                decisions.append(made)
        finally:
            found.close()
    return _report(plan, positions, decisions)


def decision(plan: RegretPlan, number: int) -> Decision:
    """Return the bot's choice in one of the positions, and its loss."""
    positions = plan.positions()
    position = positions.positions[number]
    seen = position.view()
    made = bot(plan.bot, f"{plan.seed}/{number}", plan.ms, rules=seen.edition, allow_code=True)
    with closing(made) as player:
        try:
            turn = ask(player, seen)
            check_turn(seen, turn)
        except IllegalTurn as error:
            raise BotError(f"the bot {plan.bot} made an illegal turn: {error}") from None
        except BotError as error:
            raise BotError(f"the bot {plan.bot}: {error}") from error
        listed = position.turns()
        half = of(seen)
        wanted = half.content(seen, turn)
        same = (known for known in listed if half.content(seen, known.turn) == wanted)
        method = LATE if positions.origin.late else METHOD
        known = next(same, None) or compare(position, turn, method)
    return Decision(
        position.game,
        seen.undrawn,
        str(known.turn),
        known.lost,
        known.error,
        str(listed[0].turn),
        player.last_fault,
    )


def _report(plan: RegretPlan, positions: PositionSet, decisions: list[Decision]) -> RegretReport:
    phases: list[Phase] = []
    most = _ANY
    pile = of(named_edition(positions.origin.game)).PILE
    for size, least in PHASES:
        if own := [made for made in decisions if least <= made.bag < most]:
            phases.append(Phase(f"{pile} {size}", len(own), *_mean(own)))
        most = least
    best = sum(made.turn == made.best for made in decisions)
    return RegretReport(
        plan.bot,
        positions.origin.game,
        len(decisions),
        *_mean(decisions),
        best,
        tuple(phases),
        tuple(decisions),
    )


def compare_bots(
    plan: RegretPlan,
    against: str,
    workers: Workers,
    progress: Callable[[Decision], None] = lambda _: None,
) -> ComparisonReport:
    """Run two bots on all positions, and compare what each loses in the same position."""
    one = regret(plan, workers, progress)
    other = regret(msgspec.structs.replace(plan, bot=against), workers, progress)
    pairs = [
        (first.bag, first.lost - second.lost)
        for first, second in zip(one.decisions, other.decisions, strict=True)
    ]
    by_bag = []
    for least, most in BAGS:
        own = [difference for bag, difference in pairs if least <= bag <= most]
        if own:
            largest = max(bag for bag, _ in pairs) if most == _ANY else most
            by_bag.append(BagDifference(least, largest, len(own), *_average(own)))
    return ComparisonReport(
        plan.bot,
        against,
        one.game,
        len(pairs),
        *_average([difference for _, difference in pairs]),
        tuple(by_bag),
    )


def _mean(decisions: Iterable[Decision]) -> tuple[float, tuple[float, float] | None]:
    # The errors of the annotations are independent from position to position, so the spread of
    # the losses includes them.
    return _average([made.lost for made in decisions])


def _average(numbers: list[float]) -> tuple[float, tuple[float, float] | None]:
    return sum(numbers) / len(numbers), mean_interval([[number] for number in numbers])


@cache
def _read(path: Path) -> PositionSet:
    return read_positions(path)
