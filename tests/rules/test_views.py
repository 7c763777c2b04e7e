"""Nobody learns what he may not know: not from a view, not from an event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from qwirkle.rules.editions.placement import edition
from qwirkle.rules.placement import events as e
from qwirkle.rules.placement.decide import begin
from qwirkle.rules.placement.state import Seat, Special, State
from qwirkle.rules.placement.view import view
from qwirkle.rules.sets import largest_set_size
from qwirkle.rules.tiles import KINDS, Tile

from .play import CONFIGURATIONS, played
from .table import NAMES, Stacked, frozen

every_configuration = pytest.mark.parametrize(("game", "seats"), CONFIGURATIONS)
CODES = {tile.value for tile in KINDS}


def redeal(state: State, seat: int | None, random: Random) -> State:
    """The same game for this seat, with everything it cannot know dealt again."""
    hidden = [piece for piece in (*state.pile, *state.aside) if isinstance(piece, Tile)]
    for number, sitter in enumerate(state.seats):
        if number != seat:
            hidden += sitter.hand
    random.shuffle(hidden)

    def some(count: int) -> tuple[Tile, ...]:
        return tuple(hidden.pop() for _ in range(count))

    def other(number: int, sitter: Seat) -> Seat:
        return sitter if number == seat else replace(sitter, hand=some(len(sitter.hand)))

    return replace(
        state,
        seats=tuple(other(number, sitter) for number, sitter in enumerate(state.seats)),
        pile=tuple(piece if isinstance(piece, Special) else hidden.pop() for piece in state.pile),
        aside=some(len(state.aside)),
    )


@every_configuration
def test_a_view_does_not_depend_on_what_is_hidden(game: str, seats: int) -> None:
    random = Random(7)
    for _, state in played(game, seats, 1)[1::5]:
        for seat in (*range(seats), None):
            other = redeal(state, seat, random)
            assert frozen(view(other, seat)) == frozen(view(state, seat))


def test_the_test_above_can_fail() -> None:
    """Redealing does change the game, and views do depend on what is known."""
    state = played("classic", 3, 1)[40].state
    other = redeal(state, 0, Random(7))
    assert frozen(other) != frozen(state)
    assert frozen(view(other, 1)) != frozen(view(state, 1))
    for number in (1, 2):
        assert len(other.seats[number].hand) == len(state.seats[number].hand)
    unseen = [
        Counter((*twin.pile, *twin.seats[1].hand, *twin.seats[2].hand)) for twin in (state, other)
    ]
    assert unseen[0] == unseen[1]


@every_configuration
def test_a_view_says_what_everybody_sees(game: str, seats: int) -> None:
    for _, state in played(game, seats, 2)[1::9]:
        for seat in (*range(seats), None):
            seen = view(state, seat)
            assert seen.hand == (() if seat is None else state.seats[seat].hand)
            assert seen.board == state.board
            assert seen.bag == len(state.pile)
            assert [(player.name, player.score, player.tiles) for player in seen.players] == [
                (player.name, player.score, len(player.hand)) for player in state.seats
            ]
            assert (seen.turn, seen.last, seen.result) == (state.turn, state.last, state.result)
            assert seen.demands() == state.demands()
            assert (seen.game, seen.options) == (game, {})


def test_a_spectator_sees_no_hand() -> None:
    """Before the first placement the only tiles there are lie in hands and in the bag."""
    start = [step for step in played("classic", 4, 1) if not step.state.board][-1].state
    assert not CODES & set(texts(start_of(start, None)))
    assert CODES & set(texts(start_of(start, 0)))


def start_of(state: State, seat: int | None) -> object:
    return msgspec.json.decode(frozen(view(state, seat)))


def texts(thing: object) -> Iterator[str]:
    """Every text in a JSON value, keys included."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, value in thing.items():
            yield key
            yield from texts(value)
    elif isinstance(thing, list):
        for value in thing:
            yield from texts(value)


@every_configuration
def test_an_event_shows_tiles_only_to_who_may_see_them(game: str, seats: int) -> None:
    shown = {e.TilesPlaced, e.TableLaid, e.Took}
    own = {e.Drew, e.PutAside}
    for event, _ in played(game, seats, 3):
        for seat in (*range(seats), None):
            seen = event.seen_by(seat)
            assert type(seen) is type(event)
            tiles = CODES & set(texts(msgspec.json.decode(msgspec.json.encode(seen))))
            if type(event) in own and getattr(event, "seat", None) == seat:
                assert seen == event
                assert tiles
            elif type(event) not in shown:
                assert not tiles, (type(event), seat)


def test_which_events_have_something_to_hide() -> None:
    """A new event with a private field must be thought of here."""
    hiding = {kind.__name__ for kind in e.AnyEvent.__args__ if "seen_by" in vars(kind)}
    assert hiding == {"PositionSetUp", "BagFilled", "Drew", "PutAside", "GivenBack"}
    pile = tuple(KINDS)
    assert e.BagFilled(36, pile).seen_by(0) == e.BagFilled(36, None)
    assert e.GivenBack(1, 2, pile).seen_by(1) == e.GivenBack(1, 2, None)
    assert e.Drew(1, 2, pile[:2]).seen_by(1) == e.Drew(1, 2, pile[:2])
    assert e.Drew(1, 2, pile[:2]).seen_by(None) == e.Drew(1, 2, None)
    assert e.PutAside(1, 2, pile[:2]).seen_by(0) == e.PutAside(1, 2, None)


def test_two_deals_that_a_seat_cannot_tell_apart_look_the_same_to_it() -> None:
    mine = "Ro Rx Gd Bs Yb Pc"
    first = Stacked(mine, "Go Gx Bd Ys Pb Rc", rest="Oo Ox")
    second = Stacked(mine, "Yo Yx Pd Os Gb Bc", rest="Rd Rs")
    games = [begin(edition("classic"), NAMES[:2], dealer).events for dealer in (first, second)]
    sizes = {largest_set_size(dealer.bag[6:12]) for dealer in (first, second)}
    assert sizes == {2}
    for seat, same in ((0, True), (None, True), (1, False)):
        seen = [[msgspec.json.encode(event.seen_by(seat)) for event in game] for game in games]
        assert (seen[0] == seen[1]) is same
