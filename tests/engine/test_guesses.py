"""Guesses of what a rival kept: they come from its last turn, and deals are made with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from statistics import mean

import pytest
from msgspec.structs import replace

from qwirkle import Game, bot
from qwirkle.engine import backend
from qwirkle.engine.advisor import Advisor
from qwirkle.engine.placement.bits import KINDS
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.state import LastTurn
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import View
from qwirkle.rules.tiles import Tile

INTERPRETED = backend() == "python"
CLASSIC = edition("classic")


def followed(
    seed: str, guesses: int, game: str = "classic"
) -> Iterator[tuple[View, Advisor, Counter[int]]]:
    """What a seat sees and guesses in a game of two, and what its rival has really kept."""
    table = Game.new(game, players=2, seed=seed)
    kept: Counter[int] = Counter()
    weights = weights_for(edition(game), 2)
    advisors = [Advisor(weights, guesses=guesses, pooled=False) for _ in range(2)]
    with closing(bot("value:trials=off", seed)) as player:
        while (seat := table.to_move) is not None:
            view = table.view(seat)
            assert isinstance(view, View)
            advisors[seat].see(view)
            yield view, advisors[seat], kept
            turn = player.choose(view)
            kept = Counter(tile.index for tile in view.hand)
            if isinstance(turn, Place):
                kept.subtract(placed.tile.index for placed in turn.tiles)
            table.play(turn)


def guessed(advisor: Advisor) -> list[Counter[int]]:
    return [Counter(guess) for guess in advisor.search().guesses.guesses()]


def test_a_guess_is_made_of_tiles_that_the_seat_cannot_see() -> None:
    turns = 0
    for view, advisor, kept in followed("unseen", 20):
        unseen = Counter(tile.index for tile in view.unseen().elements())
        for guess in guessed(advisor):
            turns += 1
            assert guess <= unseen
            assert guess.total() == kept.total()
    assert turns > 200


def test_guesses_are_nearer_to_what_was_kept_than_chance_is() -> None:
    """A rival that plays by value does not keep what it would have placed instead."""
    nearer: list[float] = []
    for seed in range(1 if INTERPRETED else 12):
        for view, advisor, kept in followed(f"nearer/{seed}", 60 if INTERPRETED else 150):
            found = guessed(advisor)
            if not found:
                continue
            unseen = Counter(tile.index for tile in view.unseen().elements())
            even = sum(min(kept[kind], 1) * unseen[kind] for kind in unseen)
            by_chance = even * kept.total() / unseen.total()
            matched = mean(sum(1 for kind in guess.elements() if kept[kind]) for guess in found)
            nearer.append(matched - by_chance)
    assert mean(nearer) > (0.0 if INTERPRETED else 0.05)


def test_nothing_is_guessed_without_a_turn_to_learn_from() -> None:
    last: View | None = None
    for view, advisor, _ in followed("nothing", 10):
        if view.last is None or not view.last.placed or view.bag == 0:
            assert guessed(advisor) == []
        last = view
    assert last is not None
    assert last.bag == 0, "what is left when the bag is empty is known"
    fresh = Advisor(weights_for(CLASSIC, 2), guesses=0, pooled=False)
    for view, _, _ in followed("nothing", 0):
        fresh.see(view)
        assert guessed(fresh) == []
        break


def test_a_deal_begins_with_one_of_the_guesses() -> None:
    """With a single guess the rival has these tiles in every trial: in its hand, or placed."""
    trials = 0
    for view, advisor, _ in followed("deals", 1):
        found = guessed(advisor)
        if not found or view.seat is None or trials > 60:
            continue
        search, table = advisor.search(), advisor.table
        before = [table.position.lying(kind) for kind in range(KINDS)]
        search.find_candidates(2, 0.0, 0.0)
        own = Counter(kind for _, kind in table.position.spell(search.candidates()[0][0]))
        for deal in range(4):
            search.run([0], 3, deal, 1)
            theirs = Counter(table.hand(1 - view.seat))
            for kind, count in enumerate(before):
                theirs[kind] += table.position.lying(kind) - count - own[kind]
            assert found[0] <= theirs
            trials += 1
        search.restore()
    assert trials > 60


def test_a_tile_that_would_have_made_a_six_was_hardly_kept() -> None:
    row = [Placed(x, 0, Tile(f"R{shape}")) for x, shape in enumerate("oxdsb")]
    view = next(view for view, *_ in followed("a six", 0))
    hand = tuple(Tile(code) for code in ("Gs", "Yb", "Pb", "Bb", "Oc", "Od"))
    now = replace(
        view,
        seat=0,
        turn=0,
        seq=50,
        board=Board([*row, Placed(0, 1, Tile("Go")), Placed(0, 2, Tile("Yo"))]),
        hand=hand,
        bag=89,
        opening_tiles=0,
        last=LastTurn(seat=1, placed=(Placed(0, 2, Tile("Yo")),), points=3),
        turns_played=7,
    )
    advisor = Advisor(weights_for(CLASSIC, 2), guesses=300, pooled=False)
    advisor.see(now)
    found = guessed(advisor)
    assert len(found) == 300
    assert {guess.total() for guess in found} == {5}
    with_it = sum(Tile("Rc").index in guess for guess in found) / len(found)
    # By chance: three of the 95 tiles that the seat cannot see, and five were kept.
    assert with_it < 0.6 * 0.15


@pytest.mark.parametrize("wrong", [{"count": 0}, {"count": 1025}, {"size": 0}, {"size": 6}])
def test_a_guess_that_cannot_be_made_is_refused(wrong: dict[str, int]) -> None:
    table = Game.new("classic", players=2, seed="wrong")
    view = table.view(table.to_move)
    assert isinstance(view, View)
    advisor = Advisor(weights_for(CLASSIC, 2), pooled=False)
    advisor.see(view)
    guesses = advisor.search().guesses
    _, code, points, _ = advisor.table.advise()
    asked = {"size": 1, "count": 5, **wrong}
    with pytest.raises(ValueError, match="tiles that are there"):
        guesses.guess(
            code,
            points,
            range(KINDS),
            size=asked["size"],
            count=asked["count"],
            breadth=4,
            greed=0.0,
            seed=1,
        )
