"""Before the game: who may open, sit, stand, arrange and start."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from qwirkle.errors import Refused
from qwirkle.players.spec import SETTINGS
from qwirkle.rules.family import GAMES
from qwirkle.tables.core import commands as c
from qwirkle.tables.core import events as e
from qwirkle.tables.core.bots import MAX_SETTINGS
from qwirkle.tables.core.decide import open_table
from qwirkle.tables.core.decide.social import opening_of_rematch
from qwirkle.tables.core.evolve import fold_table
from qwirkle.tables.core.settings import DAY, LOBBY_LIFE, SECOND, Clock, SeatPlan
from qwirkle.tables.core.state import Next
from qwirkle.tables.core.views import Viewer, table_view

from .scene import START, Numbered, Scene, asked, device, two_persons

ANN, BEN, CEM = device("Ann"), device("Ben"), device("Cem")
HOUSE_RULE = 'based_on = "classic"\nid = "long"\nname = "Long hands"\nhand = 8\n'


def lobby(*seats: SeatPlan, **more: Any) -> Scene:
    return Scene(c.OpenTable(seats or (SeatPlan("person"), SeatPlan("open")), **more), ANN)


def refused(**opening: Any) -> Refused:
    asked: dict[str, Any] = {"seats": (SeatPlan("person"), SeatPlan("open")), **opening}
    with pytest.raises(Refused) as refusal:
        open_table(ANN, c.OpenTable(**asked), START, Numbered())
    return refusal.value


def why_not(**opening: Any) -> tuple[str, ...]:
    return refused(**opening).reasons


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_game_starts_with_bots_in_the_open_seats(game: str, count: int) -> None:
    scene = lobby(SeatPlan("person", "Ann"), *[SeatPlan("open")] * (count - 1), game=game)
    scene.do(ANN, c.Start())
    assert scene.table.phase == "playing"
    assert [seat.kind for seat in scene.table.seats] == ["person"] + ["bot"] * (count - 1)
    names = [seat.name for seat in scene.table.seats]
    assert len(set(names)) == count
    assert scene.table.game is not None
    assert [seat.name for seat in scene.table.game.seats] == names


def test_a_table_can_be_opened_with_the_game_running() -> None:
    scene = lobby(SeatPlan("person", "Ann"), SeatPlan("bot", bot="level:1"), start=True)
    assert scene.table.phase == "playing"
    assert [type(event).__name__ for event, _ in scene.log[:2]] == ["TableOpened", "GameStarted"]


def test_a_table_where_somebody_is_missing_is_not_opened_running() -> None:
    assert why_not(seats=(SeatPlan("person", "Ann"), SeatPlan("person")), start=True) == (
        "seats-empty",
    )
    assert why_not(start=True) == ("needs-a-person",)  # nobody has sat down


def test_options_and_house_rules_are_played() -> None:
    scene = lobby(SeatPlan("person", "Ann"), SeatPlan("open"), game="long", house_rule=HOUSE_RULE)
    scene.do(ANN, c.Start())
    assert scene.table.game is not None
    assert [len(seat.hand) for seat in scene.table.game.seats] == [8, 8]
    scene = lobby(
        SeatPlan("person", "A"), SeatPlan("open"), game="cards", options={"opening": True}
    )
    scene.do(ANN, c.Start())
    assert scene.table.game is not None
    assert scene.table.game.edition.chosen == {"opening": True}


@pytest.mark.parametrize(
    ("opening", "reason"),
    [
        ({"game": "chess"}, "bad-edition"),
        ({"options": {"no": True}}, "bad-edition"),
        ({"options": {"no": "x" * 600}}, "bad-edition"),
        ({"house_rule": HOUSE_RULE}, "bad-edition"),  # its id is another one
        ({"game": "long", "house_rule": HOUSE_RULE + "#" * 5000}, "bad-edition"),
        ({"game": "long", "house_rule": HOUSE_RULE.replace("8", "20")}, "bad-edition"),
        ({"game": "long", "house_rule": "[" * 3000}, "bad-edition"),
        ({"game": "l\ng", "house_rule": HOUSE_RULE.replace('"long"', '"l\\ng"')}, "bad-edition"),
        ({"seats": (SeatPlan("person"),)}, "bad-seats"),
        ({"seats": (SeatPlan("person"),) * 5}, "bad-seats"),
        ({"seats": (SeatPlan("bot"),) * 2}, "needs-a-person"),
        ({"seats": (SeatPlan("person", "Ann"), SeatPlan("person", "ANN"))}, "name-taken"),
        ({"seats": (SeatPlan("person", "\u202e"), SeatPlan("person"))}, "bad-name"),
        ({"seats": (SeatPlan("person"), SeatPlan("bot", bot="nobody"))}, "bad-bot"),
        ({"seats": (SeatPlan("person"), SeatPlan("bot", bot="process:ls"))}, "bad-bot"),
        ({"seats": (SeatPlan("person"), SeatPlan("bot", bot="sim:ms=1e9"))}, "bad-bot"),
        ({"seats": (SeatPlan("person"), SeatPlan("bot", bot="sim:samples=9999999"))}, "bad-bot"),
        ({"seats": (SeatPlan("person"), SeatPlan("bot", bot="sim:ms=9,threads=9"))}, "bad-bot"),
        ({"seats": (SeatPlan("person"), SeatPlan("bot", bot="value:endgame=9999999"))}, "bad-bot"),
        ({"seats": (SeatPlan("person"), SeatPlan("bot", bot="sim:ms=1,ms=5000"))}, "bad-bot"),
        ({"clock": Clock("turn", 1)}, "bad-clock"),
        ({"clock": Clock("turn", 15 * DAY)}, "bad-clock"),
        ({"clock": Clock("turn", 60 * SECOND, 5)}, "bad-clock"),
        ({"clock": Clock("game", 60 * SECOND, -1)}, "bad-clock"),
        ({"clock": Clock("game", 61 * DAY)}, "bad-clock"),
        ({"patience_ms": 5}, "bad-clock"),
    ],
)
def test_a_table_like_that_cannot_be_opened(opening: dict[str, Any], reason: str) -> None:
    assert why_not(**opening) == (reason,)


@pytest.mark.parametrize("number", ["1e8", "+100000000", "1_0", " 1e8", "100000000", "200001"])
def test_a_bot_cannot_be_given_more_to_do_than_a_table_allows(number: str) -> None:
    """However it is written: a setting of many placements once froze all tables of a server."""
    spec = f"value:endgame={number}"
    (problem,) = refused(seats=(SeatPlan("person"), SeatPlan("bot", bot=spec))).refusals
    assert problem.reason == "bad-bot"
    assert f"endgame={number}" in problem.message or f"not “{number}”" in problem.message


def test_what_a_table_allows_is_a_closed_list() -> None:
    for kind, settings in SETTINGS.items():
        for name, setting in settings.items():
            if name == kind:
                continue
            most = MAX_SETTINGS.get(name)
            bots = [f"{kind}:{name}={int(setting.most)}"] if not setting.only_words else []
            if most is None:
                bots += [f"{kind}:{name}={text}" for text in (*setting.words, int(setting.least))]
            else:
                lobby(SeatPlan("person", "Ann"), SeatPlan("bot", bot=f"{kind}:{name}={int(most)}"))
                bots.append(f"{kind}:{name}={int(most) + 1}")
            for spec in bots:
                assert why_not(seats=(SeatPlan("person"), SeatPlan("bot", bot=spec))) == (
                    "bad-bot",
                )


def test_a_seat_needs_just_a_name() -> None:
    scene = lobby(SeatPlan("person", "Ann"), SeatPlan("open"), SeatPlan("person"))
    scene.do(BEN, c.Sit("  Ben\u202e \n  the\tGreat "))
    # Seats that wait for a person come first.
    assert scene.table.seats[2].name == "Ben the Great"
    assert scene.table.held_by(BEN.key) == (2,)
    assert scene.refusal(CEM, c.Sit("ben the great")) == ("name-taken",)
    assert scene.refusal(CEM, c.Sit("Cem", 2)) == ("seat-taken",)
    assert scene.refusal(CEM, c.Sit("Cem", 7)) == ("no-such-seat",)
    assert scene.refusal(CEM, c.Sit("x" * 25)) == ("bad-name",)
    scene.do(CEM, c.Sit("Cem"))
    assert scene.refusal(device("Dee"), c.Sit("Dee")) == ("table-full",)


def test_several_seats_on_one_device() -> None:
    scene = lobby(SeatPlan("person", "Ann"), SeatPlan("person", "Bob"), SeatPlan("person"))
    scene.do(ANN, c.Sit("Cat"))
    assert scene.table.held_by(ANN.key) == (0, 1, 2)
    scene.do(ANN, c.Start())
    scene.play_on([ANN])
    assert scene.table.ended is not None


def test_who_leaves_the_lobby_makes_room() -> None:
    scene = lobby(SeatPlan("person", "Ann"), SeatPlan("person"))
    scene.do(BEN, c.Sit("Ben"))
    assert scene.refusal(CEM, c.Stand(1)) == ("not-the-host",)
    scene.do(BEN, c.Stand(1))
    assert scene.refusal(BEN, c.Stand(1)) == ("not-the-host",)
    assert scene.refusal(ANN, c.Stand(1)) == ("not-seated",)
    scene.do(CEM, c.Sit("Ben"))
    assert scene.refusal(ANN, c.Stand(1)) == ("stale",)  # somebody else may sit there by now
    scene.do(ANN, c.Stand(1, "Ben"))  # the host may ask somebody to leave
    assert scene.table.held_by(CEM.key) == ()


def test_only_the_host_arranges_seats() -> None:
    scene = lobby(SeatPlan("person", "Ann"), SeatPlan("person"), SeatPlan("bot", bot="greedy"))
    assert scene.refusal(BEN, c.PlanSeat(1, "bot")) == ("not-the-host",)
    scene.do(ANN, c.PlanSeat(2, "open", "level:7"))
    scene.do(BEN, c.Sit("Ben", 2))
    assert scene.refusal(ANN, c.PlanSeat(2, "bot")) == ("seat-taken",)
    assert scene.refusal(ANN, c.PlanSeat(1, "bot", "nobody")) == ("bad-bot",)
    scene.do(ANN, c.PlanSeat(1, "bot", "greedy"))
    scene.do(ANN, c.Start())
    assert [seat.kind for seat in scene.table.seats] == ["person", "bot", "open"]


def test_a_table_of_bots_cannot_be_arranged() -> None:
    scene = lobby(SeatPlan("person"), SeatPlan("bot"))
    assert scene.refusal(ANN, c.PlanSeat(0, "bot")) == ("needs-a-person",)
    assert scene.refusal(ANN, c.Start()) == ("needs-a-person",)


def test_starting_waits_for_persons() -> None:
    scene = lobby(SeatPlan("person", "Ann"), SeatPlan("person"))
    assert scene.refusal(BEN, c.Start()) == ("not-the-host",)
    assert scene.refusal(ANN, c.Start()) == ("seats-empty",)
    assert scene.refusal(ANN, c.Play(asked({"pass": True}))) == ("not-started",)
    scene.do(BEN, c.Sit("Ben"))
    scene.do(ANN, c.Start())
    for command in (c.Start(), c.Sit("Cem"), c.Stand(0), c.Close(), c.PlanSeat(1, "open")):
        assert scene.refusal(ANN, command) == ("already-started",)


def test_a_table_can_be_given_up_and_gives_itself_up() -> None:
    scene = lobby()
    assert scene.refusal(BEN, c.Close()) == ("not-the-host",)
    scene.do(ANN, c.Close())
    assert scene.table.ended is not None
    assert scene.refusal(BEN, c.Sit("Ben")) == ("table-ended",)
    scene = lobby()
    assert scene.refusal(None, c.Tick()) == ("nothing-due",)
    scene.now += LOBBY_LIFE
    scene.do(None, c.Tick())
    assert scene.table.ended is not None
    assert scene.table.ended.how == "never-started"


def test_nobody_speaks_for_the_service() -> None:
    scene, ann, _ = two_persons()
    for command in (c.Tick(), c.KeepResult(), c.BotPlays(0, None, 1)):  # type: ignore[arg-type]
        assert scene.refusal(ann, command) == ("bad-request",)
    assert scene.refusal(None, c.Resign()) == ("not-seated",)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"do":"sit"}',
        b'{"do":"sit","name":7}',
        b'{"do":"sit","name":"A","more":1}',
        b'{"do":"tick"}',
        b'{"do":"open-table","seats":[]}',
        b'{"do":"play","turn":[]}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_what_is_no_command_is_refused_in_a_sentence(body: bytes) -> None:
    with pytest.raises(Refused) as refusal:
        c.read_command(body)
    assert refusal.value.reasons == ("bad-request",)
    assert str(refusal.value).startswith("This is not a valid request")


def test_an_old_page_that_calls_its_reader_you_seats_a_guest() -> None:
    scene = lobby(SeatPlan("person", "You"), SeatPlan("person"), SeatPlan("open"))
    scene.do(BEN, c.Sit("Toi"))
    assert [seat.name for seat in scene.table.seats][:2] == ["Guest", "Guest 2"]


def test_the_animal_of_a_person_goes_with_their_seat() -> None:
    scene = lobby(SeatPlan("person", "Ann", face="koala"), SeatPlan("person"))
    scene.do(BEN, c.Sit("Ben", face="lion"))
    assert [seat.face for seat in scene.table.seats] == ["koala", "lion"]
    assert [seat.face for seat in table_view(scene.table, Viewer(), START).now.seats] == [
        "koala",
        "lion",
    ]
    again = opening_of_rematch(replace(scene.table, next=Next("next", ANN.key, "00")))
    assert again is not None
    assert [seat.face for seat in again.seats] == ["lion", "koala"]
    scene.do(BEN, c.Stand(1))
    assert scene.table.seats[1].face == ""


def test_a_stored_table_with_a_seat_called_you_still_loads_and_is_played_again_by_a_guest() -> None:
    scene = lobby(SeatPlan("person", "Ann"), SeatPlan("open"))
    opened = scene.log[0][0]
    assert isinstance(opened, e.TableOpened)
    seats = (replace(opened.seats[0], name="You"), *opened.seats[1:])
    table = fold_table([(replace(opened, seats=seats), START)])
    assert table.seats[0].name == "You"
    asked = replace(table, next=Next("next", ANN.key, "00"))
    again = opening_of_rematch(asked)
    assert again is not None
    assert again.seats[-1].name == "Guest"
