"""``qwirkle match``: paired, seat-swapped games between bots."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from qwirkle.cli.arguments import AsJson, Flag, GameName, Options
from qwirkle.cli.lab.contest import Jobs, Milliseconds, RayCluster, Seed, Transcript, WholeNumber
from qwirkle.errors import BotError

if TYPE_CHECKING:
    from qwirkle.lab.report import BotReport, LuckReport, MatchReport
    from qwirkle.lab.sprt import SprtVerdict

HEADINGS = ("bot", "wins", "ties", "win rate", "95 %", "points", "margin", "ms/move")
GAMES = 200
GAMES_OF_A_TEST = 20_000


def match(
    *bots: str,
    game: GameName = "classic",
    option: Options = None,
    games: WholeNumber = None,
    seed: Seed = "0",
    jobs: Jobs = None,
    ms: Milliseconds = None,
    sprt: str | None = None,
    luck: Flag = False,
    stop_within: float | None = None,
    save: Path | None = None,
    resume: Flag = False,
    transcript: Transcript = None,
    ray: RayCluster = None,
    as_json: AsJson = False,
) -> None:
    """Play bots against each other: every deal is played once with each rotation of the seats.

    Parameters
    ----------
    bots
        Two to four bots, such as greedy and "process:./mybot --fast".
    games
        How many games to play: 200, or at most 20,000 with --sprt or --stop-within.
    sprt
        Stop as soon as the games decide between two win rates of the first bot, such as
        0.50,0.55. Such a decision is wrong in one match out of twenty.
    luck
        Also report margins without the luck of the draw, which need fewer games.
    stop_within
        Stop as soon as the first bot's margin without luck is known within this many points
        (95 %). Implies --luck.
    save
        Store every game and the report in this file (.json), or in a new file in this folder.
    resume
        Continue the match that --save has stored.
    """
    from qwirkle.cli.arguments import chosen_edition
    from qwirkle.cli.lab import contest
    from qwirkle.cli.lab.contest import check_numbers, check_place, chosen_workers, game_counter
    from qwirkle.lab.environment import current_environment
    from qwirkle.lab.match import MatchPlan, run_match
    from qwirkle.lab.results import earlier_match, place_for, write
    from qwirkle.lab.sprt import read_sprt
    from qwirkle.terminal.output import print_json

    rules = chosen_edition(game, option)
    if not rules.fewest_players <= len(bots) <= rules.most_players:
        raise BotError(
            f"a match is between {rules.fewest_players} and {rules.most_players} bots, "
            f"not {len(bots)}"
        )
    check_numbers(games, jobs, ms)
    if stop_within is not None and not 0 < stop_within < inf:
        raise BotError("--stop-within must be a number of points above 0")
    test = None if sprt is None else read_sprt(sprt)
    fixed = test is None and stop_within is None
    most = games or (GAMES if fixed else GAMES_OF_A_TEST)
    luck = luck or stop_within is not None
    plan = MatchPlan(bots, rules, most, seed, ms, test, luck, stop_within, transcript is not None)
    place = None if save is None else place_for(save, plan)
    check_place(place, resume)
    known = place is not None and place.exists()
    earlier = earlier_match(place, plan, current_environment()) if place and known else None
    with (
        contest.transcript(transcript, resume) as note,
        game_counter(most, place, bots[0], note) as count,
    ):
        played = run_match(
            plan,
            chosen_workers(jobs, ray),
            count,
            earlier=earlier,
            keep=None if place is None else lambda so_far: write(place, so_far),
        )
    if as_json:
        print_json(played.report)
    else:
        _print(played.report, f"{rules.name}, seed {seed}", len(bots))


def _print(report: MatchReport, what: str, seats: int) -> None:
    from qwirkle.cli.lab.contest import lost_turns, rate
    from qwirkle.terminal.output import PlainConsole, print_figures

    console = PlainConsole()
    title = f"{report.games} games of {what}"
    headings: tuple[str, ...] = HEADINGS
    if report.bots[0].mean_margin_without_luck is not None:
        headings = (*HEADINGS[:-1], "without luck", HEADINGS[-1])
    print_figures(console, title, headings, [_row(bot) for bot in report.bots])
    for sentence, faults in lost_turns(report.bots):
        console.print(sentence)
        for fault in faults:
            console.print(f"  {fault}")
    console.print(
        f"{report.mean_turns:.1f} turns a game, {rate(report.games_per_second)} games a second"
    )
    if seats > 2:
        console.print(f"Equally strong bots would each win {1 / seats:.1%}.")
    if report.unpaired:
        console.print(
            f"The last deal was played in only {report.unpaired} of its {seats} rotations: "
            f"a multiple of {seats} games is fairer."
        )
    if report.sprt is not None:
        console.print(_decision(report.sprt, report.bots[0].name))
    if report.luck is not None:
        for sentence in _savings(report.luck, report.games):
            console.print(sentence)


def _row(bot: BotReport) -> list[str]:
    free = bot.mean_margin_without_luck
    return [
        bot.name,
        str(bot.wins),
        str(bot.ties),
        f"{bot.win_rate:.1%}",
        f"{100 * bot.ci95[0]:.1f} – {100 * bot.ci95[1]:.1f}",
        f"{bot.mean_score:.1f}",
        _margin(bot.mean_margin, bot.margin_ci95),
        *([] if free is None else [_margin(free, bot.margin_without_luck_ci95)]),
        f"{bot.ms_per_move:.3f}",
    ]


def _margin(mean: float, interval: tuple[float, float] | None) -> str:
    give = "" if interval is None else f" ± {(interval[1] - interval[0]) / 2:.1f}"
    return f"{mean:+.1f}{give}"


def _savings(luck: LuckReport, games: int) -> list[str]:
    sentences = [
        f"Without luck the variance of the margin is {luck.variance_ratio:.2f} of the plain one: "
        f"{luck.games_with_luck:,} games would have been needed for the same interval, "
        f"{luck.games_with_luck - games:,} more."
        if luck.games_with_luck > games
        else "Taking luck out saved no games here."
    ]
    if luck.stop_within is not None:
        known = "is known" if luck.stopped else "is not known yet"
        sentences.append(f"The margin without luck {known} within {luck.stop_within:g} points.")
    return sentences


def _decision(verdict: SprtVerdict, name: str) -> str:
    rates = {"null": verdict.null, "alternative": verdict.alternative}
    low, high = verdict.bounds
    ratio = f"log likelihood ratio {verdict.llr:.2f} within {low:.2f} and {high:.2f}"
    if verdict.accepted is None:
        return f"Undecided after {verdict.deals} deals: {ratio}."
    other = rates["alternative" if verdict.accepted == "null" else "null"]
    return (
        f"Decided after {verdict.deals} deals: a win rate of {rates[verdict.accepted]:.1%} for "
        f"{name} rather than {other:.1%} ({ratio.replace('within', 'beyond')})."
    )
