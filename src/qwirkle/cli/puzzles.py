"""``qwirkle puzzles``: the puzzle of a day, and making more of them."""

from __future__ import annotations

import datetime
import os
import random
from collections.abc import Generator
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from qwirkle.cli.arguments import AsJson, Flag
from qwirkle.errors import QwirkleError
from qwirkle.notation.text.words import count_of

if TYPE_CHECKING:
    from rich.console import Console

    from qwirkle.analysis.puzzles.puzzle import Puzzle, PuzzleSet
    from qwirkle.rules.cards.view import View as CardsView
    from qwirkle.rules.family import AnyTurn
    from qwirkle.rules.placement.view import View

app = App(name="puzzles", help_format="plaintext")
MOST_JOBS = 1024
MOST_PUZZLES = 100_000
# Seconds between two writings of the set during a search.
WRITE_EVERY = 10.0
# Of this many puzzles nearest to a rating, one is chosen.
NEAR = 12


@app.default
def show(
    *,
    date: str | None = None,
    number: int | None = None,
    near: int | None = None,
    answer: str | None = None,
    solution: Flag = False,
    every: Annotated[bool, Parameter(name="--all", negative=())] = False,
    as_json: AsJson = False,
) -> None:
    """Show the puzzle of a day: the same for everybody, from the date alone.

    Parameters
    ----------
    date
        The day, as 2026-11-16. By default today.
    number
        The puzzle with this number instead, from 0 on.
    near
        A puzzle near this rating instead, another one each time.
    answer
        Grade this turn by what it loses: "3,4> Ro Rs", or all sets after it in the card game.
    solution
        Also show the best turns, and the points that the others lose.
    every
        With --json, print every puzzle that ships, one on each line.
    """
    from qwirkle.analysis.puzzles.puzzle import shipped_puzzles
    from qwirkle.analysis.puzzles.report import entry_of, report_of
    from qwirkle.terminal.output import PlainConsole, print_json, print_json_line

    if sum((date is not None, number is not None, near is not None, every)) > 1:
        raise QwirkleError("choose one of --date, --number, --near and --all")
    if every:
        if not as_json:
            raise QwirkleError("--all prints all puzzles for programs: add --json")
        for which, puzzle in enumerate(shipped_puzzles().puzzles):
            print_json_line(entry_of(which, puzzle))
        return
    puzzle, title = _chosen(date, number, near)
    if as_json:
        if number is None and near is None:
            print_json(report_of(puzzle, _day(date)))
        else:
            print_json(entry_of(shipped_puzzles().puzzles.index(puzzle), puzzle))
        return
    console = PlainConsole()
    _print_position(console, puzzle, title)
    if answer is not None:
        _print_grade(console, puzzle, answer)
    if solution:
        _print_solution(console, puzzle)
    elif answer is None:
        console.print(
            "\nWhich turn is worth most in the long run? --answer grades a turn, --solution shows "
            "the best one, and --json has the position in one line of text."
        )


