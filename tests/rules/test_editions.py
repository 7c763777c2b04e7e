"""Edition files: what is shipped, house rules, and the refusal of a wrong file."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwirkle.errors import EditionError
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.layouts import layout
from qwirkle.rules.editions.placement import PLACEMENT_GAMES, Edition, edition
from qwirkle.rules.family import edition as any_edition
from qwirkle.rules.family import load_edition


def written(folder: Path, text: str, name: str = "house.toml") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize("game", PLACEMENT_GAMES)
def test_every_game_loads_and_is_named_after_its_file(game: str) -> None:
    loaded = edition(game)
    assert loaded.id == game
    assert loaded.hand == 6
    assert loaded.end.going_out == 6
    assert loaded.chosen == {}


def test_the_edition_matrix() -> None:
    """The table of RULES.md part 7, row by row."""
    matrix = {
        game: (
            loaded.start.tie,
            loaded.opening.largest_set,
            loaded.opening.on_centre,
            loaded.trading.cannot_place,
            loaded.trading.returned,
        )
        for game in PLACEMENT_GAMES
        for loaded in (edition(game),)
    }
    usual = ("oldest", True, False, "may-trade", "mixed")
    german = ("youngest", True, False, "must-trade", "under")
    assert matrix["classic"] == matrix["colour-blind"] == usual
    assert matrix["schmidt"] == matrix["mini"] == german
    assert matrix["select"] == ("oldest", True, True, "may-trade", "mixed")
    assert matrix["connect"] == ("oldest", False, False, "may-trade", "mixed")
    assert matrix["combined"] == ("oldest", False, False, "may-trade", "mixed")
    taking = {
        game: (loaded.by, loaded.may_cut_off, loaded.back_to_same_spot)
        for game in PLACEMENT_GAMES
        for loaded in (edition(game).taking,)
    }
    assert taking["mini"] == ("action-tile", False, False)
    assert taking["select"] == taking["combined"] == ("star-token", True, True)
    assert {taking[game][0] for game in ("classic", "schmidt", "connect")} == {"nothing"}


def test_an_unknown_game_is_told_the_games() -> None:
    with pytest.raises(EditionError, match="there is no game “chess”; the games are classic, "):
        edition("chess")


def test_a_house_rule_changes_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    text = 'based_on = "classic"\nid = "long"\nhand = 8\n[end]\ngoing_out = 12\n'
    house, classic = load_edition(written(tmp_path, text)), edition("classic")
    assert isinstance(house, Edition)
    assert (house.id, house.hand, house.end.going_out) == ("long", 8, 12)
    assert house.end.idle_rounds == classic.end.idle_rounds
    assert (house.start, house.trading, house.opening) == (
        classic.start,
        classic.trading,
        classic.opening,
    )


def test_a_house_rule_leaves_the_game_it_is_based_on_alone(tmp_path: Path) -> None:
    before = edition("schmidt")
    load_edition(written(tmp_path, 'based_on = "schmidt"\n[trading]\nreturned = "mixed"\n'))
    assert edition("schmidt") == before


WRONG = {
    "wrong type": (
        'based_on = "classic"\nhand = "six"\n',
        "hand: must be a whole number, not a text",
    ),
    "wrong type inside": (
        'based_on = "classic"\n[trading]\nmost = true\n',
        "trading.most: must be a whole number, not true or false",
    ),
    "unknown key": (
        'based_on = "classic"\nhands = 6\n',
        "top level: there is no key “hands” (did you mean “hand”?); the keys are based_on",
    ),
    "unknown key inside": (
        'based_on = "classic"\n[start]\nage = 3\n',
        "start: there is no key “age”; the keys are tie",
    ),
    "key in the wrong table": (
        'based_on = "classic"\ngoing_out = 3\n',
        "top level: there is no key “going_out” (it belongs under [end]); the keys are ",
    ),
    "key that belongs at the top": (
        'based_on = "classic"\n[end]\nhand = 3\n',
        "end: there is no key “hand” (it belongs at the top); the keys are going_out, idle_rounds",
    ),
    "misspelt key of an option": (
        'based_on = "select"\n[options.own]\nabuot = "x"\n',
        "options.own: there is no key “abuot” (did you mean “about”?); the keys are key, choices",
    ),
    "unknown policy": (
        'based_on = "classic"\n[start]\ntie = "tallest"\n',
        "start.tie: Invalid enum value 'tallest'",
    ),
    "unknown board": (
        'based_on = "select"\nboard = "moon"\n',
        "board: there is no board “moon”; the boards are open, select, diamond, cross, combined",
    ),
    "bad quadrants": (
        'based_on = "select"\nboard = ["select:0"]\n',
        "board: a board has four quadrants, not 1",
    ),
    "bad quadrant": (
        'based_on = "select"\nboard = ["select:0", "select:4", "select:0", "select:0"]\n',
        "board: “select:4” is not a quadrant",
    ),
    "too small": ('based_on = "classic"\nhand = 0\n', "hand: must be at least 1, not 0"),
    "fewer than fewest": (
        'based_on = "classic"\nmost_players = 1\n',
        "most_players: must be at least 2, not 1",
    ),
    "no idle round": (
        'based_on = "classic"\n[end]\nidle_rounds = 0\n',
        "end.idle_rounds: must be at least 1, not 0",
    ),
    "unknown base": (
        'based_on = "chess"\n',
        "based_on: there is no game “chess”; the games are classic, ",
    ),
    "no base, not complete": ('id = "mine"\n', "top level: Object missing required field `name`"),
    "not TOML": ("hand = = 6\n", "not TOML: "),
    "part is no table": (
        'based_on = "classic"\nstart = "oldest"\n',
        "start: must be a table, not a text",
    ),
}


def test_the_family_of_a_file_may_be_written_down(tmp_path: Path) -> None:
    for game, family in (("classic", "placement"), ("cards", "cards")):
        text = f'based_on = "{game}"\nfamily = "{family}"\n'
        assert load_edition(written(tmp_path, text)) == any_edition(game)


@pytest.mark.parametrize(("text", "told"), [pytest.param(*case, id=n) for n, case in WRONG.items()])
def test_a_wrong_file_is_told_file_and_key_in_one_line(
    tmp_path: Path, text: str, told: str
) -> None:
    with pytest.raises(EditionError) as error:
        load_edition(written(tmp_path, text))
    message = str(error.value)
    assert message.startswith(f"house.toml: {told}")
    assert "\n" not in message
    assert str(tmp_path) not in message
    assert error.value.__cause__ is None


def test_a_missing_file_and_a_file_that_is_no_text(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"^none\.toml: cannot be read \(No such file"):
        load_edition(tmp_path / "none.toml")
    path = tmp_path / "bad.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(EditionError, match=r"^bad\.toml: cannot be read \(it is not UTF-8 text\)"):
        load_edition(path)


@pytest.mark.parametrize(
    ("game", "name", "value", "told"),
    [
        ("classic", "speed", 3, "classic.toml: there is no option “speed”; it has none"),
        (
            "select",
            "speed",
            3,
            "select.toml: there is no option “speed”; the options are same-spot",
        ),
        ("select", "same-spot", "no", "select.toml: option same-spot must be one of true, false"),
        ("select", "board", "moon", "select.toml: board: there is no board “moon”"),
        ("select", "board", 3, "select.toml: board: must be a text or a list, not a whole number"),
        ("mini", "handed-out", "never", "mini.toml: option handed-out must be one of when-drawn"),
    ],
)
def test_a_wrong_option_is_told_what_there_is(
    game: str, name: str, value: OptionValue, told: str
) -> None:
    with pytest.raises(EditionError) as error:
        edition(game, {name: value})
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value)


def test_an_option_is_kept_with_the_game() -> None:
    chosen = edition("select", {"same-spot": False})
    assert chosen.taking.back_to_same_spot is False
    assert chosen.chosen == {"same-spot": False}
    assert edition("select").taking.back_to_same_spot is True


def test_an_option_of_a_house_rule(tmp_path: Path) -> None:
    text = """
based_on = "classic"
[options.guard]
key = "end.idle_rounds"
choices = [4, 8]
about = "Rounds without a placement that end the game."
"""
    path = written(tmp_path, text)
    assert load_edition(path).end.idle_rounds == 4
    assert load_edition(path, {"guard": 8}).end.idle_rounds == 8
    with pytest.raises(
        EditionError, match=r"^house\.toml: option guard must be one of 4, 8, not 5"
    ):
        load_edition(path, {"guard": 5})


def test_quarter_turns_go_clockwise() -> None:
    turned = layout(["select:1", "select:0", "select:0", "select:0"])
    # North-west, unturned, has its centre square at the lower right; turned, at the lower left.
    assert Cell(0, 7) in turned.centre
    assert {star for star in turned.stars if star.x < 8 > star.y} == {(6, 3), (4, 6), (2, 1)}


def test_a_connect_quadrant_is_its_own_half_turn() -> None:
    turned = layout(["connect:2", "connect:3", "connect:3", "connect:2"])
    cross = layout("cross")
    assert (turned.bonus, turned.black) == (cross.bonus, cross.black)
