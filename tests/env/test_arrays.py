"""Arrays against the rules: what is shown is what the view says, and no turn is lost."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from qwirkle.engine.card_games import ChosenCards
from qwirkle.engine.legal import legal_turns
from qwirkle.env.cards import Cards, card_choices, choice_turn
from qwirkle.env.observation import observe
from qwirkle.env.placement import PlacementTable, _sort_tiles
from qwirkle.env.settings import read_settings
from qwirkle.env.table import Table, space_of
from qwirkle.env.tables import new_table
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import GAMES, AnyTurn, AnyView, decide, determinize, view
from qwirkle.rules.placement.turns import Place, Trade
from qwirkle.rules.tiles import Tile

PLACEMENT = tuple(game for game in GAMES if game != "cards")
# What the options change: where a taken tile may go, and who has action tiles from the start.
EDITIONS = [
    *((game, {}) for game in PLACEMENT),
    ("select", {"same-spot": False}),
    ("mini", {"handed-out": "at-start"}),
]


def table_of(game: str, actions: str, players: int = 2, **settings: object) -> Table:
    options = settings.pop("options", None)
    return new_table(read_settings(game, players, options, actions=actions, **settings))  # type: ignore[arg-type]


def played(table: Table, seed: str) -> Iterator[Table]:
    """The table before every action of a game of random actions."""
    random = Random(seed)
    table.begin(seed)
    while (seat := table.turn) is not None:
        yield table
        legal = np.flatnonzero(table.mask(seat))
        assert table.step(int(random.choice(list(legal))))
    yield table


def turns_of(table: Table) -> list[AnyTurn]:
    """The turns so far, as the rules know them: cards are laid when somebody looks."""
    assert table.state.turns_played <= len(table._turns)
    return [turn for turn in table._turns if not isinstance(turn, ChosenCards)]


@pytest.mark.parametrize(("game", "wrong"), [("classic", Exchange()), ("cards", Trade((Tile.Ro,)))])
def test_a_value_that_is_no_turn_of_the_game_has_no_actions(game: str, wrong: AnyTurn) -> None:
    table = table_of(game, "tiles")
    table.begin("wrong")
    for value in (wrong, None, "pass"):
        with pytest.raises(TypeError, match=r"^not a turn of"):
            table.encode(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("actions", ["list", "tiles"])
@pytest.mark.parametrize(("game", "options"), EDITIONS, ids=str)
def test_the_core_shows_what_the_view_says(
    game: str, options: dict[str, object], actions: str
) -> None:
    players = 2 + len(game) % 3
    table = table_of(game, actions, players, options=options, window=20)
    assert isinstance(table, PlacementTable)
    space = space_of(table.extents)
    for number, here in enumerate(played(table, f"show/{game}")):
        if number % 6 or table.game.put_down() or table.game.core.aside_so_far():
            continue
        for seat in range(players):
            seen, expected = here.observe(seat), observe(here.view(seat), 20)
            for name, array in expected.items():
                assert np.array_equal(seen[name], array), (number, seat, name)
            assert space.contains(seen)


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_depends_on_the_view_alone(game: str) -> None:
    """Two states that give a seat the same view give it the same observation."""
    table = table_of(game, "list")
    for number, here in enumerate(played(table, f"hidden/{game}")):
        if number % 13 or here.turn is None:
            continue
        seen = here.view(here.turn)
        other = determinize(seen, SeedDealer(number))
        assert other != here.state, "something hidden has changed"
        expected = observe(view(other, here.turn))
        shown = here.observe(here.turn)
        for name, array in expected.items():
            assert np.array_equal(shown[name], array), (number, name)


def canonical(turn: AnyTurn, seen: AnyView) -> object:
    """A turn as a value that does not depend on the order of its tiles."""
    if isinstance(turn, Place | Trade):
        return _sort_tiles(turn)
    if isinstance(turn, Play):
        assert isinstance(seen, CardsView)
        lying = [card for cards in seen.table for card in cards]
        played = [card for cards in turn.after for card in cards]
        for card in lying:
            played.remove(card)
        return tuple(sorted(played))
    return turn


@pytest.mark.parametrize(("game", "options"), [*EDITIONS, ("cards", {})], ids=str)
def test_by_turns_every_legal_turn_is_listed_once(game: str, options: dict[str, object]) -> None:
    table = table_of(game, "list", options=options, listed=8192)
    for number, here in enumerate(played(table, f"list/{game}")):
        if here.turn is None or (number % 11 and number > 2):
            continue
        seen = here.view(here.turn)
        mask = here.mask(here.turn)
        listed = [here.decode(int(action)) for action in np.flatnonzero(mask)]
        found = [canonical(turn, seen) for turn in listed if turn is not None]
        assert len(set(found)) == len(found) == len(listed)
        legal = {canonical(turn, seen) for turn in legal_turns(seen)}
        assert set(found) == legal
        for turn in listed[:: max(1, len(listed) // 8)]:
            assert turn is not None
            decide(here.state, here.turn, turn, SeedDealer(0))
            assert here.decode(here.encode(turn)[0]) == turn


@pytest.mark.parametrize(("game", "options"), EDITIONS, ids=str)
def test_by_tiles_every_legal_turn_can_be_made(game: str, options: dict[str, object]) -> None:
    random = Random(game)
    table, copy = (table_of(game, "tiles", options=options) for _ in range(2))
    assert isinstance(table, PlacementTable)
    checked: set[type] = set()
    for number, here in enumerate(played(table, f"tiles/{game}")):
        if here.turn is None or table.game.put_down() or table.game.core.aside_so_far():
            continue
        turns = list(legal_turns(here.view(here.turn)))
        turn = random.choice([legal for legal in turns if isinstance(legal, Place)] or turns)
        for wanted in (turn, random.choice(turns)):
            checked.add(type(wanted))
            copy.begin(here.seed)
            for earlier in turns_of(here):
                copy.play(earlier)
            *before, last = copy.encode(wanted)
            for action in before:
                assert copy.decode(action) is None
                assert copy.step(action), (number, wanted)
            seen = copy.view(0)
            assert canonical(copy.decode(last), seen) == canonical(wanted, seen)  # type: ignore[arg-type]
            assert copy.step(last), (number, wanted)
            expected = decide(here.state, here.turn, wanted, SeedDealer(here.seed)).state
            assert copy.scores == [seat.score for seat in expected.seats]  # type: ignore[union-attr]
        if number > 70:
            break
    assert {Place, Trade} <= checked


def test_card_by_card_every_choice_can_be_made() -> None:
    random = Random(1)
    table, copy = (table_of("cards", "tiles") for _ in range(2))
    checked = 0
    for here in played(table, "by card"):
        if here.turn is None or len(here._turns) % 3 or any(here.game.core.aside_so_far()):
            continue
        seen = here.view(here.turn)
        assert isinstance(seen, CardsView)
        choices = card_choices(seen)
        some: list[Cards | None] = [*random.sample(choices, min(3, len(choices)))]
        for cards in some or [None]:
            wanted = choice_turn(seen, cards)
            copy.begin(here.seed)
            for earlier in turns_of(here):
                copy.play(earlier)
            *before, last = copy.encode(wanted)
            random.shuffle(before)
            assert len(before) == len(cards or ())
            for action in before:
                assert copy.step(action)
            assert copy.decode(last) == wanted
            assert copy.step(last)
            assert copy.state == decide(here.state, here.turn, wanted, SeedDealer(here.seed)).state
            checked += len(before)
    assert checked > 20


@pytest.mark.parametrize("actions", ["list", "tiles"])
@pytest.mark.parametrize("game", GAMES)
def test_every_action_is_a_legal_turn(game: str, actions: str) -> None:
    """The referee judges what random actions did, from the first turn to the last."""
    table = table_of(game, actions, 3)
    *_, last = played(table, f"judged/{game}")
    assert last.state.result is not None
    assert last.scores == list(last.state.result.scores)


def test_the_longest_lists_keep_the_most_points() -> None:
    small, large = (
        table_of("connect", "list", listed=70),
        table_of("connect", "list", listed=8192),
    )
    for table in (small, large):
        table.begin("long")
    features = {id(table): table.observe(table.turn or 0)["turns"] for table in (small, large)}
    points = np.sort(features[id(large)][:, 1])[::-1]
    placements = features[id(large)][:, 0] == 0
    assert np.count_nonzero(points) > 70, "more placements than the list has room for"
    assert np.array_equal(np.sort(features[id(small)][:, 1])[::-1], points[:70])
    assert placements.any()
    assert small.game.core.left_out > 0
