"""Taking back a turn: who may, what follows, and that the deal stays the one of the seed."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from qwirkle.engine.legal import legal_turns
from qwirkle.notation import check_record, read_record
from qwirkle.protocol.shapes.turns import AskedTurn
from qwirkle.rules.family import GAMES, view
from qwirkle.tables.admin.audit import BadTable, check_table
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.clocks import deadline
from qwirkle.tables.core.decide import takebacks
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.decide.guards import VOTE_PAUSE
from qwirkle.tables.core.evolve import TableFold, evolve
from qwirkle.tables.core.settings import MINUTE, SECOND, Clock, SeatPlan
from qwirkle.tables.core.standings import is_rated
from qwirkle.tables.core.state import Table
from qwirkle.tables.core.views import SPECTATOR, SentEvent, Viewer, now_view, table_view
from qwirkle.tables.live.bots import _earlier_turns
from qwirkle.tables.live.records import record_text
from qwirkle.tables.live.timeline import Timeline, timeline_of
from qwirkle.tables.storage.ports import Stored

from .clients import Process, person, run
from .scene import (
    Scene,
    any_turn,
    asked,
    device,
    frozen,
    many_persons,
    to_move,
    two_persons,
    written,
)
from .test_seen import merge

PER_GAME = Clock("game", 2 * MINUTE, 5 * SECOND)


def stored(scene: Scene) -> list[Stored]:
    return [Stored(seq, at, e.write_event(event)) for seq, (event, at) in enumerate(scene.log, 1)]


def against_bots(game: str = "classic", bots: int = 2, **more: object) -> tuple[Scene, c.Actor]:
    """Ann alone against bots."""
    ann = device("Ann")
    seats = (SeatPlan("person", "Ann"), *(SeatPlan("bot", bot="random") for _ in range(bots)))
    scene = Scene(c.OpenTable(seats, game, **more), ann)  # type: ignore[arg-type]
    scene.do(ann, c.Start())
    return scene, ann


def bots_play(scene: Scene) -> None:
    """Let bots play until it is a person's turn."""
    while (seat := scene.table.to_move) is not None and scene.table.seats[seat].kind == "bot":
        game = game_of(scene.table)
        turn = any_turn(view(game, seat))
        scene.do(None, c.BotPlays(seat, turn, game.seq, len(scene.table.taken_back)))


def play(scene: Scene, actor: c.Actor) -> None:
    seat = scene.table.to_move
    assert seat is not None
    turns = map(written, legal_turns(view(game_of(scene.table), seat)))
    scene.do(actor, c.Play(next(turn for turn in turns if turn.draw3 is UNSET)))


# Alone against bots


@pytest.mark.parametrize("game", GAMES)
def test_alone_a_turn_goes_back_at_once_with_those_of_the_bots(game: str) -> None:
    scene, ann = against_bots(game)
    bots_play(scene)
    before = game_of(scene.table)
    play(scene, ann)
    bots_play(scene)
    decision = scene.do(ann, c.TakeBack())
    (event,) = decision.events
    assert isinstance(event, e.TurnsTakenBack)
    assert event.seat == 0
    assert frozen(game_of(scene.table)) == frozen(before)
    assert scene.table.to_move == 0
    assert scene.table.taken_back == (before.turns_played + 1,)


def test_alone_any_number_of_turns_can_be_taken_back() -> None:
    scene, ann = against_bots()
    bots_play(scene)
    games = []
    for _ in range(4):
        games.append(game_of(scene.table))
        play(scene, ann)
        bots_play(scene)
    for earlier in reversed(games):
        scene.do(ann, c.TakeBack())
        assert frozen(game_of(scene.table)) == frozen(earlier)
    assert scene.refusal(ann, c.TakeBack()) == ("nothing-to-take-back",)


def test_a_turn_can_be_taken_back_while_the_bot_still_thinks() -> None:
    scene, ann = against_bots(bots=1)
    bots_play(scene)
    before = game_of(scene.table)
    play(scene, ann)
    thinking = game_of(scene.table)
    turn = any_turn(view(thinking, 1))
    scene.do(ann, c.TakeBack())
    assert frozen(game_of(scene.table)) == frozen(before)
    late = c.BotPlays(1, turn, thinking.seq)
    assert scene.refusal(None, late) == ("stale",)
    # The game may come to the same moment again, but it may be another game by then.
    play(scene, ann)
    assert game_of(scene.table).seq == thinking.seq
    assert scene.refusal(None, late) == ("stale",)
    scene.do(None, c.BotPlays(1, turn, thinking.seq, 1))


