"""Bots: one registry, legal turns from views alone, the same turns from the same seed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from qwirkle import Game
from qwirkle.engine.legal import legal_turns, placements
from qwirkle.errors import BotError
from qwirkle.players import bot, bot_names
from qwirkle.players.rng import Chance
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.editions.placement import Action, edition
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.turns import DrawThree, Place, Take
from qwirkle.rules.placement.view import PlayerView, View
from qwirkle.rules.tiles import Tile


def seen(game: str, board: Board, hand: list[Tile], bag: int = 30, **changes: object) -> View:
    """What seat 0 sees in the middle of a game."""
    players = (PlayerView("me", 0, len(hand), 0, ()), PlayerView("you", 0, 6, 0, ()))
    view = View(
        edition=edition(game),
        seat=0,
        seq=9,
        board=board,
        hand=tuple(hand),
        players=players,
        bag=bag,
        turn=0,
        turns_played=4,
        opening_tiles=0,
        stars_left=(),
        used=None,
        taken=None,
        idle=0,
        passes=0,
        last=None,
        result=None,
    )
    return replace(view, **changes)


def test_the_registry_names_every_bot() -> None:
    assert {"random", "greedy", "value"} <= set(bot_names())
    assert "process" not in bot_names(), "a program has no name that anybody may ask for"
    with pytest.raises(BotError, match=", ".join(bot_names())):
        bot("nobody")


def test_a_bot_is_asked_only_on_its_turn() -> None:
    table = Game.new(seed=1)
    waiting = 1 - (table.to_move or 0)
    for seat in (waiting, None):
        with pytest.raises(BotError, match="only when it is its turn"):
            bot("greedy").choose(table.view(seat))


def test_a_bot_is_given_a_view_not_a_game() -> None:
    with pytest.raises(TypeError, match="needs a view"):
        bot("greedy").choose(Game.new(seed=7))  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("grandmaster", "there is no bot “grandmaster”"),
        ("", "there is no bot"),
        ("greedy:ms", "written key=value"),
        ("greedy:ms=5", "no setting “ms”"),
        ("greedy:=5", "written key=value"),
        ("process:true", "a bot that starts a program or imports a module is not allowed here"),
    ],
)
def test_a_wrong_spec_is_refused(spec: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        bot(spec)


@pytest.mark.parametrize("name", bot_names())
def test_every_bot_refuses_settings_it_does_not_understand(name: str) -> None:
    with pytest.raises(BotError, match=f"the bot {name} has no setting “no-such”"):
        bot(f"{name}:no-such=1")
    # Either it does not think, or that is no time to think.
    for value in ("soon", "0", "-5", "nan"):
        with pytest.raises(BotError):
            bot(f"{name}:ms={value}")


def test_greedy_takes_the_most_points() -> None:
    table = Game.new(seed=3)
    for _ in range(15):
        turn = bot("greedy").choose(table.view(table.to_move))
        most = max((move.points for move in table.legal_placements), default=0)
        if isinstance(turn, Place):
            assert table.score_of(turn).points == most
        table.play(turn)


def test_random_reaches_every_placement() -> None:
    board = Board([Placed(0, 0, Tile.Ro), Placed(1, 0, Tile.Rs)])
    view = seen("classic", board, [Tile.Rd, Tile.Go])
    chosen = {bot("random", seed).choose(view) for seed in range(300)}
    assert chosen == {Place(move.tiles) for move in placements(board, view.hand)}


def test_greedy_spends_a_token_for_a_qwirkle() -> None:
    five = [Placed(3 + x, 7, Tile(f"R{shape}")) for x, shape in enumerate("oxdsb")]
    board = Board([*five, Placed(5, 8, Tile.Gd), Placed(5, 9, Tile.Gc), Placed(6, 9, Tile.Rc)])
    board = Board(board, layout("select"))
    rich = (PlayerView("me", 0, 6, 1, ()), PlayerView("you", 0, 6, 0, ()))
    view = seen("select", board, [Tile.Po, Tile.Yb], players=rich)
    assert bot("greedy").choose(view) == Take(Cell(6, 9))
    poor = replace(view, players=(replace(rich[0], tokens=0), rich[1]))
    assert not isinstance(bot("greedy").choose(poor), Take)


def test_greedy_draws_three_while_three_are_left() -> None:
    board = Board([Placed(0, 0, Tile.Ro)])
    action = (
        PlayerView("me", 0, 6, 0, (Action.DRAW_THREE,)),
        PlayerView("you", 0, 6, 0, ()),
    )
    view = seen("mini", board, [Tile.Rs], players=action)
    assert bot("greedy").choose(view) == DrawThree()
    assert isinstance(bot("greedy").choose(replace(view, bag=2)), Place)
    assert isinstance(bot("greedy").choose(replace(view, used=Action.TAKE)), Place)


def test_legal_turns_name_every_extra() -> None:
    board = Board([Placed(0, 0, Tile.Ro), Placed(1, 0, Tile.Rs)])
    both = (PlayerView("me", 0, 6, 0, tuple(Action)), PlayerView("you", 0, 6, 0, ()))
    turns = list(legal_turns(seen("mini", board, [Tile.Gx], players=both)))
    assert Take(Cell(0, 0)) in turns
    assert Take(Cell(1, 0)) in turns
    assert DrawThree() in turns


def test_chance_is_even_and_never_changes() -> None:
    chance = Chance("known")
    assert [chance.below(100) for _ in range(6)] == [90, 24, 10, 99, 39, 21]
    counts = [0] * 7
    for _ in range(7000):
        counts[chance.below(7)] += 1
    assert all(850 < count < 1150 for count in counts)
    assert sorted(chance.sample(range(9), 9)) == list(range(9))
