"""The habits that docs/bots.md describes: each test fails without its habit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise

import pytest
from msgspec.structs import replace

from players.test_bots import seen
from qwirkle import Game, bot
from qwirkle.engine.advisor import Advisor
from qwirkle.engine.candidates import candidates
from qwirkle.engine.cards.solver import best_turn
from qwirkle.engine.legal import placements
from qwirkle.players.actions import trade_or_pass
from qwirkle.players.levels import LEVELS, Skill
from qwirkle.players.levels import bot as level_bots
from qwirkle.players.levels.bot import MOST, LevelBot, notice
from qwirkle.players.rng import Chance
from qwirkle.players.value.weights import weights_for
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.turns import Turn as CardsTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.turns import Place, Take, Trade, Turn
from qwirkle.rules.placement.view import PlayerView, View
from qwirkle.rules.tiles import Tile
from qwirkle.rules.turns import Pass


def skill(number: int) -> Skill:
    plays = LEVELS[number - 1].plays
    assert isinstance(plays, Skill)
    return plays


def token_view(bag: int) -> View:
    """With the token, the purple circle can be taken and placed for two points more."""
    row = [Placed(3 + x, 7, Tile(f"R{shape}")) for x, shape in enumerate("oxd")]
    board = Board([*row, Placed(3, 8, Tile.Po)], layout("select"))
    rich = (PlayerView("me", 0, 1, 1, ()), PlayerView("you", 0, 6, 0, ()))
    return seen("select", board, [Tile.Go], bag, players=rich)


def gain(now: View) -> int:
    """What taking adds to the points of the best placement."""

    def most(seen: View) -> int:
        moves = placements(seen.board, seen.hand, seen.demands())
        return max(move.points for move in moves)

    board, hand, _ = now.after_taking(Cell(3, 8))
    taken = replace(now, board=board, hand=hand, taken=Placed(3, 8, Tile.Po))
    return most(taken) - most(now)


def test_greedy_takes_for_little_only_when_the_bag_is_empty() -> None:
    assert 0 < gain(token_view(0)) < 4
    assert isinstance(bot("greedy").choose(token_view(0)), Take)
    assert isinstance(bot("greedy").choose(token_view(1)), Place)


def test_greedy_draws_lots_among_equals() -> None:
    now = seen("classic", Board([Placed(0, 0, Tile.Ro)]), [Tile.Rx, Tile.Bd])
    equals = {Place(move.tiles) for move in placements(now.board, now.hand)}
    assert len(equals) == 4
    assert {bot("greedy", seed).choose(now) for seed in range(60)} == equals


@pytest.mark.parametrize("spec", ["greedy", "value", "level:1", "level:4"])
@pytest.mark.parametrize(("bag", "traded"), [(30, 3), (2, 2), (0, 0)])
def test_whatever_cannot_be_placed_is_traded(spec: str, bag: int, traded: int) -> None:
    now = seen("classic", Board([Placed(0, 0, Tile.Ro)]), [Tile.Gx, Tile.Bd, Tile.Ps], bag)
    turn = bot(spec).choose(now)
    if traded:
        assert isinstance(turn, Trade)
        assert len(turn.tiles) == traded
    else:
        assert turn == Pass()


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_a_level_forgets_its_token_as_often_as_it_says(number: int) -> None:
    plays = skill(number)
    turns = [LevelBot(Chance(seed), plays).choose(token_view(0)) for seed in range(400)]
    takes = sum(isinstance(turn, Take) for turn in turns) / len(turns)
    assert takes == pytest.approx(plays.extras, abs=0.08)


def test_higher_levels_forget_less_and_look_ahead_more() -> None:
    for below, above in pairwise(map(skill, range(1, 7))):
        assert below.extras <= above.extras
        assert below.overlooks > above.overlooks
        assert below.foresight <= above.foresight
    assert [bool(skill(number).foresight) for number in range(1, 7)] == [False] * 3 + [True] * 3


def card_views(count: int) -> Iterator[CardsView]:
    """The first views of a game between greedy players, apart from the opening."""
    game = Game.new("cards", 2, seed="habits")
    while game.to_move is not None and count:
        now = game.view(game.to_move)
        count -= 1
        assert isinstance(now, CardsView)
        if not now.opening_cards:
            yield now
        game.play(bot("greedy").choose(now))


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_levels_think_in_the_card_game_from_the_fourth_on(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = next(card_views(3))
    thought: list[CardsView] = []
    plain = bot("greedy").choose(now)

    def think(view: CardsView) -> CardsTurn:
        thought.append(view)
        return plain

    monkeypatch.setattr(level_bots, "thinking_turn", think)
    for seed in range(300):
        bot(f"level:{number}", seed).choose(now)
    share = skill(number).foresight * (1 - skill(number).overlooks)
    assert len(thought) / 300 == pytest.approx(share, abs=0.08)
    assert bool(thought) == (number >= 4)


def test_a_level_does_not_make_a_qwirkle_it_does_not_notice() -> None:
    seen = [now for now in card_views(30) if _most(now)]
    assert seen

    def made(overlooks: float) -> int:
        plays = Skill(overlooks, misjudges=0, foresight=0, extras=0)
        return sum(
            _qwirkles(LevelBot(Chance(seed), plays), now) for now in seen for seed in range(20)
        )

    assert made(0.0) > made(0.5) > made(0.95)
    # One line of twelve is always noticed, and it is seldom the one that matters.
    assert made(0.999) < made(0.0) / 4


def _most(now: CardsView) -> int:
    found = best_turn(now.table, now.hand)
    return 0 if found is None else found.qwirkles


def _qwirkles(player: LevelBot, now: CardsView) -> int:
    turn = player.choose(now)
    return sum(len(cards) == 6 for cards in turn.after) if isinstance(turn, Play) else 0


def test_a_spot_is_noticed_or_not_whatever_could_be_placed_there() -> None:
    row = [Placed(x, 0, Tile(f"R{shape}")) for x, shape in enumerate("oxd")]
    now = seen("classic", Board(row), [Tile.Rs, Tile.Rb, Tile.Go, Tile.Gx, Tile.Bd])
    found = candidates(now.board, now.hand)
    moves = [found[which] for which in range(len(found))]
    assert moves == sorted(placements(now.board, now.hand))
    spots = [_spot(now.board, move.tiles) for move in moves]
    assert len(set(spots)) < len(moves) / 2, "many placements share a spot"
    noticed = 0
    for seed in range(200):
        found = candidates(now.board, now.hand)
        assert found.overlook(0.5, Chance(seed).state) == len(set(spots)), "one lot for each spot"
        left = {found[which] for which in range(len(found))}
        spots_found = {spot for spot, move in zip(spots, moves, strict=True) if move in left}
        assert spots_found
        assert [spot in spots_found for spot in spots] == [move in left for move in moves]
        noticed += len(spots_found)
    assert noticed / 200 == pytest.approx(len(set(spots)) / 2, rel=0.1)


def _spot(board: Board, tiles: tuple[Placed, ...]) -> Cell:
    """The first cell of a placement that touches a tile of the table."""
    for placed in tiles:
        for x, y in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            if Cell(placed.x + x, placed.y + y) in board:
                return placed.cell
    raise AssertionError("a placement touches the table")


@pytest.mark.parametrize("number", [1, 4, 6])
@pytest.mark.parametrize("game", ["classic", "select", "mini", "connect", "combined"])
def test_the_core_chooses_as_the_docs_say(game: str, number: int) -> None:
    """The same placement and the same lots as a choice from a list of moves."""
    plays = replace(skill(number), extras=0)
    table = Game.new(game, 2, seed=f"choices {number}")
    takes = 0
    while table.to_move is not None:
        now = table.view(table.to_move)
        assert isinstance(now, View)
        chance, level = Chance(table.state.turns_played), Chance(table.state.turns_played)
        with closing(LevelBot(level, plays)) as player:
            assert player.play_tiles(now) == choice_from_list(now, plays, chance)
        assert level.state == chance.state
        takes += now.taken is not None
        table.play(bot("greedy", 1).choose(now))
    assert takes or game in {"classic", "connect"}


def choice_from_list(now: View, plays: Skill, chance: Chance) -> Turn:
    """Choose as a level does, by the plainest means: lists of moves in their order."""
    if holds_extras(now):
        # It thinks of them by this lot: of none, if it has no chance of that.
        chance.part()
    weighed = [
        (move, float(move.points)) for move in placements(now.board, now.hand, now.demands())
    ]
    if plays.foresight:
        with closing(Advisor(weights_for(now.edition, len(now.players)))) as advisor:
            advisor.see(now)
            if holds_extras(now):
                advisor.see(replace(now, used=Action.TAKE))
            weighed = [(move, value) for move, value in advisor.weigh(MOST, now.demands())]
    weighed.sort(key=lambda known: known[0].tiles)
    if not weighed:
        return trade_or_pass(now, chance)
    if now.board and now.taken is None:
        spots = {_spot(now.board, move.tiles) for move, _ in weighed}
        found = set(notice(sorted(spots), plays.overlooks, chance))
        weighed = [known for known in weighed if _spot(now.board, known[0].tiles) in found]
    judged = []
    for move, value in weighed:
        off = chance.part() + chance.part() - 1
        foreseen = plays.foresight * (value - move.points)
        judged.append(move.points + foreseen + plays.misjudges * off)
    return weighed[judged.index(max(judged))][0].turn


def holds_extras(now: View) -> bool:
    me = now.players[now.seat or 0]
    return now.used is None and bool(me.tokens or me.actions)


def test_there_is_room_for_any_number_of_placements() -> None:
    hand = [Tile.Ro, Tile.Rx, Tile.Rd, Tile.Rs]
    board = Board(layout=layout("select"))
    found = candidates(board, hand)
    assert [found[which] for which in range(len(found))] == sorted(placements(board, hand))
    assert len(found) > 5000, "more than there is room for at first"
    with pytest.raises(ValueError, match="no such placement"):
        found[len(found)]
    with pytest.raises(ValueError, match="nothing says"):
        found.judge(0.5, 0.0, 1)


@pytest.mark.parametrize("game", ["classic", "connect"])
def test_only_the_placements_with_most_points_are_looked_at_closely(game: str) -> None:
    table = Game.new(game, 2, seed=3)
    for _ in range(12):
        now = table.view(table.to_move)
        assert isinstance(now, View)
        with closing(Advisor(weights_for(now.edition, 2))) as advisor:
            advisor.see(now)
            found = advisor.candidates(10, now.demands())
            moves = [found[which] for which in range(len(found))]
            assert moves == [move for move, _ in advisor.weigh(10, now.demands())]
            with pytest.raises(ValueError, match="at most 512 placements"):
                advisor.candidates(513, now.demands())
        table.play(bot("greedy", 1).choose(now))


def test_the_highest_level_tries_more_in_the_card_game_than_the_one_below() -> None:
    views = list(card_views(6))
    assert [bot("level:8", 3).choose(now) for now in views] != [
        bot("level:7", 3).choose(now) for now in views
    ]


def test_a_simulated_turn_of_the_card_game_counts_as_four() -> None:
    """Two players take a turn each in a trial: 4,000 turns are 500 trials."""
    for now in card_views(6):
        assert bot("sim:nodes=4000", 3).choose(now) == bot("sim:samples=500", 3).choose(now)


def test_sim_counts_turns_instead_of_time_at_the_highest_level() -> None:
    game = Game.new("classic", 2, seed=5)
    for _ in range(3):
        now = game.view(game.to_move)
        turn = bot("level:8", 1).choose(now)
        assert turn == bot("level:8", 1, ms=1).choose(now)
        game.play(turn)
