"""Measure whether reasons of reviews are true: what a turn leaves, and the chance of a Qwirkle.

python bench/review_reasons.py [--positions 40] [--seed fresh] [--games classic,select]
                               [--bots level:5,value]

Positions are turns of games between bots. In each, the best placement by value is explained
against others, drawn by lot, as a review does it, with what the next player has shown.

* "It leaves less to the next player" is true if the next player's mean best placement is lower on
  1,000 other hands. It is also compared with the hands that the players really held.
* A chance that the next player completes a line is compared with how often the player held a tile
  for it, and with the chance if all hands were equally likely.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from played import played_game

from qwirkle.analysis.judge.placement import Judge
from qwirkle.analysis.judge.trials import Difference
from qwirkle.analysis.judge.verdict import QUICK
from qwirkle.analysis.reasons.deals import next_hands, next_seat
from qwirkle.analysis.reasons.placement import Study, completing_tiles, completion_chance
from qwirkle.engine.legal import placements
from qwirkle.engine.position import position_of
from qwirkle.players.rng import Chance
from qwirkle.rules.family import view
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile

GAMES = "classic,schmidt,mini,select,connect"
BOTS = "level:5,value"
# Other placements that the best one of a position is compared with.
OTHERS = 6
HANDS = 1_000
ONE = QUICK._replace(candidates=1)


class Found(NamedTuple):
    """What the reasons for one turn claim, and whether it is so."""

    leaves_less: bool | None = None
    """Whether that is true; None if it was not said."""
    held: float = 0.0
    """By how much the hand that the next player really held makes it true, in points."""
    chances: tuple[tuple[float, float, bool], ...] = ()
    """If the other turn leaves a line of five: the chance that the reason gives, the chance with
    all hands equally likely, and whether the player held a tile for it."""


def positions(game: str, bots: list[str], seed: str, count: int) -> Iterator[list[Found]]:
    number = found = 0
    while found < count:
        steps = played_game(game, bots, f"{seed}/{game}/{number}")
        number += 1
        judge = Judge(steps[0].before.edition, 2, ONE)  # type: ignore[arg-type]
        chance = Chance(f"{seed}/{number}")
        for step in steps:
            seen = view(step.before, step.seat)
            assert isinstance(seen, View)
            advisor = judge._advisors[step.seat]
            advisor.see(seen)
            plain = seen.bag and seen.used is None and len(seen.board) > 6
            if not plain or chance.below(6) or found == count:
                continue
            shown = tuple(advisor.table.exposures(next_seat(seen)))
            with judge.candidates(seen, 0) as turns:
                best = turns.candidate(0, Difference()).turn if turns.priors() else None
            moves = [move.turn for move in placements(seen.board, seen.hand)]
            others = [turn for turn in moves if turn != best]
            if isinstance(best, Place) and others:
                hand = step.before.seats[next_seat(seen)].hand
                some = chance.sample(others, min(OTHERS, len(others)))
                said = [measure(seen, best, other, shown, hand) for other in some]
                if any(one.chances or one.leaves_less is not None for one in said):
                    found += 1
                    yield said
        judge.close()


def measure(
    seen: View, better: Place, than: Place, shown: tuple[int, ...], hand: tuple[Tile, ...]
) -> Found:
    codes = {fact.reason.code for fact in Study(seen, better, than, shown).facts()}
    boards = [seen.board.with_tiles(turn.tiles) for turn in (better, than)]
    chances = []
    for board in boards[1:]:
        kinds = completing_tiles(board, list(seen.unseen()))
        if kinds:
            given, alike = (completion_chance(seen, board, known) for known in (shown, None))
            chances.append((given, alike, not kinds.isdisjoint(hand)))
    if "gives-less" not in codes:
        return Found(chances=tuple(chances))
    # Other hands than those of the reasons: later ones of a longer series.
    hands = list(next_hands(seen, shown, 2 * HANDS))[HANDS:]
    less, more = (mean_best(board, hands) for board in boards)
    held = mean_best(boards[1], [hand]) - mean_best(boards[0], [hand])
    return Found(less < more, held, tuple(chances))


def mean_best(board: Board, hands: list[tuple[Tile, ...]]) -> float:
    position = position_of(board)
    return sum(position.best_points(hand) for hand in hands) / len(hands)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=40, help="of each game")
    parser.add_argument("--seed", default="fresh")
    parser.add_argument("--games", default=GAMES)
    parser.add_argument("--bots", default=BOTS)
    options = parser.parse_args()
    print(
        "| | positions | said to leave less | false | by the hands held | lines of five | ", end=""
    )
    print("chance given | all hands alike | held |")
    print("|---|---|---|---|---|---|---|---|---|")
    everything: list[list[Found]] = []
    for game in options.games.split(","):
        bots = options.bots.split(",")
        found = list(positions(game, bots, options.seed, options.positions))
        everything += found
        report(game, found)
    report("all", everything)


def report(name: str, positions_found: list[list[Found]]) -> None:
    found = [one for some in positions_found for one in some]
    said = [one for one in found if one.leaves_less is not None]
    false = sum(not one.leaves_less for one in said)
    held = [one.held for one in said]
    mean = sum(held) / max(len(held), 1)
    spread = sqrt(sum((one - mean) ** 2 for one in held) / max(len(held) - 1, 1))
    error = 1.96 * spread / max(len(held), 1) ** 0.5
    rows = [row for one in found for row in one.chances]
    columns = zip(*rows, strict=True) if rows else ((), (), ())
    given, alike, truth = (100 * sum(column) / max(len(rows), 1) for column in columns)
    print(
        f"| {name} | {len(positions_found)} | {len(said)} | {false} | {mean:+.2f} ± {error:.2f} | "
        f"{len(rows)} | {given:.1f} % | {alike:.1f} % | {truth:.1f} % |"
    )


if __name__ == "__main__":
    main()
