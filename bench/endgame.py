"""Measure how fast endings of greedy two-player games are solved, and what solving them gains.

python bench/endgame.py [--games 300] [--tiles 12] [--budgets 20000 200000 2000000] [--seed 1]
python bench/endgame.py --errors [--games 300] [--tiles 12] [--budgets 25 500 2000] [--seed 1]

Each classic game is played greedily until the bag is empty and the hands have no more tiles than is
said. Then the ending is solved, and it is
played to its end three times: by two greedy seats, and by a solver in either seat against a greedy
one. The gain is what the solver adds to the margin of its seat, in points a game.

With --errors, each ending with exactly --tiles tiles is solved completely and then with each
budget, without and with widening: how far are those values from the exact one? And how far is what
is scored when both seats play on, each turn by such a search?
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from typing import NamedTuple

from qwirkle.engine import backend
from qwirkle.engine.placement import bits, endgame, grid

GOING_OUT = 6
LIMITS = (10, 100, 1000)
PLAYED = ", played out"


class Ending(NamedTuple):
    """The table and the hands at the moment the bag becomes empty."""

    laid: list[tuple[int, int]]
    hands: list[list[int]]
    seat: int


def mask(hand: list[int]) -> int:
    held = 0
    for kind in hand:
        held |= 1 << kind
    return held


def first_ending(seed: int, tiles: int) -> Ending | None:
    """Play greedily to an empty bag and this many tiles; None if the game ends before that."""
    chance = random.Random(seed)
    position = grid.Grid(0, 0)
    bag = [kind for kind in range(bits.KINDS) for _ in range(bits.COPIES)]
    chance.shuffle(bag)
    hands = [[bag.pop() for _ in range(bits.HAND)] for _ in range(2)]
    laid: list[tuple[int, int]] = []
    seat = idle = 0
    while bag or sum(map(len, hands)) > tiles:
        hand = hands[seat]
        least = grid.largest_set(mask(hand)) if not laid else 0
        code, _ = position.any_best(mask(hand), chance.getrandbits(64), least)
        if code:
            idle = 0
            for cell, kind in position.spell(code):
                position.place(cell, kind)
                laid.append((cell, kind))
                hand.remove(kind)
            hand += [bag.pop() for _ in range(min(len(bag), bits.HAND - len(hand)))]
            if not hand:
                return None
        else:
            idle += 1
            if idle == (8 if bag else 2):  # A3, A2
                return None
            count = min(len(hand), len(bag))
            drawn = [bag.pop() for _ in range(count)]
            bag += hand[:count]
            hand[:count] = drawn
            chance.shuffle(bag)
        seat = 1 - seat
    return Ending(laid, hands, seat)


def margin(
    position: grid.Grid, solver: endgame.Endgame, ending: Ending, budgets: tuple[int, int]
) -> int:
    """Play to the end; a seat with a budget solves. Return the points of seat 0 less those of 1."""
    hands = [list(hand) for hand in ending.hands]
    seat, passes, placed = ending.seat, 0, 0
    points = [0, 0]
    while passes < 2:
        held = mask(hands[seat])
        code, worth = position.quick_best(held)
        if code and budgets[seat]:
            solver.set_up(hands, GOING_OUT)
            code = solver.solve(seat, passes, budgets[seat])[0]
            worth = worth_of(position, held, code)
        passes = 0 if code else passes + 1
        points[seat] += worth
        for cell, kind in position.spell(code) if code else []:
            position.place(cell, kind)
            hands[seat].remove(kind)
            placed += 1
        if not hands[seat]:
            points[seat] += GOING_OUT
            break
        seat = 1 - seat
    for _ in range(placed):
        position.undo()
    return points[0] - points[1]


def worth_of(position: grid.Grid, held: int, code: int) -> int:
    start = 0
    while start >= 0:
        start = position.list_part(held, start, 0, False)
        for listed, worth in position.placements():
            if listed == code:
                return worth
    raise ValueError("the placement is not legal")


def print_errors(seeds: range, tiles: int, budgets: list[int], most: int) -> None:
    """Print the mean error, its spread and the time of promised and of scored values."""
    errors: dict[tuple[int, int, str], list[int]] = {}
    times: dict[tuple[int, int, str], float] = {}
    for seed in seeds:
        ending = first_ending(seed, tiles)
        if ending is None or sum(map(len, ending.hands)) != tiles:
            continue
        position = grid.Grid(0, 0)
        for cell, kind in ending.laid:
            position.place(cell, kind)
        solver = endgame.Endgame(position)
        solver.set_up(ending.hands, GOING_OUT)
        _, value, exact = solver.solve(ending.seat, 0, most)
        if not exact:
            continue
        for budget in budgets:
            for widening in (0, 1):
                solver.widening = widening
                solver.set_up(ending.hands, GOING_OUT)
                start = time.process_time()
                found = solver.solve(ending.seat, 0, budget)[1]
                used = time.process_time() - start
                errors.setdefault((budget, widening, ""), []).append(found - value)
                times[budget, widening, ""] = times.get((budget, widening, ""), 0.0) + used
                start = time.process_time()
                ahead = margin(position, solver, ending, (budget, budget))
                used = time.process_time() - start
                scored = -ahead if ending.seat else ahead
                errors.setdefault((budget, widening, PLAYED), []).append(scored - value)
                times[budget, widening, PLAYED] = times.get((budget, widening, PLAYED), 0.0) + used
    for (budget, widening, how), off in errors.items():
        each = 1e6 * times[budget, widening, how] / len(off)
        print(
            f"{budget:,} placements{', widening' if widening else ''}{how}: off by "
            f"{statistics.mean(off):+.2f}, spread {statistics.pstdev(off):.2f} points, "
            f"{each:.0f} µs, {len(off)} endings of {tiles} tiles"
        )


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--tiles", type=int, default=12, help="most tiles in both hands together")
    parser.add_argument("--budgets", type=int, nargs="*", default=[20_000, 200_000, 2_000_000])
    parser.add_argument(
        "--most", type=int, default=20_000_000, help="placements to solve one; 0 solves none"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--errors", action="store_true", help="the errors of small budgets instead")
    options = parser.parse_args()
    seeds = range(options.seed * 1_000_000, options.seed * 1_000_000 + options.games)
    if options.errors:
        print_errors(seeds, options.tiles, options.budgets, options.most)
        return 0
    spent: dict[int, list[float]] = {}
    nodes: dict[int, list[float]] = {}
    gains: dict[int, list[float]] = {budget: [] for budget in options.budgets}
    playing: dict[int, list[float]] = {}
    for seed in seeds:
        ending = first_ending(seed, options.tiles)
        if ending is None:
            continue
        position = grid.Grid(0, 0)
        for cell, kind in ending.laid:
            position.place(cell, kind)
        solver = endgame.Endgame(position)
        if options.most:
            count = sum(map(len, ending.hands))
            solver.set_up(ending.hands, GOING_OUT)
            start = time.process_time()
            exact = solver.solve(ending.seat, 0, options.most)[2]
            used = time.process_time() - start
            spent.setdefault(count, []).append(1000 * used if exact else float("inf"))
            nodes.setdefault(count, []).append(solver.spent)
        greedy = margin(position, solver, ending, (0, 0))
        for budget in options.budgets:
            start = time.process_time()
            first = margin(position, solver, ending, (budget, 0)) - greedy
            second = greedy - margin(position, solver, ending, (0, budget))
            playing.setdefault(budget, []).append(time.process_time() - start)
            gains[budget].append((first + second) / 2)
    print(f"{backend()} core")
    if spent:
        spent[0] = [seconds for many in spent.values() for seconds in many]
        nodes[0] = [count for many in nodes.values() for count in many]
        limits = "".join(f"{f'<{limit} ms':>10}" for limit in LIMITS)
        print(
            f"{'tiles':<8}{'games':>7}{'median ms':>11}{'90 %':>9}{'99 %':>9}{limits}{'nodes':>10}"
        )
        for count, times in sorted(spent.items()):
            within = "".join(
                f"{sum(took < limit for took in times) / len(times):>10.1%}" for limit in LIMITS
            )
            parts = f"{share(times, 0.5):>11.1f}{share(times, 0.9):>9.1f}{share(times, 0.99):>9.1f}"
            name = str(count) if count else "all"
            middle = f"{share(nodes[count], 0.5):>10,.0f}"
            print(f"{name:<8}{len(times):>7}{parts}{within}{middle}")
    for budget, values in gains.items():
        error = 1.96 * statistics.stdev(values) / len(values) ** 0.5
        each = 1000 * statistics.mean(playing[budget]) / 2
        print(
            f"solver of {budget:,} placements: {statistics.mean(values):+.2f} ± {error:.2f} points "
            f"a game against greedy, {each:.1f} ms a game, {len(values)} games in both seats"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