@app.command
def make(
    *,
    count: int,
    seed: str = "1",
    jobs: int | None = None,
    out: Path = Path("puzzles.json"),
    since: str | None = None,
    endings: Annotated[bool, Parameter(negative="--without-endings")] = True,
    game: str | None = None,
) -> None:
    """Search games of value bots for puzzles; an interrupted search is resumed.

    Parameters
    ----------
    count
        How many puzzles the set is to have.
    seed
        The same seed gives the same puzzles, whatever the number of jobs.
    jobs
        How many games to search at once. By default one per processor.
    out
        The set. If it exists, it is continued.
    since
        The first day on which all of these puzzles take part. By default 2026-01-01; more puzzles
        for a set that is in use need a later day.
    endings
        Whether positions in which nothing is left to draw count, which are found most often.
    game
        Search only games of this one.
    """
    from qwirkle.analysis.puzzles.calendar import FIRST_DAY
    from qwirkle.analysis.puzzles.maker import GAMES, Found, puzzles_of
    from qwirkle.analysis.puzzles.puzzle import read_set
    from qwirkle.analysis.puzzles.search import new_set, search
    from qwirkle.lab.workers.processes import numbered_results
    from qwirkle.terminal.output import PlainConsole, progress_bar

    if not 0 < count <= MOST_PUZZLES:
        raise QwirkleError(f"--count must be above 0 and at most {MOST_PUZZLES:,}")
    if jobs is not None and not 0 < jobs <= MOST_JOBS:
        raise QwirkleError(f"--jobs must be above 0 and at most {MOST_JOBS:,}")
    if game is not None and game not in dict(GAMES):
        raise QwirkleError(f"--game is one of {', '.join(dict(GAMES))}, not {game}")
    first = (FIRST_DAY if since is None else _day(since)).isoformat()
    puzzles = read_set(out.read_bytes()) if out.exists() else new_set(seed)
    if puzzles.seed != seed:
        raise QwirkleError(f"{out} was made with the seed {puzzles.seed}, not {seed}")
    if puzzles.versions and puzzles.versions[-1].size >= count:
        PlainConsole().print(f"{out} has {len(puzzles.puzzles)} puzzles already.")
        return

    def games(seed: str, number: int) -> Generator[Found, None, None]:
        search = partial(puzzles_of, seed, endings=endings, game=game)
        return numbered_results(search, number, jobs or os.cpu_count() or 1)

    known = len(puzzles.puzzles)
    with progress_bar(count - known, "puzzles") as advance:
        written = monotonic()
        for so_far in search(puzzles, count, first, games):
            if so_far.versions != puzzles.versions or monotonic() - written > WRITE_EVERY:
                _write(out, so_far)
                written = monotonic()
            for _ in range(len(so_far.puzzles) - known):
                advance(f"{so_far.games} games")
            known = len(so_far.puzzles)
            puzzles = so_far
    _print_tally(PlainConsole(), puzzles)


@app.command(name="measure")
def measure_again(*, out: Path) -> None:
    """Measure how often the levels find the puzzles of a set that have no difficulty yet.

    Parameters
    ----------
    out
        The set.
    """
    import msgspec

    from qwirkle.analysis.puzzles.difficulty import measure
    from qwirkle.analysis.puzzles.puzzle import read_set
    from qwirkle.terminal.output import progress_bar

    try:
        puzzles = read_set(out.read_bytes())
    except OSError as error:
        raise QwirkleError(f"{out}: {error.strerror}") from None
    measured = list(puzzles.puzzles)
    missing = [which for which, puzzle in enumerate(measured) if not puzzle.found]
    with progress_bar(len(missing), "puzzles") as advance:
        for which in missing:
            measured[which] = measure(measured[which])
            advance("")
    _write(out, msgspec.structs.replace(puzzles, puzzles=tuple(measured)))


def _chosen(date: str | None, number: int | None, near: int | None) -> tuple[Puzzle, str]:
    """Return the puzzle that is asked for, and its title."""
    from qwirkle.analysis.puzzles.calendar import puzzle_of
    from qwirkle.analysis.puzzles.puzzle import shipped_puzzles

    puzzles = shipped_puzzles().puzzles
    if near is not None:
        ranked = sorted(range(len(puzzles)), key=lambda which: abs(puzzles[which].rating - near))
        number = random.choice(ranked[:NEAR])
    if number is None:
        day = _day(date)
        return puzzle_of(day), f"Puzzle of {day.isoformat()}"
    if not 0 <= number < len(puzzles):
        raise QwirkleError(f"the puzzles have the numbers from 0 to {len(puzzles) - 1}")
    return puzzles[number], f"Puzzle {number}"


def _print_grade(console: Console, puzzle: Puzzle, answer: str) -> None:
    from qwirkle.analysis.puzzles.grades import grade
    from qwirkle.notation.family import read_turn

    seen = puzzle.view()
    found = grade(puzzle, read_turn(answer, seen))
    made = count_of(found.points, "Qwirkle" if seen.family == "cards" else "point")
    low, high = found.lost_ci95
    sure = "" if found.exact or not found.lost else f" (between {low:.1f} and {high:.1f})"
    console.print(f"\n{answer}: {made}, loses {found.lost:.1f}{sure}: {found.mark}.")


def _day(text: str | None) -> datetime.date:
    from qwirkle.analysis.puzzles.calendar import read_day

    return datetime.datetime.now().astimezone().date() if text is None else read_day(text)


