"""The library as a user of python-chess would use it."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import qwirkle
from qwirkle import (
    GAMES,
    ArgumentError,
    Exchange,
    Game,
    IllegalTurn,
    Move,
    NotationError,
    Pass,
    Place,
    Placed,
    Play,
    QwirkleError,
    Take,
    Tile,
    Trade,
    bot,
)
from qwirkle.engine import legal

every_game = pytest.mark.parametrize("game", GAMES)


def middle_of(game: str = "classic", turns: int = 12, players: int = 2, seed: int = 5) -> Game:
    played = Game.new(game, players, seed=seed)
    greedy = bot("greedy", 1)
    while played.to_move is not None and len(played.turns) < turns:
        played.play(greedy.choose(played.view(played.to_move)))
    return played


def test_a_listed_move_can_be_played() -> None:
    game = Game.new(seed=7)
    best = max(game.legal_placements, key=lambda move: move.points)
    before = game.to_move
    assert game.play(best)
    assert game.to_move != before
    assert game.turns == (best.turn,) == (Place(best.tiles),)
    assert max(game.scores) == best.points


NO_TURNS: list[Any] = [None, 42, b"pass", {"place": []}, (), [], object, Place, 1.5]


@every_game
@pytest.mark.parametrize("value", NO_TURNS, ids=repr)
def test_a_value_that_is_no_turn_raises_and_changes_nothing(game: str, value: Any) -> None:
    played = Game.new(game, seed=1)
    before = played.copy()
    for method in (played.play, played.check, played.is_legal):
        with pytest.raises(TypeError):
            method(value)
    assert value not in played.legal_turns
    assert played == before


def test_a_turn_of_the_other_family_raises() -> None:
    for game, turn in (("classic", Play(())), ("classic", Exchange()), ("cards", Trade(()))):
        with pytest.raises(TypeError, match="not a turn of"):
            Game.new(game, seed=1).play(turn)


@pytest.mark.parametrize(
    ("turn", "instead"),
    [
        (Place([(0, 0, "Ob")]), r"its tiles are written Placed\(3, 4, Tile.Ro\)"),  # type: ignore[arg-type]
        (Place((Placed(0, 0, "Ob"),)), "or play the text Ro@3,4"),  # type: ignore[arg-type]
        (Place(5), "or play the text Ro@3,4"),  # type: ignore[arg-type]
        (Trade(("Ob",)), "its tiles are written Tile.Ro, or play the text trade Ro"),  # type: ignore[arg-type]
    ],
    ids=["tuples", "texts in cells", "a number", "texts"],
)
def test_a_turn_of_raw_tuples_is_refused_with_what_to_write(turn: Any, instead: str) -> None:
    with pytest.raises(TypeError, match=f"not a turn of .*{instead}"):
        Game.new(seed=1).play(turn)


def test_tiles_of_a_hand_are_no_turn() -> None:
    game = Game.new(seed=1)
    with pytest.raises(TypeError):
        game.play(game.hand)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        game.play(game.legal_placements[0].tiles)  # type: ignore[arg-type]


def test_a_text_is_read_by_every_method() -> None:
    game = Game.new(seed=7)
    assert not game.is_legal("pass")
    with pytest.raises(IllegalTurn, match="can"):
        game.check("pass")
    with pytest.raises(NotationError):
        game.is_legal("foo")
    assert "foo" not in game.legal_turns
    best = game.legal_placements[0]
    assert game.is_legal(str(best))
    assert str(best) in game.legal_turns
    assert game.score_of(str(best)).points == best.points


@every_game
def test_the_text_of_a_turn_plays_the_turn(game: str) -> None:
    played, again = Game.new(game, 3, seed=3), Game.new(game, 3, seed=3)
    greedy = bot("greedy", 1)
    while played.to_move is not None:
        turn = greedy.choose(played.view(played.to_move))
        assert turn in played.legal_turns
        played.play(turn)
        again.play(str(turn))
    assert played == again
    assert played.is_over
    assert played.result == again.result
    with pytest.raises(IllegalTurn, match="The game is over"):
        played.play("pass")


@every_game
def test_legal_turns_are_sized_iterable_and_have_members(game: str) -> None:
    played = middle_of(game, turns=6)
    turns = played.legal_turns
    listed = list(turns)
    assert len(turns) == len(listed) == len(list(turns))
    assert bool(turns) == bool(listed)
    assert all(turn in turns and played.is_legal(turn) for turn in listed[:40])
    played.play(listed[0])
    assert list(turns) == listed, "they belong to the moment they were asked at"


@every_game
def test_legal_turns_are_a_sequence(game: str) -> None:
    played = middle_of(game, turns=6)
    listed = list(played.legal_turns)
    turns = played.legal_turns
    assert (turns[0], turns[-1], turns[len(listed) // 2]) == (
        listed[0],
        listed[-1],
        listed[len(listed) // 2],
    )
    assert turns[:3] == listed[:3]
    assert played.legal_turns[::-2] == listed[::-2]
    assert list(reversed(played.legal_turns)) == listed[::-1]
    assert random.Random(1).choice(played.legal_turns) == random.Random(1).choice(listed)
    for beyond in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            played.legal_turns[beyond]


def test_legal_turns_are_listed_only_as_far_as_they_are_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listed: list[int] = []

    def slowly(_: object) -> Iterator[Any]:
        for number in range(9):
            listed.append(number)
            yield number

    monkeypatch.setattr("qwirkle.game.legal_turns", slowly)
    turns: Any = Game.new(seed=1).legal_turns
    assert (bool(turns), listed) == (True, [0])
    assert (turns[2], listed) == (2, [0, 1, 2])
    both = zip(turns, turns, strict=True)
    assert [next(both), next(both)] == [(0, 0), (1, 1)]
    assert listed == [0, 1, 2]
    assert (list(turns), len(turns)) == (list(range(9)), 9)
    assert listed == list(range(9)), "each was computed once"


def test_legal_placements_are_sized_iterable_and_have_members() -> None:
    game = middle_of()
    placements = game.legal_placements
    assert len(placements) > 0
    assert placements
    listed = list(placements)
    assert len(placements) == len(listed) == len(set(listed))
    assert listed[0] == placements[0]
    assert listed[1:3] == placements[1:3]
    assert listed[-1] in placements
    assert Move((Placed(90, 90, Tile.Ro),), 1) not in placements
    assert {move.turn for move in listed} <= set(game.legal_turns)
    before = game.legal_placements
    count = len(before)
    game.play(listed[0])
    assert (len(before), list(before)) == (count, listed)


def test_the_order_of_placements_does_not_depend_on_the_way_there() -> None:
    game = middle_of(turns=20)
    listed = list(game.legal_placements)
    game.take_back()
    list(game.legal_placements)
    other = middle_of(turns=20, seed=8)
    list(other.legal_placements)
    assert list(middle_of(turns=20).legal_placements) == listed


def test_listing_follows_the_game_instead_of_building_positions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = middle_of()
    len(game.legal_placements)
    built = []
    monkeypatch.setattr(
        "qwirkle.engine.position.Position.__init__", lambda *args: built.append(args)
    )
    for _ in range(5):
        game.play(list(game.legal_placements)[-1])
        assert len(legal.LegalPlacements(game.board, game.hand)) == len(game.legal_placements)
    assert built == []


@every_game
def test_games_copy_pickle_and_compare(game: str) -> None:
    played = middle_of(game, turns=5)
    for twin in (
        played.copy(),
        copy.copy(played),
        copy.deepcopy(played),
        pickle.loads(pickle.dumps(played)),  # noqa: S301 - our own bytes
    ):
        assert twin == played
        twin.play(next(iter(twin.legal_turns)))
        assert twin != played
        assert len(played.turns) == 5
    for part in (played.state, played.view(0), played.events, *played.turns):
        assert pickle.loads(pickle.dumps(part)) == part  # noqa: S301
        assert copy.deepcopy(part) == part


@every_game
def test_views_are_hashable_and_print_as_a_table(game: str) -> None:
    started = middle_of(game, turns=1)
    seen = started.view(0)
    assert {seen, copy.deepcopy(seen), started.view(1)} == {seen, started.view(1)}
    printed = str(seen)
    assert printed.endswith(" ".join(seen.hand))
    assert "View(" not in printed
    assert all(code in printed for code in str(started.turns[0]).split() if code in list(Tile))
    shown: list[str] = []
    seen._repr_pretty_(SimpleNamespace(text=shown.append), cycle=False)
    assert shown == [printed]
    assert repr(seen.hand[0]) == f"Tile.{seen.hand[0]}"


def test_a_game_says_what_it_is_in_one_line() -> None:
    game = Game.new("classic", players=["Ann", "Ben"], seed=7)
    assert repr(game) == "<Game of classic: Ann 0, Ben 0; 0 turns played>"
    game.play(next(iter(game.legal_turns)))
    assert repr(game).endswith("; 1 turn played>")


def test_tab_offers_what_is_exported() -> None:
    assert set(dir(qwirkle)) == {*qwirkle.__all__, "__version__"}
    assert all(getattr(qwirkle, name) is not None for name in dir(qwirkle))


def test_winners_are_there_at_the_end() -> None:
    assert middle_of("cards").winners == ()
    game = middle_of("cards", turns=1000, seed=3)
    best = max(game.scores)
    assert game.winners == tuple(seat for seat in (0, 1) if game.scores[seat] == best)


def test_games_of_other_seeds_differ_and_have_no_hash() -> None:
    assert Game.new(seed=1) != Game.new(seed=2)
    assert Game.new(seed=1) != "a game"
    with pytest.raises(TypeError):
        hash(Game.new(seed=1))


@every_game
@pytest.mark.parametrize("players", [2, 3])
def test_a_position_goes_round(game: str, players: int) -> None:
    played = middle_of(game, turns=9, players=players)
    line = played.position
    again = Game.from_position(line, seed=1)
    assert again.position == line
    assert (again.to_move, again.hand) == (played.to_move, again.hand)
    assert sorted(again.hand) == sorted(played.hand)
    assert again.scores == played.scores
    greedy = bot("greedy", 1)
    while again.to_move is not None:
        again.play(greedy.choose(again.view(again.to_move)))
    assert again.is_over


def test_the_same_seed_deals_what_a_position_does_not_say() -> None:
    line = "classic 0,0:RoRs/1Bs RxRdGo 20 5-3 1"
    deals = [Game.from_position(line, seed=seed).state for seed in (1, 1, 2)]
    assert deals[0] == deals[1] != deals[2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_M_SETUP_1_special_tiles_of_the_pile_are_dealt_too(players: int) -> None:
    for seed in range(8):
        game = Game.new("mini", players, seed=seed)
        again = Game.from_position(game.position, seed=1)
        kinds = [Counter(map(type, set_up.placement.pile)) for set_up in (game, again)]
        assert kinds[0] == kinds[1]
        sizes = [[len(seat.hand) for seat in set_up.placement.seats] for set_up in (game, again)]
        assert sizes[0] == sizes[1]


@every_game
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_from_a_position_is_saved_and_loaded(
    game: str, players: int, tmp_path: Path
) -> None:
    played = Game.from_position(middle_of(game, turns=9, players=players).position, seed=1)
    greedy = bot("greedy", 1)
    for _ in range(5):
        if played.to_move is not None:
            played.play(greedy.choose(played.view(played.to_move)))
    played.save(tmp_path / "game.qwr")
    loaded = Game.load(tmp_path / "game.qwr")
    assert loaded.state == played.state
    assert loaded.events == played.events


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "begins with the id of its game"),
        ("chess - - 0 0-0 1", "there is no game “chess”"),
        (
            "classic 0,0:RoRoRoRo Rx 20 0-0 1",
            "only 3 of each tile, but 4 here: red circle",
        ),
        ("classic - Rx 200 0-0 1", "There should be 101 tiles in the bag, not 200"),
        ("classic - Rx 20 0-0-0-0-0 1", "is for 2 to 4 players"),
        ("select 20,20:Ro Rx 20 0-0 1", "That’s off the board: red circle"),
        ("cards RoRx - 80", "this one has no qwirkles, turn"),
        ("cards - RoRxRd 106 -;- 1", "There should be 96 cards in the deck, not 106"),
        ("classic 0,0:RoBs Rx ? 0-0 1", "must all be one colour or all be one shape"),
        ("classic 0,0:Ro/1Bs Rx ? 0-0 1", "aren’t connected to the others"),
        ("cards - RoRxRd 90 -;- 3", "turn: there is no seat 3"),
        ("cards - Ro? 90 -;- 1", "hand: “Ro\\?” is not a row of cards"),
    ],
)
def test_a_position_that_cannot_be_is_refused(line: str, fault: str) -> None:
    with pytest.raises(QwirkleError, match=fault):
        Game.from_position(line)


@pytest.mark.parametrize(
    "arguments",
    [
        {"seed": [1, 2]},
        {"seed": 1.5},
        {"seed": True},
        {"players": "Ann"},
        {"players": 2.0},
        {"players": True},
        {"players": ["Ann", "Ann"]},
        {"players": ["Ann", 2]},
        {"players": ["Ann", " "]},
        {"ages": [3, "x"]},
        {"ages": "34"},
        {"game": 3},
    ],
    ids=repr,
)
def test_wrong_arguments_are_refused_at_the_door(arguments: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError) as refused:
        Game.new(**arguments)
    assert isinstance(refused.value, QwirkleError)


def test_a_seat_that_is_not_there_is_refused() -> None:
    for seat in (9, -1, "0"):
        with pytest.raises(QwirkleError, match="there is no seat"):
            Game.new(seed=1).view(seat)  # type: ignore[arg-type]


def test_a_game_begins_in_every_natural_way(tmp_path: Path) -> None:
    house = tmp_path / "long.toml"
    house.write_text('based_on = "classic"\nid = "long"\nhand = 8\n', "utf-8")
    assert Game().edition.id == Game.new("Classic").edition.id == "classic"
    for way in (house, str(house), qwirkle.load_edition(house)):
        assert len(Game.new(way, seed=1).hand) == 8
    game = Game.new(players=["Ann", "Ben"], seed=1)
    assert game.players == ("Ann", "Ben")
    assert not game.is_over
    with pytest.raises(QwirkleError, match="options already"):
        Game.new(qwirkle.edition("classic"), options={"x": True})


def test_everything_met_in_a_turn_is_exported() -> None:
    met = {"Take", "DrawThree", "Play", "Exchange", "Bot", "Move", "Place", "Trade", "Pass"}
    assert met <= set(qwirkle.__all__)
    assert all(hasattr(qwirkle, name) for name in qwirkle.__all__)
    assert str(Take(qwirkle.Cell(3, -4))) == "take 3,-4"
    assert str(Pass()) == "pass"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = qwirkle.nothing


@every_game
def test_a_loaded_game_is_the_saved_one_and_folds_each_event_once(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = middle_of(game, turns=8)
    saved.save(tmp_path / "game.qwr")
    folded = []
    for family in ("placement", "cards"):
        module = import_module(f"qwirkle.rules.{family}.evolve")
        original = module._after

        def counting(state: Any, event: Any, original: Any = original) -> Any:
            folded.append(event)
            return original(state, event)

        monkeypatch.setattr(module, "_after", counting)
    loaded = Game.load(tmp_path / "game.qwr")
    assert loaded.events == saved.events
    assert loaded.state == saved.state
    # The first event makes the state, all others are folded into it.
    assert len(folded) == len(saved.events) - 1


def test_importing_the_library_loads_nothing_but_msgspec() -> None:
    code = (
        "import sys; before = set(sys.modules); import qwirkle; qwirkle.Game.new(seed=1);"
        "new = {name.split('.')[0] for name in set(sys.modules) - before};"
        "print(*sorted(new - set(sys.stdlib_module_names)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    # The compiled core brings modules of Cython's own, msgspec its typing extensions.
    noise = {name for name in loaded if name.startswith(("_", "cython", "typing_"))}
    assert loaded - noise == {"qwirkle", "msgspec"}


def test_tiles_hands_and_boards_draw_themselves_in_notebooks() -> None:
    game = middle_of(turns=4)
    for thing, words in (
        (game.board, "<svg"),
        (game.hand, "Hand of 6 tiles"),
        (Tile.Ro, "red circle"),
    ):
        drawn = thing._repr_svg_()
        assert drawn is not None
        assert drawn.startswith("<svg")
        assert words in drawn
    assert game.hand == tuple(game.hand)


@pytest.mark.parametrize("game", [game for game in GAMES if game != "cards"])
def test_a_game_played_by_listed_moves_is_the_game_that_the_rules_judge(game: str) -> None:
    quick, judged = (Game.new(game, 3, seed=11) for _ in range(2))
    chance, events = random.Random(game), []
    while quick.legal_placements:
        assert list(quick.legal_placements) == list(judged.legal_placements)
        which = chance.randrange(len(quick.legal_placements))
        events.append(quick.play(quick.legal_placements[which]))
        expected = judged.play(str(judged.legal_placements[which].turn))
        assert (quick.to_move, quick.scores, quick.hand) == (
            judged.to_move,
            judged.scores,
            judged.hand,
        )
        assert quick.is_over == judged.is_over
        if chance.random() < 0.2:
            assert events[-1] == expected
    assert quick.turns == judged.turns
    assert (
        tuple(event for turn in events for event in turn)
        == judged.events[len(Game.new(game, 3, seed=11).events) :]
    )
    assert quick == judged


def test_events_of_a_move_that_was_taken_back_stay_what_they_were() -> None:
    game = Game.new(seed=3)
    first, second = game.legal_placements[0], game.legal_placements[1]
    events = game.play(first)
    assert game.take_back() == first.turn
    game.play(second)
    assert events == Game.new(seed=3).play(str(first))
    assert game.turns == (second.turn,)


def test_a_list_of_placements_stays_that_of_its_moment() -> None:
    game = Game.new(seed=3)
    listed = game.legal_placements
    game.play(game.legal_placements[0])
    later = game.legal_placements[0]
    assert list(listed) == list(Game.new(seed=3).legal_placements)
    with pytest.raises(IllegalTurn):
        game.play(listed[1])
    game.take_back()
    # A move of another moment is judged like any other.
    with pytest.raises(IllegalTurn):
        game.play(later)
    game.play(listed[1])
    assert game.turns == (listed[1].turn,)


def test_copies_of_a_game_play_on_by_themselves() -> None:
    game = Game.new(seed=3)
    game.play(game.legal_placements[0])
    twin = game.copy()
    twin.play(twin.legal_placements[2])
    assert len(game.turns) == 1
    assert twin.turns[0] == game.turns[0]
    game.play(game.legal_placements[2])
    assert game == twin
