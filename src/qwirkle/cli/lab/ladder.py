"""``qwirkle ladder``: every bot against every other, and ratings for all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.cli.arguments import AsJson, Flag, GameName, Options
from qwirkle.cli.lab.contest import Jobs, Milliseconds, RayCluster, Seed, Transcript

if TYPE_CHECKING:
    from qwirkle.lab.ladder import LadderReport, PairReport, Rung

HEADINGS = ("bot", "rating", "95 %", "games", "win rate", "margin", "ms/move")


def ladder(
    *bots: str,
    game: GameName = "classic",
    option: Options = None,
    games: int = 200,
    seed: Seed = "0",
    anchor: str | None = None,
    jobs: Jobs = None,
    ms: Milliseconds = None,
    luck: Flag = False,
    save: Path | None = None,
    resume: Flag = False,
    transcript: Transcript = None,
    ray: RayCluster = None,
    markdown: Flag = False,
    as_json: AsJson = False,
) -> None:
    """Play every bot against every other and rate them all on one scale.

    A lead of 400 points means ten wins to one. The 95 % intervals come from resampling deals and
    are for the difference from the anchor.

    Parameters
    ----------
    bots
        Two bots or more, such as greedy and "process:./mybot --fast".
    games
        How many games each pair plays.
    anchor
        The bot whose rating is 1000. By default greedy, or the first bot if greedy does not play.
    luck
        Also report margins without the luck of the draw.
    save
        Store every game and the ratings in this file (.json), or in ladder.json in this folder.
    resume
        Continue the ladder that --save has stored; finished pairs are not played again.
    markdown
        Print the table as Markdown.
    """
    from qwirkle.cli.arguments import chosen_edition
    from qwirkle.cli.lab import contest
    from qwirkle.cli.lab.contest import check_numbers, check_place, chosen_workers, game_counter
    from qwirkle.lab.ladder import LadderPlan, StoredLadder, check_ladder, play_ladder
    from qwirkle.lab.results import read, write
    from qwirkle.terminal.output import print_json

    rules = chosen_edition(game, option)
    check_numbers(games, jobs, ms)
    plan = LadderPlan(bots, rules, games, seed, ms, anchor, transcript is not None, luck)
    check_ladder(plan)
    place = save if save is None or _is_file(save) else save / "ladder.json"
    check_place(place, resume)
    known = place is not None and place.exists()
    earlier = read(place, StoredLadder).matches if place and known else ()
    with (
        contest.transcript(transcript, resume) as note,
        game_counter(games * len(plan.pairs()), place, None, note) as count,
    ):
        played = play_ladder(
            plan,
            progress=count,
            workers=chosen_workers(jobs, ray),
            earlier=earlier,
            keep=None if place is None else lambda so_far: write(place, so_far),
        )
    report = played.recompute_report()
    if as_json:
        print_json(report)
    elif markdown:
        _print_markdown(report)
    else:
        _print(report, rules.name)


def _is_file(path: Path) -> bool:
    return path.suffix == ".json" and not path.is_dir()


def _print(report: LadderReport, game: str) -> None:
    from qwirkle.cli.lab.contest import NAME, lost_turns
    from qwirkle.terminal.output import PlainConsole, print_figures, shorten

    title = f"{report.games} games of {game}, seed {report.seed}"
    rows = [_row(rung, report.anchor) for rung in report.rungs]
    console = PlainConsole()
    print_figures(console, title, _headings(report), rows)
    for sentence, faults in lost_turns(report.rungs):
        console.print(sentence)
        for fault in faults:
            console.print(f"  {fault}")
    for pair in report.pairs:
        one, other = (shorten(name, NAME) for name in pair.bots)
        console.print(
            f"{one} against {other}: {pair.win_rate:.1%} "
            f"({100 * pair.ci95[0]:.1f} – {100 * pair.ci95[1]:.1f}), margin {pair.mean_margin:+.1f}"
            f"{_without_luck(pair)}"
        )


def _print_markdown(report: LadderReport) -> None:
    import sys

    from qwirkle.cli.lab.contest import lost_turns
    from qwirkle.terminal.output import printable

    headings = _headings(report)
    lines = [f"| {' | '.join(headings)} |", "|---" + "|---:" * (len(headings) - 1) + "|"]
    lines += [f"| {' | '.join(_row(rung, report.anchor))} |" for rung in report.rungs]
    for sentence, faults in lost_turns(report.rungs):
        lines += ["", sentence, "", *(f"- {fault}" for fault in faults)]
    sys.stdout.write("\n".join(map(printable, lines)) + "\n")


def _headings(report: LadderReport) -> tuple[str, ...]:
    if report.rungs[0].mean_margin_without_luck is None:
        return HEADINGS
    return (*HEADINGS[:-1], "without luck", HEADINGS[-1])


def _without_luck(pair: PairReport) -> str:
    interval = pair.margin_without_luck_ci95
    if pair.mean_margin_without_luck is None or interval is None:
        return ""
    return (
        f", without luck {pair.mean_margin_without_luck:+.1f} "
        f"({interval[0]:.1f} – {interval[1]:.1f})"
    )


def _row(rung: Rung, anchor: str) -> list[str]:
    low, high = rung.ci95
    free = rung.mean_margin_without_luck
    return [
        rung.name,
        f"{rung.rating:.0f}",
        "anchor" if rung.name == anchor else f"{low:.0f} – {high:.0f}",
        str(rung.games),
        f"{rung.win_rate:.1%}",
        f"{rung.mean_margin:+.1f}",
        *([] if free is None else [f"{free:+.1f}"]),
        f"{rung.ms_per_move:.3f}",
    ]