def test_pass_and_play_needs_nobody_else() -> None:
    ann = device("Ann")
    seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Bob"))
    scene = Scene(c.OpenTable(seats), ann)
    scene.do(ann, c.Start())
    dealt = game_of(scene.table)
    play(scene, ann)
    second = game_of(scene.table)
    play(scene, ann)
    scene.do(ann, c.TakeBack())
    assert frozen(game_of(scene.table)) == frozen(second)
    scene.do(ann, c.TakeBack())
    assert frozen(game_of(scene.table)) == frozen(dealt)


def test_an_act_before_the_turn_is_taken_back_alone() -> None:
    scene, ann = against_bots("mini", bots=1, options={"handed-out": "at-start"})
    bots_play(scene)
    play(scene, ann)
    bots_play(scene)
    before = game_of(scene.table)
    scene.do(ann, c.Play(asked({"draw3": True})))
    scene.do(ann, c.TakeBack())
    assert frozen(game_of(scene.table)) == frozen(before)
    scene.do(ann, c.TakeBack())
    assert game_of(scene.table).turns_played < before.turns_played


def test_the_number_of_times_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(takebacks, "MAX_TAKEN_BACK", 2)
    scene, ann = against_bots(bots=1)
    for _ in range(2):
        bots_play(scene)
        play(scene, ann)
        scene.do(ann, c.TakeBack())
    play(scene, ann)
    assert scene.refusal(ann, c.TakeBack()) == ("too-often",)


# With other people


def test_the_others_are_asked() -> None:
    scene, (ann, ben, cem) = three(turns=3)
    asking = last_to_play(scene, [ann, ben, cem])
    (seat,) = scene.table.held_by(asking.key)
    others = [person for person in (ann, ben, cem) if person is not asking]
    before = len(scene.table.played)
    scene.do(asking, c.TakeBack())
    vote = scene.table.vote
    assert vote is not None
    assert (vote.about, vote.agreed, vote.seat) == ("take-back", (seat,), seat)
    scene.do(others[0], c.Vote(True))
    assert len(scene.table.played) == before
    scene.do(others[1], c.Vote(True))
    assert len(scene.table.played) == before - 1
    assert scene.table.to_move == seat
    assert scene.table.vote is None


def test_a_single_no_is_the_end_of_it() -> None:
    scene, people = three(turns=3)
    asking = last_to_play(scene, people)
    other = next(person for person in people if person is not asking)
    before = frozen(game_of(scene.table))
    scene.do(asking, c.TakeBack())
    scene.do(other, c.Vote(False))
    assert scene.table.vote is None
    assert frozen(game_of(scene.table)) == before
    scene.now += VOTE_PAUSE
    assert scene.refusal(asking, c.TakeBack()) == ("declined",)
    assert now_view(scene.table).may_take_back == ()
    # It was about this turn only.
    scene.play_on(people, turns=3)
    scene.do(asking, c.TakeBack())


def test_the_one_who_asks_may_withdraw_and_ask_again() -> None:
    scene, people = three(turns=3)
    asking = last_to_play(scene, people)
    scene.do(asking, c.TakeBack())
    scene.do(asking, c.Vote(False))
    assert scene.refusal(asking, c.TakeBack()) == ("too-often",)
    scene.now += VOTE_PAUSE
    scene.do(asking, c.TakeBack())
    assert scene.table.vote is not None


def test_the_request_ends_with_the_next_turn() -> None:
    scene, people = three(turns=3)
    asking = last_to_play(scene, people)
    scene.do(asking, c.TakeBack())
    scene.play_on(people, turns=1)
    assert scene.table.vote is None
    assert scene.refusal(asking, c.TakeBack()) == ("nothing-to-take-back",)


def test_only_the_last_turn_and_only_whoever_played_it() -> None:
    scene, people = three(turns=0)
    assert scene.refusal(people[0], c.TakeBack()) == ("nothing-to-take-back",)
    scene.play_on(people, turns=3)
    asking = last_to_play(scene, people)
    for person_ in people:
        if person_ is not asking:
            assert scene.refusal(person_, c.TakeBack()) == ("nothing-to-take-back",)
    assert scene.refusal(device("Eve"), c.TakeBack()) == ("not-seated",)
    shown = now_view(scene.table)
    assert shown.may_take_back == scene.table.held_by(asking.key)


