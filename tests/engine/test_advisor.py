"""Minds: the same advice however they came to know the game, and what turns tell about hands."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from msgspec.structs import replace

from qwirkle import Game
from qwirkle.engine import backend
from qwirkle.engine.advisor import TELLING, Advisor
from qwirkle.engine.placement.value import FEATURES, spread_weights
from qwirkle.players import bot
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.family import begin, decide, view
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.state import LastTurn, State
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import BOX, KINDS, Tile

INTERPRETED = backend() == "python"
GAMES = ["classic", "schmidt", "mini", "select", "connect", "combined"]
WEIGHTS = spread_weights([0, 40], [[0.05 * (which % 7 - 3) for which in range(len(FEATURES))]] * 2)


def played(game: str, players: int, seed: str) -> list[View]:
    """What the seats saw before each of their turns, in a game of greedy bots."""
    dealer = SeedDealer(seed)
    state = begin(edition(game), [f"p{seat}" for seat in range(players)], dealer).state
    assert isinstance(state, State)
    bots = [bot("greedy", f"{seed}/{seat}") for seat in range(players)]
    seen: list[View] = []
    while (seat := state.turn) is not None:
        now = view(state, seat)
        assert isinstance(now, View)
        seen.append(now)
        state = decide(state, seat, bots[seat].choose(now), dealer).state
    return seen


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_an_advisor_that_followed_the_game_sees_the_same_table(game: str, players: int) -> None:
    """Only what it remembers of the others' turns may differ: with three it remembers nothing."""
    follower = Advisor(WEIGHTS)
    for now in played(game, players, f"{game}{players}")[:: 3 if INTERPRETED else 1]:
        if now.seat != 0:
            continue
        follower.see(now)
        fresh = Advisor(WEIGHTS)
        fresh.see(now)
        if players > 2:
            assert follower.advise() == fresh.advise()
        else:
            rival = [min(pair) for pair in zip(*_exposures(follower, fresh), strict=True)]
            assert rival == _exposures(follower, fresh)[0], "memory only ever rules out more"
        fresh.close()
    follower.close()


def _exposures(*advisors: Advisor) -> list[list[int]]:
    return [advisor.table.exposures(1) for advisor in advisors]


def test_the_tiles_a_greedy_player_holds_are_never_ruled_out() -> None:
    """A greedy rival plays the most points: what would have scored more they do not hold."""
    for seed in range(2 if INTERPRETED else 8):
        dealer = SeedDealer(f"hold {seed}")
        state = begin(edition("classic"), ["me", "you"], dealer).state
        assert isinstance(state, State)
        bots = [bot("greedy", f"{seed}/{seat}") for seat in (0, 1)]
        advisor = Advisor(WEIGHTS)
        told = 0
        while (seat := state.turn) is not None:
            now = view(state, seat)
            if seat == 0:
                assert isinstance(now, View)
                advisor.see(now)
                exposed = advisor.table.exposures(1)
                hand = state.seats[1].hand
                for tile in set(hand):
                    assert exposed[tile.index] > 0, f"{tile} is held"
                told += sum(count < len(hand) for count in exposed)
            state = decide(state, seat, bots[seat].choose(now), dealer).state
        assert told > 5, "turns tell something"
        advisor.close()


@pytest.mark.parametrize("game", ["classic", "connect"])
def test_a_rival_is_taken_for_greedy_once_many_turns_have_left_no_points(game: str) -> None:
    for spec, greedy in (("greedy", True), ("random", False)):
        dealer = SeedDealer(f"judge {game}")
        state = begin(edition(game), ["me", "you"], dealer).state
        assert isinstance(state, State)
        bots = [bot("greedy", "me"), bot(spec, "you")]
        advisor = Advisor(WEIGHTS)
        taken_for, chances = [], []
        while (seat := state.turn) is not None:
            now = view(state, seat)
            if seat == 0:
                assert isinstance(now, View)
                advisor.see(now)
                taken_for.append(advisor.table.greedy_seat)
                chances.append(advisor.chance_of_greed())
            state = decide(state, seat, bots[seat].choose(now), dealer).state
        advisor.close()
        assert set(taken_for[: TELLING - 1]) == {-1}, (
            "one who was hardly seen is supposed to be good"
        )
        assert taken_for[-1] == (1 if greedy else -1)
        assert Advisor(WEIGHTS).chance_of_greed() == 0, "one never seen is supposed to be good"
        if greedy:
            assert chances == sorted(chances)
            assert chances[0] < 0.3
            assert [chance > 0.5 for chance in chances] == [seat == 1 for seat in taken_for]
        else:
            assert chances[-1] == 0


def test_an_ending_is_searched_with_widening_whatever_trials_do_before() -> None:
    table = Game.new("classic", players=2, seed="wide")
    greedy = bot("greedy", 1)
    while table.view(table.to_move).undrawn > 4:
        table.play(greedy.choose(table.view(table.to_move)))
    seen = table.view(table.to_move)
    assert isinstance(seen, View)
    for widening in (True, False):
        advisor = Advisor(WEIGHTS, 2_000, widening=widening)
        advisor.see(seen)
        trials = advisor.search()
        trials.find_candidates(2, 0.0, 0.0)
        trials.run([0, 1], 1, 0, 1)
        trials.restore()
        assert advisor.table.ending.widening == 0, "trials have their own"
        advisor.see(seen)
        assert advisor.table.ending.widening == widening
        advisor.close()


