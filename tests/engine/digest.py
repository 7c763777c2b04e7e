"""Prints one number for all the core answers on many positions; run once for each backend."""

from __future__ import annotations

import hashlib
import random
import sys

from qwirkle.engine import backend
from qwirkle.engine.episodes import oversights
from qwirkle.engine.placement import bits, endgame, grid, outlook, playout, samples, taking, value
from qwirkle.engine.position import set_table
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import edition

POLICIES = ("random", "greedy")
PLAYED: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("schmidt", {}),
    ("mini", {}),
    ("mini", {"handed-out": "at-start"}),
    ("select", {}),
    ("select", {"same-spot": False}),
    ("connect", {}),
    ("combined", {}),
)


def answers(positions: int, games: int) -> str:
    total = hashlib.sha256()

    def note(*things: object) -> None:
        total.update(repr(things).encode())

    eyes = oversights.Oversights()
    for seed in range(positions):
        chance = random.Random(seed)
        position = _board(seed)
        for _ in range(chance.randrange(4, 40)):
            held = sum(1 << kind for kind in chance.sample(range(36), 6))
            best = position.any_best(held, chance.getrandbits(64))
            note(best, position.quick_best(held), position.best(held), position.can_place(held))
            start = 0
            while start >= 0:
                start = position.list_part(held, start, 0, False)
                note(position.placements())
            if position.tiles:
                banned = position.spell(best[0])[0] if best[0] else (-1, 0)
                note(eyes.gather(position, held, (0, 0), banned, best_only=True))
                found = eyes.gather(position, held, (0, 0), banned, best_only=False)
                note(found, [eyes.placement(which) for which in range(found)])
                note(eyes.overlook(position, 0.6, seed), eyes.judge(0.0, 2.5, 2**64 - 1))
                note(taking.Taking(position).most_points(held, _lying(position), 4, seed % 2 == 0))
            if best[0]:
                for cell, kind in position.spell(best[0]):
                    position.place(cell, kind)
            lying = _lying(position) if seed % 3 else []
            if lying and chance.random() < 0.4:
                note(position.take(chance.choice(lying)))
            elif chance.random() < 0.1 and position.log_n:
                position.undo()
            before = position.state()
            for part in before:
                total.update(part if isinstance(part, bytes) else repr(part).encode())
        if position.tiles:
            # Few states, so that they are forgotten too; few tiles, then more than can be solved.
            ending = endgame.Endgame(position, 1 << 6)
            for tiles, budget in ((2, 1000), (6, 60)):
                ending.set_up([chance.choices(range(36), k=tiles) for _ in range(2)])
                note(ending.solve(seed & 1, 0, budget), ending.spent, ending.best_line())
                note(position.state() == before)
    seats = playout.Playout(grid.Grid(0, 0))
    for seed in range(games):
        seats.seat_players([(seed >> which) & 1 for which in range(2 + seed % 3)])
        seats.deal(seed * 0x123456789ABCDEF)
        note(seats.play(), seats.scores(), seats.played())
        seats.redeal(0, [0, 7, 14], [3, 6, 5, 4][: 2 + seed % 3], seed)
        note(seats.hand(1), seats.in_bag())
    note(seats.play_many(games, 2**64 - 1))
    for game, options in PLAYED:
        rules = edition(game, options)
        for seed in range(max(1, games // 3)):
            seats = set_table([POLICIES[seed >> which & 1] for which in range(2 + seed % 3)], rules)
            seats.deal(seed * 0x123456789ABCDEF)
            before = seats.position.state()
            note(seats.play(), seats.scores(), seats.turn_log(), seats.draws(), seats.in_bag())
            note([seats.extras_left(seat) for seat in range(seats.players)], seats.stars_left())
            note(seats.position.state() == before)
    for game, options in (("classic", {}), *PLAYED):
        note(_thoughts(game, options, games))
    return total.hexdigest()


def _thoughts(game: str, options: dict[str, OptionValue], games: int) -> list[object]:
    """What seats think that play by value: placements weighed, trials, samples, inferences."""
    rules = edition(game, options)
    chance = random.Random(game)
    rows = [[chance.uniform(-0.5, 0.5) for _ in value.FEATURES] for _ in range(3)]
    thoughts: list[object] = []
    eyes = oversights.Oversights()
    for seed in range(max(1, games // 12)):
        seats = set_table(["value", "value", "greedy"][: 2 + seed % 2], rules)
        seats.valuer.share_weights(value.spread_weights([0, 20, 60], rows))
        seats.breadth = 20 if seed % 2 else 3
        seats.reasoning = seats.tolerance = 1
        seats.ending_nodes = 30
        seats.valuer.slack = 3.0 * (seed % 3)
        seats.deal(seed * 0x123456789ABCDEF)
        thinker = samples.Samples(seats)
        for turn in range(24):
            if turn % 8 == 5:
                thinker.set_method(1 + turn % 2, 2, 30, 20)
                found = thinker.find_candidates(3, 4.0 * seed, 12.0)
                thoughts += [found, thinker.candidates()]
                if found > 1:
                    thoughts += [thinker.run([0, found - 1], seed, 0, 2), thinker.turns]
                    thinker.restore()
                    thinker.find_candidates(4, 2.0, 9.0)
                    thoughts.append(thinker.choose_by_trials(seed, 1))
                thoughts += [seats.exposures(0), seats.advise(), seats.solvable()]
                thoughts += _guesses(seats, thinker, seed)
                thoughts.append(eyes.gather_best(seats, 30, (0, 0), (-1, 0)))
                thoughts += [eyes.overlook(seats.position, 0.4, turn), eyes.judge(0.5, 2.0, seed)]
                own = seats.hand(seats.seat)
                other = [(tile + turn) % bits.KINDS for tile in own]
                thoughts.append(outlook.Outlook(thinker).values(own + other, len(own)))
            if thinker.play_by_value() == 0:
                break
        thoughts += [seats.turn_log(), seats.scores()]
    seats.deal(5)
    thinker.make_room(3000)
    thinker.playing_on = thinker.widening = 1
    thinker.late_bag, thinker.late_one_in = 9, 2
    thinker.collect(5, 1, 1, one_in=12, narrow=2, wander=3)
    rows_seen, targets, marks, count = thinker.samples()
    thoughts += [list(rows_seen[: count * value.LENGTH]), list(targets[: 2 * count])]
    return [*thoughts, list(marks[: 2 * count])]


def _guesses(seats: playout.Playout, thinker: samples.Samples, seed: int) -> list[object]:
    """What the seat to move would have kept if it placed what it values most."""
    _, code, points, _ = seats.advise()
    placed = [kind for _, kind in seats.position.spell(code)] if code else []
    unseen = seats.in_bag()
    if not placed or len(placed) > 4 or len(unseen) < 6 or not len(seats.played()):
        return []
    seats.valuer.set_knowledge(placed, len(unseen), [6])
    known = thinker.guesses
    known.guess(code, points, unseen, size=2, count=9, breadth=4, greed=0.25, seed=seed)
    guessed = known.guesses()
    thinker.find_candidates(2, 0.0, 0.0)
    tried = thinker.run([0], seed, 0, 3)
    thinker.restore()
    known.forget()
    return [guessed, tried]


def _board(seed: int) -> grid.Grid:
    if seed % 3 == 0:
        return grid.Grid(0, 0)
    position = grid.Grid(9, 7 + seed % 5)
    for x in range(0, 9, 2):
        position.set_bonus(position.corner + x + bits.STRIDE * (x % 5), 1 + x % 3)
    position.set_centre(position.corner + 3 + 3 * bits.STRIDE)
    return position


def _lying(position: grid.Grid) -> list[int]:
    rows = range(position.height)
    cells = [position.corner + y * bits.STRIDE + x for y in rows for x in range(position.width)]
    return [cell for cell in cells if position.tile_on(cell) >= 0]


if __name__ == "__main__":
    sys.stdout.write(f"{backend()} {answers(int(sys.argv[1]), int(sys.argv[2]))}\n")