def test_a_bot_between_people_agrees_and_its_turn_goes_back_too() -> None:
    ann, ben = device("Ann"), device("Ben")
    seats = (SeatPlan("person", "Ann"), SeatPlan("bot", bot="random"), SeatPlan("person"))
    scene = Scene(c.OpenTable(seats), ann)
    scene.do(ben, c.Sit("Ben"))
    scene.do(ann, c.Start())
    bots_play(scene)
    while scene.table.to_move != 0:
        play(scene, to_move(scene, [ann, ben]))
        bots_play(scene)
    before = frozen(game_of(scene.table))
    play(scene, ann)
    scene.do(ann, c.TakeBack())
    bots_play(scene)
    assert scene.table.vote is not None
    scene.do(ben, c.Vote(True))
    assert frozen(game_of(scene.table)) == before


def test_not_beyond_somebody_who_left() -> None:
    scene, people = three(turns=6)
    leaving = to_move(scene, people)
    asking = last_to_play(scene, people)
    scene.do(leaving, c.Resign())
    assert scene.refusal(asking, c.TakeBack()) == ("nothing-to-take-back",)


def test_not_when_the_game_is_over() -> None:
    scene, ann, ben = two_persons()
    assert scene.refusal(ann, c.Vote(True)) == ("no-vote",)
    scene.play_on([ann, ben])
    assert scene.refusal(ann, c.TakeBack()) == ("table-ended",)
    assert now_view(scene.table).may_take_back == ()


def test_the_table_is_no_longer_rated() -> None:
    ann, ben = device("Ann", "ann"), device("Ben", "ben")
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    scene = Scene(c.OpenTable(seats, hints=False), ann)
    scene.do(ben, c.Sit("Ben"))
    scene.do(ann, c.Start())
    scene.play_on([ann, ben], turns=4)
    assert is_rated(scene.table)
    asking = last_to_play(scene, [ann, ben])
    scene.do(asking, c.TakeBack())
    assert is_rated(scene.table)  # nobody has agreed yet
    scene.do(ben if asking is ann else ann, c.Vote(True))
    assert not is_rated(scene.table)
    scene.play_on([ann, ben])
    assert scene.table.ended is not None
    assert not is_rated(scene.table)


# Clocks


def test_the_clock_has_what_it_had_before_the_turn() -> None:
    scene, ann = against_bots(bots=1, clock=PER_GAME)
    bots_play(scene)
    scene.now += 20 * SECOND
    play(scene, ann)
    bots_play(scene)
    assert scene.table.seats[0].left_ms == 105 * SECOND
    scene.now += 30 * SECOND
    play(scene, ann)
    assert scene.table.seats[0].left_ms == 80 * SECOND
    scene.do(ann, c.TakeBack())
    assert scene.table.seats[0].left_ms == 105 * SECOND
    assert deadline(scene.table) == scene.now + 105 * SECOND
    scene.do(ann, c.TakeBack())
    assert scene.table.seats[0].left_ms == 2 * MINUTE


def test_a_turn_that_the_clock_played_counts_as_missed_no_more() -> None:
    scene, ann = against_bots(bots=1, clock=Clock("turn", 30 * SECOND))
    bots_play(scene)
    scene.now += 30 * SECOND
    scene.do(None, c.Tick())
    assert scene.table.seats[0].missed == 1
    scene.do(ann, c.TakeBack())
    assert scene.table.seats[0].missed == 0
    assert deadline(scene.table) == scene.now + 30 * SECOND


# The deal, the record, the audit


@settings(max_examples=40, deadline=None)
@given(
    game=st.sampled_from(GAMES), turns=st.integers(0, 25), back=st.integers(1, 4), lot=st.integers()
)
def test_the_same_turns_again_give_the_same_game(
    game: str, turns: int, back: int, lot: int
) -> None:
    random = Random(lot)
    ann = device("Ann")
    seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Bob"))
    scene = Scene(c.OpenTable(seats, game), ann, f"{lot}")
    scene.do(ann, c.Start())
    for _ in range(turns + back):
        if scene.table.to_move is None:
            return
        turn = random.choice(
            list(legal_turns(view(game_of(scene.table), scene.table.to_move)))[:50]
        )
        scene.do(ann, c.Play(written(turn)))
    if scene.table.to_move is None:
        return
    after = game_of(scene.table)
    taken: list[e.TurnPlayed] = []
    while len(taken) < back and scene.table.played:
        events = turns_that_count(scene)
        (event,) = scene.do(ann, c.TakeBack()).events
        assert isinstance(event, e.TurnsTakenBack)
        taken[:0] = events[-event.count :]
        check_table(stored(scene))
    for played in taken:
        scene.do(ann, c.Play(turn_of(played, game_of(scene.table).family)))
    assert frozen(game_of(scene.table)) == frozen(after)
    check_table(stored(scene))


