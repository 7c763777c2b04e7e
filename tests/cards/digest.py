"""Prints one number for all the card core answers on many positions; run once for each backend."""

from __future__ import annotations

import hashlib
import random
import sys
from array import array

from qwirkle.engine import backend
from qwirkle.engine.cards import box
from qwirkle.engine.cards import core as cards_core
from qwirkle.engine.cards import game as cards_game
from qwirkle.engine.cards import play as cards_play
from qwirkle.engine.cards import switch as cards_switch
from qwirkle.engine.episodes import card_columns, card_episode


def answers(positions: int, games: int) -> str:
    total = hashlib.sha256()

    def note(*things: object) -> None:
        total.update(repr(things).encode())

    solver, switcher, search = cards_core.Solver(), cards_switch.Switcher(), cards_play.TurnSearch()
    for seed in range(positions):
        chance = random.Random(seed)
        deck = [kind for kind in range(36) for _ in range(3)]
        chance.shuffle(deck)
        table, hand, lying = [0] * 36, [0] * 36, list[tuple[int, int]]()
        for _ in range(seed % 9):
            line, size = chance.randrange(12), chance.choice((3, 4, 5))
            places = chance.sample(range(6), size)
            kinds = [6 * line + p if line < 6 else 6 * p + line - 6 for p in places]
            if all(table[kind] < 3 for kind in kinds):
                lying.append((line, sum(1 << place for place in places)))
                for kind in kinds:
                    table[kind] += 1
                    deck.remove(kind)
        for kind in deck[:6]:
            hand[kind] += 1
        solver.load(table, hand)
        note(solver.any_play(), solver.most_qwirkles(), solver.turn(), solver.best(), solver.turn())
        note(solver.plays(), solver.found_n, solver.steps)
        unseen = [3 - table[kind] - hand[kind] for kind in range(36)]
        search.set_up(
            table, hand, unseen, other_hand=9, deck=len(deck) - 15, turns_left=0, players=2
        )
        chosen = search.choose()
        note(chosen is None)
        if chosen is not None:
            # Rounded: the last bit of a sum of chances is the compiler's affair.
            note(chosen[0], chosen[1], round(chosen[2], 6))
            note(switcher.fewest(lying, chosen[0], chosen[1], 500), switcher.after())
            note(switcher.steps)
            numbers = [chance.getrandbits(32) for _ in range(120)]
            looked = search.think([9] * (1 + seed % 3), numbers)
            note(looked and (looked[0], looked[1], round(looked[2], 6)))
            live = list(range(len(search.find_candidates(6))))
            note([round(total, 6) for total in search.run_deals(live, [9], numbers)])
    game = cards_game.Game()
    for seed in range(games):
        chance = random.Random(seed)
        deck = [kind for kind in range(36) for _ in range(3)]
        chance.shuffle(deck)
        policies = [box.GREEDY_POLICY] * (2 + seed % 3)
        game.seat_players(policies)
        note(game.play(deck, seed % 2, [chance.getrandbits(32) for _ in range(256)]), game.turns)
    for seed in range(games):
        note(_episode(seed))
    return total.hexdigest()


def _episode(seed: int) -> list[object]:
    """The arrays of a game that is played by actions, from its first choice to its end."""
    chance = random.Random(seed)
    played, by_tiles, players = card_episode.CardEpisode(), seed % 2 == 1, 2 + seed % 3
    counts, mask = array("h", [0]) * card_columns.COUNTS, array("B", [0]) * 64
    features = array("h", [0]) * (64 * card_columns.FEATURES)
    played.set_rules(9 - seed % 2 * 4, 3, whole_set=seed % 4 < 2, idle_rounds=2)
    played.seat_players([chance.randrange(2) for _ in range(players)])
    played.attach_arrays(counts, mask, features, 0, 64, by_tiles)
    played.set_outside_seats([True, seed % 3 == 0] + [False] * (players - 2), seed % 3)
    played.start(f"digest {seed}".encode())
    story: list[object] = [list(counts), list(mask), list(features)]
    while not played.ending:
        played.step(chance.choice([action for action in range(64) if mask[action]]))
        story += [list(counts), list(mask), list(features), played.earned(), played.last_turn()]
        story += [played.choice(which) for which in range(min(played.found, 9))]
    return [*story, played.scores()]


if __name__ == "__main__":
    sys.stdout.write(f"{backend()} {answers(int(sys.argv[1]), int(sys.argv[2]))}\n")
