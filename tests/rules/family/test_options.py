"""The options of every game, and house rules, from the file to the end of a game."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from qwirkle.errors import EditionError
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.editions.placement import PLACEMENT_GAMES, Edition, edition
from qwirkle.rules.family import load_edition
from qwirkle.rules.placement.state import State
from rules.table import NAMES

from .games import accounted, ended_by_rule, events_and_states

TURNED = ["connect:1", "select:3", "select:1", "connect:0"]
BOARDS: list[OptionValue] = ["select", "diamond", "cross", "combined", TURNED]
OPTIONS: dict[str, dict[str, list[OptionValue]]] = {
    "classic": {},
    "colour-blind": {},
    "schmidt": {},
    "mini": {
        "kinds": [["take", "draw3"], ["take"], ["draw3"], []],
        "handed-out": ["when-drawn", "at-start"],
    },
    "select": {"same-spot": [True, False], "board": BOARDS},
    "connect": {"board": ["open", *BOARDS]},
    "combined": {"same-spot": [True, False], "board": ["open", *BOARDS]},
}
EVERY_VALUE = [
    pytest.param(game, name, value, id=f"{game} {name} {value}")
    for game, options in OPTIONS.items()
    for name, values in options.items()
    for value in values
]
WRONG: list[tuple[str, str, object]] = [
    *(("mini", "kinds", value) for value in ("take", ["draw3", "take"], ["take", "take"], 1, None)),
    *(("mini", "handed-out", value) for value in ("", "at start", True, ["at-start"], None)),
    *(
        (game, "same-spot", value)
        for game in ("select", "combined")
        for value in ("true", 0, 1, 1.0, [True], None)
    ),
    *(
        (game, "board", value)
        for game in ("select", "connect", "combined")
        for value in ("moon", "", 3, None, True, [], TURNED[:3], [*TURNED, "select:0"])
    ),
    *(
        (game, "board", ["connect:0", "connect:0", "connect:0", wrong])
        for game in ("select", "connect", "combined")
        for wrong in ("connect:4", "connect:-1", "moon:0", "", "connect: 1", 3, "connect:1:1")
    ),
    ("select", "board", "open"),
    *((game, "novelty", True) for game in PLACEMENT_GAMES),
]


@pytest.mark.parametrize("game", PLACEMENT_GAMES)
def test_the_options_are_these(game: str) -> None:
    offered = edition(game).options
    assert set(offered) == set(OPTIONS[game])
    for name, option in offered.items():
        assert option.about
        if option.choices:
            assert option.choices == OPTIONS[game][name]


@pytest.mark.parametrize(("game", "name", "value"), EVERY_VALUE)
def test_every_option_is_recorded_changes_its_key_and_can_be_played(
    game: str, name: str, value: OptionValue
) -> None:
    chosen = edition(game, {name: value})
    assert chosen.chosen == {name: value}
    assert edition(game).chosen == {}
    found: object = chosen
    for part in chosen.options[name].key.split("."):
        found = getattr(found, part)
    assert (list(found) if isinstance(found, tuple) else found) == value
    *_, last = events_and_states(chosen, NAMES[:2], f"{game} {name}")
    ended_by_rule(last.state)


def test_several_options_at_once() -> None:
    chosen = edition("combined", {"same-spot": False, "board": TURNED})
    assert chosen.chosen == {"same-spot": False, "board": TURNED}
    assert (chosen.taking.back_to_same_spot, chosen.board) == (False, TURNED)


@pytest.mark.parametrize(("game", "name", "value"), WRONG)
def test_a_wrong_value_is_refused_in_one_line(game: str, name: str, value: OptionValue) -> None:
    with pytest.raises(EditionError) as error:
        edition(game, {name: value})
    message = str(error.value)
    assert message.startswith(f"{game}.toml: ")
    assert "\n" not in message
    key = {"same-spot": "back_to_same_spot"}.get(name, name)
    assert name in message or key in message
    assert error.value.__cause__ is None


HOUSES = {
    "mini with a big hand": """
        based_on = "mini"
        id = "long"
        hand = 8
        [trading]
        most = 3
        returned = "mixed"
        [action_tiles]
        handed_out = "at-start"
        [taking]
        may_cut_off = true
        back_to_same_spot = true
    """,
    "combined, turned and strict": """
        based_on = "combined"
        id = "turned"
        board = ["connect:1", "select:3", "select:1", "connect:0"]
        hand = 5
        most_players = 5
        [start]
        tie = "youngest"
        [taking]
        may_cut_off = false
        back_to_same_spot = false
        [end]
        going_out = 0
        idle_rounds = 1
    """,
    "select on an open opening": """
        based_on = "select"
        id = "free"
        [opening]
        largest_set = false
        may_trade = true
        [trading]
        draws = "as-many"
    """,
    "connect with action tiles": """
        based_on = "connect"
        id = "busy"
        board = "cross"
        [taking]
        by = "action-tile"
        [action_tiles]
        kinds = ["take", "draw3"]
    """,
}


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", HOUSES)
def test_a_house_rule_is_played_to_the_end(name: str, seats: int, tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    path.write_text(HOUSES[name], "utf-8")
    house = load_edition(path)
    assert isinstance(house, Edition)
    extras = 0
    for seed in range(3):
        last: State | None = None
        used: Counter[object] = Counter()
        for event, last in events_and_states(house, NAMES[:seats], f"{name} {seats} {seed}"):
            accounted(event, last, used)
        assert last is not None
        assert last.edition == house
        ended_by_rule(last)
        extras += used.total()
    assert extras, "nobody took a tile or drew three"


def test_M_VAR_1_without_both_kinds_it_is_the_schmidt_edition() -> None:
    """The same seed, the same players: the same game, tile for tile."""
    bare, schmidt = edition("mini", {"kinds": []}), edition("schmidt")
    games = [
        [event for event, _ in events_and_states(game, NAMES[:3], "same")][1:]
        for game in (bare, schmidt)
    ]
    assert games[0] == games[1]