def turns_that_count(scene: Scene) -> list[e.TurnPlayed]:
    """What was played and not taken back."""
    played: list[e.TurnPlayed] = []
    for event, _ in scene.log:
        if isinstance(event, e.TurnPlayed):
            played.append(event)
        elif isinstance(event, e.TurnsTakenBack):
            del played[-event.count :]
    return played


def turn_of(played: e.TurnPlayed, family: str) -> AskedTurn:
    """The turn that was played, from its events."""
    turn: dict[str, Any] = {}
    for event in played.events:
        match type(event).__name__:
            case "TilesPlaced":
                turn["place"] = [[x, y, tile.value] for x, y, tile in event.tiles]  # type: ignore[union-attr]
            case "PutAside":
                turn["trade"] = [tile.value for tile in event.tiles]  # type: ignore[union-attr]
            case "Took":
                turn["take"] = list(event.tile.cell)  # type: ignore[union-attr]
            case "DrewThree":
                turn["draw3"] = True
            case "Passed":
                turn["pass"] = True
            case "CardsPlayed":
                turn["after"] = [[card.value for card in cards] for cards in event.after]  # type: ignore[union-attr]
            case "HandReturned":
                turn["exchange"] = True
    assert turn, family
    return asked(turn)


@pytest.mark.parametrize("game", GAMES)
def test_the_record_says_so_and_its_deal_is_right(game: str) -> None:
    scene, people = three(game, turns=3)
    asking = last_to_play(scene, people)
    scene.do(asking, c.TakeBack())
    for other in people:
        if other is not asking:
            scene.do(other, c.Vote(True))
    running = read_record(record_text(scene.table, stored(scene), 0))
    assert running.header("Taken-Back") == "3"
    assert len({entry.number for entry in running.entries}) == 2
    scene.play_on(people)
    ended = read_record(record_text(scene.table, stored(scene), None))
    assert ended.header("Taken-Back") == "3"
    assert check_record(ended).result is not None
    assert frozen(check_table(stored(scene))) == frozen(scene.table)


def test_the_record_of_a_game_without_second_thoughts_says_nothing() -> None:
    scene, _ = three(turns=3)
    assert "Taken-Back" not in record_text(scene.table, stored(scene), 0)


def test_more_than_was_played_cannot_be_taken_back() -> None:
    scene, ann = against_bots(bots=1)
    bots_play(scene)
    play(scene, ann)
    scene.do(ann, c.TakeBack())
    rows = stored(scene)
    body = rows[-1].body.replace(b'"count":1', b'"count":9')
    assert body != rows[-1].body
    with pytest.raises(BadTable, match="only turns that were played"):
        check_table([*rows[:-1], Stored(rows[-1].seq, rows[-1].at, body)])


# What is seen


@pytest.mark.parametrize("game", GAMES)
def test_followers_have_the_view_after_it(game: str) -> None:
    scene, people = three(game, turns=5)
    viewers = [Viewer((0,), True), Viewer((1,)), SPECTATOR]
    seen = [
        msgspec.json.decode(msgspec.json.encode(table_view(scene.table, v, 0))) for v in viewers
    ]
    asking = last_to_play(scene, people)
    decisions = [scene.do(asking, c.TakeBack())]
    decisions += [scene.do(p, c.Vote(True)) for p in people if p is not asking]
    assert scene.table.taken_back
    for decision in decisions:
        for event, state in zip(decision.events, decision.states, strict=True):
            for body, viewer in zip(seen, viewers, strict=True):
                merge(body, msgspec.json.decode(SentEvent(event, state, 0).for_viewer(viewer)))
    for body, viewer in zip(seen, viewers, strict=True):
        whole = msgspec.json.decode(msgspec.json.encode(table_view(scene.table, viewer, 0)))
        assert body == whole


