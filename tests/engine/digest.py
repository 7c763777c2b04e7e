"""Prints one number for all the core answers on many positions; run once for each backend."""

from __future__ import annotations

import hashlib
import random
import sys

from qwirkle.engine import backend, bits, core, endgame, table
from qwirkle.engine.face import set_table
from qwirkle.rules.editions import OptionValue, edition

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

    for seed in range(positions):
        chance = random.Random(seed)
        position = _board(seed)
        for _ in range(chance.randrange(4, 40)):
            held = sum(1 << kind for kind in chance.sample(range(36), 6))
            best = position.any_best(held, chance.getrandbits(64))
            note(best, position.quick_best(held), position.best(held), position.can_place(held))
            start = 0
            while start >= 0:
                start = position.listed(held, start, 0, False)
                note(position.placements())
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
    seats = table.Table(core.Position(0, 0))
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
            note(seats.play(), seats.scores(), seats.story(), seats.draws(), seats.in_bag())
            note([seats.left(seat) for seat in range(seats.players)], seats.stars_left())
            note(seats.position.state() == before)
    note(core.constants())
    return total.hexdigest()


def _board(seed: int) -> core.Position:
    if seed % 3 == 0:
        return core.Position(0, 0)
    position = core.Position(9, 7 + seed % 5)
    for x in range(0, 9, 2):
        position.set_bonus(position.corner + x + bits.STRIDE * (x % 5), 1 + x % 3)
    position.set_centre(position.corner + 3 + 3 * bits.STRIDE)
    return position


def _lying(position: core.Position) -> list[int]:
    rows = range(position.height)
    cells = [position.corner + y * bits.STRIDE + x for y in rows for x in range(position.width)]
    return [cell for cell in cells if position.tile_on(cell) >= 0]


if __name__ == "__main__":
    sys.stdout.write(f"{backend()} {answers(int(sys.argv[1]), int(sys.argv[2]))}\n")
