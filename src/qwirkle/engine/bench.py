"""The speed of the core on this machine, one thread, CPU time: ``qwirkle bench``.

Listing is measured over positions met for the first time: games are replayed once without and once
with a list of all placements before each turn, and the difference is the cost of the lists.
"""

from __future__ import annotations

import time

from qwirkle.engine import backend
from qwirkle.engine.cards import core as cards_core
from qwirkle.engine.cards.solver import best_turn
from qwirkle.engine.placement import grid, playout
from qwirkle.engine.placement.bits import GREEDY_POLICY
from qwirkle.engine.position import set_table
from qwirkle.engine.translation import settings_of
from qwirkle.rules.cards.decide import begin, decide
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.cards import edition as cards_edition
from qwirkle.rules.editions.layouts import Layout
from qwirkle.rules.editions.placement import PLACEMENT_GAMES, Edition, edition
from qwirkle.rules.tiles import KINDS
from qwirkle.rules.turns import Pass

# Tiles on the table: neither the first turns nor the last ones.
MID_GAME = (20, 80)
# The same for the card game, whose tables hold twenty cards on average.
MID_GAME_CARDS = (12, 36)
CARD_TABLES = 60


def measure(seconds: float = 1.0, seed: int = 1) -> dict[str, str | float]:
    """Measure each figure for about this many seconds; every game of the family has its own."""
    lists, placements = _listing(seconds, seed)
    return {
        "backend": backend(),
        "greedy_games_per_second": _games("greedy", seconds, seed)[0],
        "random_games_per_second": _games("random", seconds, seed)[0],
        "move_generations_per_second": 1 / lists,
        "microseconds_per_generation": 1e6 * lists,
        "mean_moves_per_position": placements,
        "cards_best_per_second": _cards(seconds, seed),
        **{
            f"greedy_games_per_second_{game}": games
            for game, (games, _) in every_game(seconds, seed).items()
        },
    }


def every_game(seconds: float = 1.0, seed: int = 1) -> dict[str, tuple[float, float]]:
    """Return, for each game, greedy two-player games per second and turns per game.

    Games that the core plays by the same rules on the same board are measured once.
    """
    measured: dict[tuple[tuple[int, ...], Layout], tuple[float, float]] = {}
    figures = {}
    for game in PLACEMENT_GAMES:
        rules = edition(game)
        alike = (settings_of(rules), rules.layout)
        if alike not in measured:
            measured[alike] = _games("greedy", seconds, seed, rules)
        figures[game] = measured[alike]
    return figures


def _games(
    policy: str, seconds: float, seed: int, rules: Edition | None = None
) -> tuple[float, float]:
    """Return two-player games per second, and turns per game."""
    seats = set_table([policy, policy], rules)
    games, batch, turns = 0, 1, 0
    start = time.process_time()
    while True:
        turns += seats.play_many(batch, seed + games)[0]
        games += batch
        spent = time.process_time() - start
        if spent >= seconds:
            return games / spent, turns / games
        batch = max(1, min(games, int((seconds - spent) * games / (spent or seconds)) + 1))


def _cards(seconds: float, seed: int) -> float:
    """Return how often per second the most Qwirkles of a turn are found, in greedy games."""
    tables = _card_tables(seed)
    solver = cards_core.Solver()
    found = 0
    start = time.process_time()
    while True:
        for lying, hand in tables:
            solver.load(lying, hand)
            solver.most_qwirkles()
        found += len(tables)
        spent = time.process_time() - start
        if spent >= seconds:
            return found / spent


def _card_tables(seed: int) -> list[tuple[list[int], list[int]]]:
    """Return tables in the middle of games, each with the hand to move, as counts by kind."""
    tables: list[tuple[list[int], list[int]]] = []
    least, most = MID_GAME_CARDS
    while len(tables) < CARD_TABLES:
        dealer = SeedDealer(seed)
        state = begin(cards_edition(), ["one", "other"], dealer).state
        while (seat := state.turn) is not None:
            hand = state.seats[seat].hand
            lying = [card for cards in state.table for card in cards]
            if least <= len(lying) <= most:
                tables.append(
                    (
                        [lying.count(kind) for kind in KINDS],
                        [hand.count(kind) for kind in KINDS],
                    )
                )
            turn = best_turn(state.table, hand)
            otherwise = Exchange() if state.deck else Pass()
            act = otherwise if turn is None else Play(turn.after)
            state = decide(state, seat, act, dealer).state
        seed += 1
    return tables


def _listing(seconds: float, seed: int) -> tuple[float, float]:
    """Return the CPU seconds of one list, and how many placements it holds on average."""
    seats = playout.Playout(grid.Grid(0, 0))
    seats.seat_players([GREEDY_POLICY] * 2)
    least, most = MID_GAME
    spent = with_lists = 0.0
    positions = placements = games = 0
    while spent < seconds:
        seats.deal(seed + games)
        seats.play()
        # The first replay warms up the placing itself, so that only the lists differ.
        seats.replay(False, least, most)
        before = time.process_time()
        seats.replay(False, least, most)
        between = time.process_time()
        here, listed = seats.replay(True, least, most)
        after = time.process_time()
        with_lists += (after - between) - (between - before)
        positions += here
        placements += listed
        games += 1
        spent += after - before
    return with_lists / positions, placements / positions
