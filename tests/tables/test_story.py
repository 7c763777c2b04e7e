"""The whole story: what followers are sent from the first event on, and all hands at the end."""

from __future__ import annotations

import msgspec
import pytest

from qwirkle.rules.family import GAMES, view
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.events import write_event
from qwirkle.tables.core.evolve import fold_table
from qwirkle.tables.core.views import SPECTATOR, Viewer
from qwirkle.tables.live.cache import sent_between
from qwirkle.tables.live.timeline import Timeline, timeline_of
from qwirkle.tables.storage.ports import Stored

from .scene import Scene, many_persons

VIEWERS = [Viewer((0,), host=True), Viewer((1,)), Viewer((0, 1)), SPECTATOR]


def stored(scene: Scene) -> list[Stored]:
    return [Stored(seq, at, write_event(event)) for seq, (event, at) in enumerate(scene.log, 1)]


def told(scene: Scene, viewer: Viewer) -> Timeline:
    body = b"".join(timeline_of(scene.table, stored(scene), viewer))
    return msgspec.json.decode(body, type=Timeline)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_it_is_what_followers_are_told(viewer: Viewer) -> None:
    scene, people = many_persons(2, "classic")
    scene.play_on(people, turns=9)
    rows = stored(scene)
    body = msgspec.json.decode(b"".join(timeline_of(scene.table, rows, viewer)))
    news = sent_between(rows, 0, len(rows))
    assert body["events"] == [msgspec.json.decode(item.for_viewer(viewer)) for item in news]
    assert (body["table"], body["seq"]) == (scene.table.id, len(rows))


@pytest.mark.parametrize("game", GAMES)
def test_a_running_game_shows_the_own_hands_alone(game: str) -> None:
    scene, people = many_persons(3, game)
    scene.play_on(people, turns=7)
    for viewer in VIEWERS:
        story = told(scene, viewer)
        assert story.hands is None
        for event in story.events:
            assert event.now.seed is None
            assert {hand.seat for hand in event.you.hands} <= set(viewer.seats)
            assert event.game is None or event.game.hand == ()


def test_a_spectator_is_told_no_hand_and_no_seed() -> None:
    scene, people = many_persons(2, "classic")
    scene.play_on(people, turns=4)
    text = b"".join(timeline_of(scene.table, stored(scene), SPECTATOR)).decode()
    for seat in game_of(scene.table).seats:
        codes = [tile.value for tile in seat.hand]
        assert ",".join(f'"{code}"' for code in codes) not in text
    assert scene.table.seed not in text


@pytest.mark.parametrize("game", GAMES)
def test_the_end_shows_all_hands_at_every_moment(game: str) -> None:
    scene, people = many_persons(2, game)
    scene.play_on(people)
    assert scene.table.phase == "ended"
    story = told(scene, SPECTATOR)
    assert story.hands is not None
    assert len(story.hands) == len(story.events) == len(scene.log)
    for count in range(1, len(scene.log) + 1, 9):
        state = fold_table(scene.log[:count])
        wanted: tuple[tuple[str, ...], ...] = ()
        if state.game is not None:
            seats = range(len(state.seats))
            wanted = tuple(tuple(t.value for t in view(state.game, seat).hand) for seat in seats)
        assert story.hands[count - 1] == wanted
    # The score of every moment is there for a chart.
    scores = [[player.score for player in e.game.players] for e in story.events if e.game]
    assert scores[0] == [0, 0]
    assert scores[-1] == list(scene.table.ended.scores if scene.table.ended else ())
