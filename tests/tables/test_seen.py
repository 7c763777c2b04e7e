"""Nobody is sent what they may not know, and everybody is sent all that they may."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from qwirkle.errors import Refused
from qwirkle.rules.family import GAMES, AnyTurn, view
from qwirkle.rules.placement.turns import Trade
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.decide import decide
from qwirkle.tables.core.decide.decision import TableDecision
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.evolve import evolve
from qwirkle.tables.core.settings import MINUTE, Clock, SeatPlan
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import SPECTATOR, EventView, SentEvent, Viewer, table_view, viewer_of

from .scene import Scene, device, greedy_turn, many_persons, two_persons, written
from .twins import shown_by, twin_of

CLOCK = Clock("game", 30 * MINUTE)


def shown(table: Table, viewer: Viewer) -> bytes:
    return msgspec.json.encode(table_view(table, viewer, 0))


def news(before: Table, decision: TableDecision) -> list[SentEvent]:
    """What an honest service makes of a decision."""
    told = []
    for event in decision.events:
        after = evolve(before, event, decision.at)
        told.append(SentEvent(event, after, decision.at))
        before = after
    return told


def acted(table: Table, turn: AnyTurn, now: int) -> TableDecision:
    seat = table.to_move
    assert seat is not None
    actor = c.Actor(table.seats[seat].keys[0])
    return decide(table, actor, c.Play(written(turn)), now, None)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_what_is_hidden_changes_not_a_byte(game: str, count: int) -> None:
    """Before an act, in the news of it, and after it."""
    random = Random(f"{game} {count}")
    scene, people = many_persons(count, game, clock=CLOCK)
    scene.do(people[0], c.SetRecovery("t" * 64))
    acts = 0
    while (seat := scene.table.to_move) is not None:
        turn = greedy_turn(view(game_of(scene.table), seat))
        before = scene.table
        scene.now += 1000
        decision = acted(before, turn, scene.now)
        (first, *_) = decision.events
        assert isinstance(first, e.TurnPlayed)
        pair = Viewer((0, count - 1), True)
        for viewer in (*(Viewer((seat,)) for seat in range(count)), pair, SPECTATOR):
            own = seat in viewer.seats
            if own and written(turn).exchange is not UNSET:
                continue  # his new hand comes out of what is hidden
            twin = twin_of(before, viewer, random, shown_by(first.events), draws=own)
            assert shown(twin, viewer) == shown(before, viewer)
            happens = _same_act(twin, turn, seat, own=own)
            other = acted(twin, happens, scene.now)
            ours = [item.for_viewer(viewer) for item in news(before, decision)]
            his = [item.for_viewer(viewer) for item in news(twin, other)]
            if game_of(decision.state).result is None:
                assert his == ours
                assert shown(other.state, viewer) == shown(decision.state, viewer)
                acts += 1
        scene.log += [(event, scene.now) for event in decision.events]
        scene.table = decision.state
    assert acts > 20


def _same_act(twin: Table, turn: AnyTurn, seat: int, *, own: bool) -> AnyTurn:
    """The same to who sees it: of a trade that is the number of tiles."""
    if isinstance(turn, Trade) and not own:
        return Trade(game_of(twin).seats[seat].hand[: len(turn.tiles)], turn.take)
    return turn


def test_the_test_above_can_fail() -> None:
    scene, people = many_persons(3)
    scene.play_on(people, turns=5)
    twin = twin_of(scene.table, Viewer((0,)), Random(1), draws=False)
    assert shown(twin, Viewer((0,))) == shown(scene.table, Viewer((0,)))
    assert shown(twin, Viewer((1,))) != shown(scene.table, Viewer((1,)))
    assert game_of(twin).seats[1].hand != game_of(scene.table).seats[1].hand
    assert twin.seed != scene.table.seed


@pytest.mark.parametrize("game", GAMES)
def test_no_secret_is_ever_said(game: str) -> None:
    scene, people = many_persons(3, game)
    scene.do(people[1], c.SetRecovery("0123456789abcdef" * 4))
    scene.do(people[0], c.React("hello"))
    scene.play_on(people, turns=12)
    scene.do(people[1], c.Resign())
    secrets = [scene.table.seed, "0123456789abcdef" * 4, *(person.key for person in people)]
    told = everything_told(scene, [Viewer((0,), True), Viewer((1,)), SPECTATOR])
    for secret in secrets:
        assert secret.encode() not in told
        assert secret[:12].encode() not in told
    # When it is over the seed is revealed, and nothing else of these.
    scene.play_on(people)
    told = everything_told(scene, [Viewer((0,), True), SPECTATOR])
    assert scene.table.seed.encode() in told
    for secret in secrets[1:]:
        assert secret[:12].encode() not in told


def everything_told(scene: Scene, viewers: list[Viewer]) -> bytes:
    told: list[bytes] = []
    table: Table | None = None
    for event, at in scene.log:
        table = evolve(table, event, at)
        for viewer in viewers:
            told += [SentEvent(event, table, at).for_viewer(viewer), shown(table, viewer)]
    return b"\n".join(told)


@pytest.mark.parametrize("game", GAMES)
def test_who_follows_what_is_told_has_the_view(game: str) -> None:
    """With replacing and adding alone: a page needs to know no rules."""
    scene, people = many_persons(3, game, clock=CLOCK)
    scene.play_on(people, turns=8)
    scene.do(people[2], c.Resign())
    scene.do(people[0], c.CallVote("end"))
    scene.do(people[1], c.Vote(False))
    scene.play_on(people)
    scene.do(people[0], c.Rematch())
    for viewer in (Viewer((0,), True), Viewer((1, 2)), SPECTATOR):
        table = evolve(None, *scene.log[0])
        followed = msgspec.json.decode(shown(table, viewer))
        for event, at in scene.log[1:]:
            table = evolve(table, event, at)
            told = SentEvent(event, table, at).for_viewer(viewer)
            assert msgspec.json.decode(told, type=EventView).seq == table.seq
            merge(followed, msgspec.json.decode(told))
            assert followed == msgspec.json.decode(shown(table, viewer))


def merge(followed: dict[str, Any], told: dict[str, Any]) -> None:
    """Do with the news what a page does."""
    followed["now"], followed["you"] = told["now"], told["you"]
    if told["game"] is not None:
        followed["game"] = {**(followed["game"] or {}), **told["game"]}
    if told["board"] is not None:
        gone = told["board"]["remove"]
        board = [placed for placed in followed["game"]["board"] if placed[:2] not in gone]
        followed["game"]["board"] = sorted(board + told["board"]["add"])


def test_every_kind_of_event_is_told_in_words_of_its_own() -> None:
    assert set(e.AnyTableEvent.__args__) == set(e.TableEvent.__subclasses__())


def test_who_may_look() -> None:
    scene, ann, ben = two_persons(spectators="nobody")
    assert viewer_of(scene.table, ann.key) == Viewer((0,), True)
    assert viewer_of(scene.table, ben.key) == Viewer((1,), False)
    for stranger in (None, device("Eve").key):
        with pytest.raises(Refused) as refusal:
            viewer_of(scene.table, stranger)
        assert refusal.value.reasons == ("no-spectators",)
    scene, _, _ = two_persons()
    assert viewer_of(scene.table, None) == SPECTATOR


def test_the_lobby_is_open_to_whoever_has_the_link() -> None:
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    scene = Scene(c.OpenTable(seats, spectators="nobody"), device("Ann"))
    assert table_view(scene.table, viewer_of(scene.table, None), 0).game is None


def test_several_seats_of_one_device_show_their_hands() -> None:
    ann = device("Ann")
    seats = (SeatPlan("person", "Ann"), SeatPlan("open"), SeatPlan("person", "Cat"))
    scene = Scene(c.OpenTable(seats), ann)
    scene.do(ann, c.Start())
    you = table_view(scene.table, viewer_of(scene.table, ann.key), 0).you
    assert [held.seat for held in you.hands] == [0, 2]
    assert [held.hand for held in you.hands] == [game_of(scene.table).seats[x].hand for x in (0, 2)]