def _write(out: Path, puzzles: PuzzleSet) -> None:
    """Write the set in one step, so that no interruption leaves half of it."""
    from qwirkle.analysis.puzzles.puzzle import write_set

    part = out.with_name(f"{out.name}.part")
    try:
        part.write_bytes(write_set(puzzles))
        part.replace(out)
    except OSError as error:
        raise QwirkleError(f"{out}: {error.strerror}") from None


def _print_tally(console: Console, puzzles: PuzzleSet) -> None:
    made, tally = len(puzzles.puzzles), puzzles.tally
    console.print(
        f"{made} puzzles from {puzzles.games} games: {tally.positions:,} positions, of which "
        f"{tally.screened:,} passed the screen and {tally.tried:,} reached the last trials."
    )


def _print_position(console: Console, puzzle: Puzzle, title: str) -> None:
    from qwirkle.rules.cards.view import View as CardsView

    seen = puzzle.view()
    console.print(f"{title}: {seen.edition.name}, difficulty {puzzle.rating}\n")
    if isinstance(seen, CardsView):
        _print_sets(console, seen)
        scores = [player.score for player in seen.players]
        deck = count_of(seen.deck, "card") if seen.deck else "no cards"
        facts = f"Qwirkles: {_in_words(scores, seen.seat)}. In the deck: {deck}."
    else:
        _print_board(console, seen)
        scores = [player.score for player in seen.players]
        bag = count_of(seen.bag, "tile") if seen.bag else "no tiles"
        facts = f"Points: {_in_words(scores, seen.seat)}. In the bag: {bag}."
    console.print(f"\nYour hand: {' '.join(seen.hand)}")
    console.print(facts)
    if isinstance(seen, CardsView) and seen.turns_left is not None:
        console.print(f"The last round: {count_of(seen.turns_left, 'turn')} left, with this one.")


def _in_words(scores: list[int], mine: int | None) -> str:
    two = len(scores) == 2
    return ", ".join(
        f"{'you' if seat == mine else 'the other player' if two else f'player {seat + 1}'} {score}"
        for seat, score in enumerate(scores)
    )


def _print_board(console: Console, seen: View) -> None:
    from qwirkle.notation.text.terminal import board_text
    from qwirkle.notation.text.viewport import fit

    shown = fit(seen.board, console.width)
    tokens = seen.stars_left if seen.edition.layout.stars else None
    colour = console.color_system is not None
    console.print(
        board_text(seen.board, tokens=tokens, colour=colour, viewport=shown, width=console.width)
    )


def _print_sets(console: Console, seen: CardsView) -> None:
    from qwirkle.notation.text.cards_terminal import table_text

    colour = console.color_system is not None
    console.print(table_text(seen.table, colour=colour, width=console.width))


def _print_solution(console: Console, puzzle: Puzzle) -> None:
    from qwirkle.analysis.puzzles.report import reasons_against, rival_turn
    from qwirkle.rules.cards.view import View as CardsView
    from qwirkle.terminal.output import print_figures

    seen = puzzle.view()
    cards = isinstance(seen, CardsView)
    rows = [
        [
            _cards_of(seen, puzzle.turn(found)) if isinstance(seen, CardsView) else found.text,
            str(found.points),
            f"{found.lost:.1f}",
            "exact" if puzzle.exact else f"{found.low:.1f} – {found.high:.1f}",
        ]
        for found in puzzle.candidates
    ]
    console.print()
    made = "Qwirkles" if cards else "points"
    print_figures(console, "The best turns", ("turn", made, "lost", "95 %"), rows)
    if isinstance(seen, CardsView):
        _print_laying(console, seen, puzzle.best)
    for reason in reasons_against(puzzle, rival_turn(puzzle)):
        console.print(reason.text)


def _cards_of(seen: CardsView, turn: AnyTurn) -> str:
    """Return the cards that a turn plays."""
    from collections import Counter

    after = Counter(card for cards in getattr(turn, "after", ()) for card in cards)
    after.subtract(card for cards in seen.table for card in cards)
    return " ".join(sorted((+after).elements()))


def _print_laying(console: Console, seen: CardsView, turn: AnyTurn) -> None:
    """Print where the cards of a turn go, and the sets after it."""
    from qwirkle.rules.cards.switching import in_words, switches

    after = getattr(turn, "after", ())
    for step in in_words(switches(seen.table, after), seen.table, after):
        console.print(step)
    console.print(f"All sets after it: {turn}\n")