@pytest.mark.parametrize("game", GAMES)
def test_nobody_else_learns_what_was_drawn(game: str) -> None:
    """Whatever the taken-back turn drew, others are told the same, to the byte."""
    told: set[bytes] = set()
    for lot in range(3):
        scene, people = three(game, turns=2)
        asking = last_to_play(scene, people)
        (seat,) = scene.table.held_by(asking.key)
        table = with_other_draw(scene.table, seat, Random(lot))
        event = e.TurnsTakenBack(seat, 1)
        after = evolve(table, event, scene.now, TableFold.of(scene.log).game_before(1))
        others = tuple(which for which in range(3) if which != seat)
        told.add(SentEvent(event, after, 0).for_viewer(Viewer(others)))
    assert len(told) == 1


def with_other_draw(table: Table, seat: int, random: Random) -> Table:
    """The same table, at which the last turn of a seat has drawn other tiles."""
    game = game_of(table)
    hand = list(game.seats[seat].hand)
    random.shuffle(hand)
    seats = list(game.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], hand=tuple(hand[:-1] + hand[:1]))
    return msgspec.structs.replace(table, game=msgspec.structs.replace(game, seats=tuple(seats)))


def test_a_story_tells_what_was_taken_back_as_it_was_seen() -> None:
    scene, people = three(turns=3)
    asking = last_to_play(scene, people)
    (seat,) = scene.table.held_by(asking.key)
    scene.do(asking, c.TakeBack())
    for other in people:
        if other is not asking:
            scene.do(other, c.Vote(True))
    body = b"".join(timeline_of(scene.table, stored(scene), SPECTATOR))
    story = msgspec.json.decode(body, type=Timeline)
    assert [type(event.event).__name__ for event in story.events][-1] == "TurnsTakenBackSeen"
    assert story.events[-1].game is not None
    assert story.events[-1].now.turn == seat
    assert all(event.you.hands == () for event in story.events)


def test_a_bot_made_again_has_not_seen_what_was_taken_back() -> None:
    scene, ann = against_bots(bots=1)
    bots_play(scene)
    for _ in range(3):
        play(scene, ann)
        bots_play(scene)
    before = _earlier_turns(stored(scene), 1)
    scene.do(ann, c.TakeBack())
    after = _earlier_turns(stored(scene), 1)
    assert len(after) == len(before) - 1
    assert [frozen(seen) for seen in after] == [frozen(seen) for seen in before[:-1]]


# In a service


def test_bots_play_on_after_it() -> None:
    """The moment that a bot played at before comes again, and is not taken for a repeat."""

    async def scene() -> None:
        process, ann = Process(), person("Ann")
        seats = (SeatPlan("person", "Ann"), SeatPlan("bot", bot="greedy"))
        table = (await process.tables.open(ann, c.OpenTable(seats), "open")).table
        await process.do(table, ann, c.Start())
        await process.scheduler.wait_idle()
        for _ in range(3):
            await process.play_turn(table, [ann])
            await process.scheduler.wait_idle()
            after = await process.tables.current(table)
            assert after.to_move == 0
            await process.do(table, ann, c.TakeBack())
            await process.play_turn(table, [ann])
            await process.scheduler.wait_idle()
            again = await process.tables.current(table)
            assert again.to_move == 0
            # The same turns again: the bot has seen the same and answers the same.
            assert frozen(again.game) == frozen(after.game)
        await process.leave()

    run(scene)


def test_another_process_goes_on_from_there() -> None:
    async def scene() -> None:
        first = Process()
        second = Process(first.store, first.bus)
        ann = person("Ann")
        seats = (SeatPlan("person", "Ann"), SeatPlan("person", "Bob"))
        table = (await first.tables.open(ann, c.OpenTable(seats), "open")).table
        await first.do(table, ann, c.Start())
        await first.play_turn(table, [ann])
        known = await second.tables.current(table)
        await first.do(table, ann, c.TakeBack())
        assert known.played
        caught_up = await second.tables.current(table)
        assert frozen(caught_up) == frozen(await first.tables.current(table))
        assert not caught_up.played
        await first.leave()
        await second.leave()

    run(scene)


def three(game: str = "classic", turns: int = 0) -> tuple[Scene, list[c.Actor]]:
    scene, people = many_persons(3, game)
    scene.play_on(people, turns=turns)
    return scene, people


def last_to_play(scene: Scene, people: list[c.Actor]) -> c.Actor:
    seat = scene.table.played[-1].seat
    return next(person_ for person_ in people if seat in scene.table.held_by(person_.key))
