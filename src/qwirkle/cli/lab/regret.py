"""``qwirkle regret``: the points a bot loses per decision, and positions to test it on."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from cyclopts import App

from qwirkle.cli.arguments import AsJson, Flag
from qwirkle.cli.lab.contest import WholeNumber
from qwirkle.errors import LabError

if TYPE_CHECKING:
    from qwirkle.lab.regret.score import ComparisonReport

app = App(name="regret", help_format="plaintext")
MOST_POSITIONS = 1_000_000
SAVING_SECONDS = 30.0


@app.default
def show(
    bot: str,
    /,
    *,
    against: str | None = None,
    game: str = "classic",
    late: Flag = False,
    positions: Path | None = None,
    count: WholeNumber = None,
    seed: str = "0",
    jobs: WholeNumber = None,
    ms: float | None = None,
    as_json: AsJson = False,
) -> None:
    """Measure how many points a bot loses per decision in annotated positions.

    Parameters
    ----------
    bot
        The bot, such as greedy or "process:./mybot --fast".
    against
        Another bot: compare the two position by position. A negative difference is better for
        the first.
    game
        The game of the positions that come with the package.
    late
        Use the positions with 1 to 19 tiles in the bag, judged to the end of the game.
    positions
        A file that “regret make” has written, instead of those positions.
    count
        Decide in this many positions only, the first ones, for a quick answer. By default all.
    seed
        The seed of the bot's own chance.
    jobs
        How many positions to try at the same time. By default one per processor.
    ms
        Thinking time per move in milliseconds, for bots that think.
    """
    from qwirkle.cli.lab.contest import check_numbers, chosen_workers
    from qwirkle.lab.regret.score import RegretPlan, compare_bots, regret
    from qwirkle.rules.family import named_edition
    from qwirkle.terminal.output import PlainConsole, print_figures, print_json, progress_bar

    check_numbers(None, jobs, ms)
    if count is not None and count < 1:
        raise LabError("--count must be above 0")
    plan = RegretPlan(bot, positions, seed, ms, game, count, late)
    rounds = 1 if against is None else 2
    with progress_bar(rounds * len(plan.positions().positions), "positions") as advance:
        workers = chosen_workers(jobs, None)
        if against is not None:
            compared = compare_bots(plan, against, workers, lambda _: advance(""))
        else:
            report = regret(plan, workers, lambda _: advance(""))
    if against is not None:
        if as_json:
            print_json(compared)
        else:
            _print_comparison(compared)
        return
    if as_json:
        print_json(report)
        return
    everything = ("all", report.positions, report.points_lost, report.ci95)
    rows = [
        [name, str(count), f"{lost:.2f}", "" if ci95 is None else f"{ci95[0]:.2f} – {ci95[1]:.2f}"]
        for name, count, lost, ci95 in [
            *((phase.name, phase.positions, phase.lost, phase.ci95) for phase in report.phases),
            everything,
        ]
    ]
    console = PlainConsole()
    unit = named_edition(report.game).unit
    title = f"{unit[0].upper()}{unit[1:]} that {report.bot} loses per decision of {report.game}"
    print_figures(console, title, ("positions", "number", "lost", "95 %"), rows)
    console.print(f"It chose the best turn in {report.best} of {len(report.decisions)} positions.")
    faults = [made.fault for made in report.decisions if made.fault is not None]
    if faults:
        console.print(f"It lost {len(faults)} turns; the first: {faults[0]}")


def _print_comparison(report: ComparisonReport) -> None:
    from qwirkle.rules.family import named_edition
    from qwirkle.terminal.output import PlainConsole, print_figures

    rows = [
        [
            name,
            str(positions),
            f"{difference:+.2f}",
            "" if ci95 is None else f"{ci95[0]:+.2f} – {ci95[1]:+.2f}",
        ]
        for name, positions, difference, ci95 in [
            *((part.bags, part.positions, part.difference, part.ci95) for part in report.by_bag),
            ("all", report.positions, report.difference, report.ci95),
        ]
    ]
    unit = named_edition(report.game).unit
    title = (
        f"{unit[0].upper()}{unit[1:]} that {report.bot} loses per decision of {report.game}, "
        f"less those of {report.against}"
    )
    print_figures(PlainConsole(), title, ("in the bag", "positions", "more", "95 %"), rows)


@app.command
def make(
    *,
    count: int,
    game: str = "classic",
    late: Flag = False,
    seed: str = "1",
    jobs: WholeNumber = None,
    out: Path = Path("positions.jsonl.gz"),
) -> None:
    """Annotate positions of games between value bots; an interrupted run is resumed.

    Parameters
    ----------
    count
        How many positions the file is to have.
    game
        The game.
    late
        Only positions of placement games with 1 to 19 tiles in the bag, judged to the end of the
        game.
    seed
        The same seed gives the same positions, whatever the number of jobs.
    jobs
        How many positions to annotate at once. By default one per processor.
    out
        The file. If it exists, it is continued.
    """
    from msgspec.structs import replace

    from qwirkle import players
    from qwirkle.cli.lab.contest import check_numbers
    from qwirkle.lab.regret.annotations import annotated_position
    from qwirkle.lab.regret.method import LATE, METHOD
    from qwirkle.lab.regret.positions import Origin, PositionSet, read_positions, write_positions
    from qwirkle.lab.results import check_folder
    from qwirkle.lab.workers.processes import numbered_results
    from qwirkle.rules.editions.placement import Edition
    from qwirkle.rules.family import edition
    from qwirkle.terminal.output import PlainConsole, progress_bar

    if not 0 < count <= MOST_POSITIONS:
        raise LabError(f"--count must be above 0 and at most {MOST_POSITIONS:,}")
    check_numbers(None, jobs, None)
    check_folder(out)
    method = LATE if late else METHOD
    if late and not isinstance(edition(game), Edition):
        raise LabError("late positions are those of placement games")
    origin = Origin(game, seed, players.versions(), method.description(), late=late)
    begun = PositionSet(origin, ())
    known = read_positions(out) if out.exists() else begun
    if replace(known.origin, searched=0) != begun.origin:
        raise LabError(f"{out} has positions of another game, seed, version or method")
    found, searched = list(known.positions), known.origin.searched
    results = numbered_results(
        partial(annotated_position, game, seed, late=late), searched, jobs or os.cpu_count() or 1
    )

    def save() -> None:
        origin = replace(begun.origin, searched=searched)
        write_positions(out, PositionSet(origin, tuple(found)))

    due = monotonic() + SAVING_SECONDS
    with progress_bar(count - len(found), "positions") as advance:
        try:
            while len(found) < count:
                position = next(results)
                searched += 1
                if position is not None:
                    found.append(position)
                    advance("")
                if monotonic() > due:
                    save()
                    due = monotonic() + SAVING_SECONDS
        finally:
            # Also after Ctrl-C: what was annotated is not lost.
            results.close()
            save()
    PlainConsole().print(f"{out}: {len(found):,} positions from {searched:,} games")