@pytest.mark.parametrize(("hand", "judged"), [("Rb Bd", -1), ("Bd Pd", 1)])
def test_with_an_empty_bag_unused_tiles_give_a_rival_away(hand: str, judged: int) -> None:
    row = [Placed(x, 0, Tile(f"R{shape}")) for x, shape in enumerate("oxds")]
    column = [Placed(0, y, Tile(f"{colour}o")) for y, colour in ((1, "G"), (2, "Y"))]
    theirs = [Tile(code) for code in hand.split()]
    own = [Tile("Gs"), Tile("Yb")]
    rest = Counter(BOX) - Counter([*(placed.tile for placed in (*row, *column)), *theirs, *own])
    # Nobody judges a board here: all other tiles lie far apart, where a tile makes two points.
    far = [
        Placed(3 * (at % 10), 6 + 3 * (at // 10), element)
        for at, element in enumerate(rest.elements())
    ]
    first = played("classic", 2, "at the end")[0]
    now = replace(
        first,
        seat=0,
        turn=0,
        board=Board([*row, *column, *far]),
        hand=tuple(own),
        bag=0,
        players=tuple(replace(player, tiles=2) for player in first.players),
        opening_tiles=0,
        last=LastTurn(seat=1, placed=(column[-1],), points=3),
        turns_played=7,
    )
    advisor = Advisor(WEIGHTS, telling=1)
    advisor.see(now)
    assert advisor.table.greedy_seat == judged
    cold = Advisor(WEIGHTS)
    cold.see(now)
    assert cold.table.greedy_seat == -1


def test_what_would_have_made_their_line_longer_they_do_not_hold() -> None:
    first = played("classic", 2, "longer")[0]
    row = [Placed(x, 0, Tile(f"R{shape}")) for x, shape in enumerate("oxd")]
    now = replace(
        first,
        seat=0,
        turn=0,
        board=Board([*row, Placed(3, 0, Tile("Rs"))]),
        hand=tuple(Tile(code) for code in ("Gs", "Yb", "Pb", "Bb", "Oc", "Od")),
        bag=80,
        opening_tiles=0,
        last=LastTurn(seat=1, placed=(Placed(3, 0, Tile("Rs")),), points=4),
        turns_played=3,
    )
    advisor = Advisor(WEIGHTS)
    advisor.see(now)
    exposed = advisor.table.exposures(1)
    for code in ("Rb", "Rc"):
        assert exposed[Tile(code).index] == 1, "at the end of the row"
    for code in ("Gs", "Bs"):
        assert exposed[Tile(code).index] == 1, "below the star: a line of its own"
    for code in ("Go", "Yx"):
        assert exposed[Tile(code).index] == 6, "elsewhere it makes less"


def test_a_six_that_was_left_was_not_held() -> None:
    row = [Placed(x, 0, Tile(f"R{shape}")) for x, shape in enumerate("oxdsb")]
    side = Placed(0, 1, Tile("Go"))
    first = played("classic", 2, "a six")[0]
    now = replace(
        first,
        seat=0,
        turn=0,
        seq=50,
        board=Board([*row, side, Placed(0, 2, Tile("Yo"))]),
        hand=tuple(Tile(code) for code in ("Gs", "Yb", "Pb", "Bb", "Oc", "Od")),
        bag=60,
        opening_tiles=0,
        last=LastTurn(seat=1, placed=(Placed(0, 2, Tile("Yo")),), points=3),
        turns_played=7,
    )
    advisor = Advisor(WEIGHTS)
    advisor.see(now)
    exposed = advisor.table.exposures(1)
    assert exposed[Tile("Rc").index] == 1, "only the tile they drew may be the clover"
    assert exposed[Tile("Bs").index] == 6
    assert len(exposed) == len(KINDS)


def test_a_spectator_is_given_no_advice() -> None:
    now = replace(played("classic", 2, "spectator")[0], seat=None)
    with pytest.raises(ValueError, match="spectator"):
        Advisor(WEIGHTS).see(now)
    with pytest.raises(ValueError, match="view first"):
        Advisor(WEIGHTS).move(1, 1)


def test_what_was_learned_is_recalled_the_same_on_a_new_table_as_on_a_used_one() -> None:
    """A table that has seated nobody yet takes nothing away from what another advisor knew."""
    seen = [now for now in played("classic", 2, "recall") if now.seat == 0][:8]
    follower = Advisor(WEIGHTS, pooled=False)
    knows_something = False
    for before, now in pairwise(seen):
        follower.see(before)
        fresh = Advisor(WEIGHTS, pooled=False)
        fresh.recall(follower.learned())
        follower.see(now)
        fresh.see(now)
        known, recalled = _exposures(follower, fresh)
        assert recalled == known
        knows_something |= min(known) < max(known)
        assert fresh.advise() == follower.advise()
    assert knows_something
