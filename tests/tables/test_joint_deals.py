"""Deals that nobody chose: the seed of the table and the nonces of the devices, all together."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from qwirkle.analysis.review.steps import steps_of
from qwirkle.errors import NotationError
from qwirkle.game import Game
from qwirkle.notation import commitment_to
from qwirkle.notation.record import read_record
from qwirkle.notation.record.headers import headers_of
from qwirkle.notation.record.replay import check_record
from qwirkle.protocol.shapes.turns import Turn
from qwirkle.rules.dealing import SeedDealer, joint_seed
from qwirkle.rules.family import begin, decide, edition
from qwirkle.tables.admin.audit import BadTable, check_table
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide import continue_game, open_planned
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.decide.social import opening_of_rematch
from qwirkle.tables.core.events import GameStarted, read_event, write_event
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.core.views import SPECTATOR, Viewer, table_view
from qwirkle.tables.live.records import record_text, saved_text
from qwirkle.tables.reviews.work import _other_turn
from qwirkle.tables.storage.ports import Stored
from qwirkle.tables.swiss.tournament import Begin

from .clients import person, run
from .club import PEOPLE, Club
from .scene import START, Numbered, Scene, device

ANN, BEN = device("Ann"), device("Ben")
PERSON, BOT = SeatPlan("person"), SeatPlan("bot", bot="level:1")


def nonce(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:32]


A, B = nonce("Ann"), nonce("Ben")


def hands(seed: str, nonces: Sequence[str]) -> list[list[str]]:
    """The hands that these deal, by the rules alone."""
    names = [f"p{seat}" for seat in range(len(nonces))]
    dealt = begin(edition("classic"), names, SeedDealer(joint_seed(seed, nonces)))
    return [[tile.value for tile in seat.hand] for seat in dealt.state.seats]


def dealt(scene: Scene) -> list[list[str]]:
    return [[tile.value for tile in seat.hand] for seat in game_of(scene.table).seats]


def rows(scene: Scene) -> list[Stored]:
    return [
        Stored(number, at, write_event(event)) for number, (event, at) in enumerate(scene.log, 1)
    ]


def opened(*seats: SeatPlan, given: str = "") -> Scene:
    return Scene(c.OpenTable(seats, nonce=given), ANN)


def test_the_deal_follows_from_the_seed_and_all_nonces() -> None:
    scene = opened(SeatPlan("person", "Ann"), BOT, PERSON, given=A)
    assert scene.table.commitment == commitment_to(scene.table.seed)
    scene.do(BEN, c.Sit("Ben", nonce=B))
    scene.do(ANN, c.Start())
    assert scene.table.nonces == (A, "", B)  # a bot adds nothing
    assert dealt(scene) == hands(scene.table.seed, (A, "", B))
    assert dealt(scene) != hands(scene.table.seed, ("", "", ""))
    check_table(rows(scene))


def test_without_nonces_it_is_dealt_as_ever() -> None:
    scene = opened(SeatPlan("person", "Ann"), PERSON)
    scene.do(BEN, c.Sit("Ben"))
    scene.do(ANN, c.Start())
    assert scene.table.nonces == ()
    dealer = SeedDealer(scene.table.seed)
    plain = begin(edition("classic"), ["Ann", "Ben"], dealer).state
    assert dealt(scene) == [[tile.value for tile in seat.hand] for seat in plain.seats]
    assert "Nonces" not in record_text(scene.table, rows(scene), None)


def test_an_event_of_an_earlier_version_has_no_nonces() -> None:
    scene = opened(SeatPlan("person", "Ann"), BOT)
    scene.do(ANN, c.Start())
    body = msgspec.json.decode(rows(scene)[-1].body)
    del body["nonces"]
    event = read_event(msgspec.json.encode(body))
    assert isinstance(event, GameStarted)
    assert event.nonces == ()


def test_every_nonce_and_every_seat_matters() -> None:
    seed = "5e" * 32
    made = {tuple(map(tuple, hands(seed, nonces))) for nonces in ((A, B), (B, A), (A, ""), ("", A))}
    assert len(made) == 4


def test_people_on_one_device_share_its_nonce() -> None:
    seats = SeatPlan("person", "Ann"), SeatPlan("person", "Cem"), BOT
    scene = opened(*seats, given=A)
    scene.do(ANN, c.Start())
    assert scene.table.nonces == (A, A, "")


def test_the_host_may_add_another_one_after_seeing_the_commitment() -> None:
    scene = opened(SeatPlan("person", "Ann"), PERSON, given=A)
    scene.do(BEN, c.Sit("Ben", nonce=B))
    later = nonce("later")
    scene.do(ANN, c.Start(later))
    assert scene.table.nonces == (later, B)  # not that of somebody else
    assert dealt(scene) == hands(scene.table.seed, (later, B))


def test_somebody_who_leaves_takes_their_nonce_along() -> None:
    scene = opened(SeatPlan("person", "Ann"), PERSON, given=A)
    scene.do(BEN, c.Sit("Ben", nonce=B))
    scene.do(BEN, c.Stand(1))
    cem = device("Cem")
    scene.do(cem, c.Sit("Cem"))
    scene.do(ANN, c.Start())
    assert scene.table.nonces == (A, "")


def test_seats_that_are_carried_keep_their_nonce() -> None:
    scene = opened(SeatPlan("person", "Ann"), PERSON, given=A)
    scene.do(BEN, c.Sit("Ben", nonce=B))
    scene.do(BEN, c.SetRecovery("token"))
    scene.do(device("Ben's phone"), c.Carry("token"))
    scene.do(ANN, c.Start())
    assert scene.table.nonces == (A, B)


def test_a_table_that_begins_with_its_opening_has_the_nonce_of_its_device() -> None:
    scene = Scene(c.OpenTable((SeatPlan("person", "Ann"), BOT), start=True, nonce=A), ANN)
    assert dealt(scene) == hands(scene.table.seed, (A, ""))


def test_a_friendly_deal_is_the_chosen_one() -> None:
    seats = SeatPlan("person", "Ann"), BOT
    scene = Scene(c.OpenTable(seats, friendly_deal=True, start=True, nonce=A), ANN, "one")
    assert scene.table.settings.friendly_deal
    assert scene.table.nonces == ()
    assert dealt(scene) == hands(scene.table.seed, ("", ""))


@pytest.mark.parametrize("wrong", ["1", "G" * 32, "A" * 32, "0" * 33])
def test_a_nonce_has_one_form(wrong: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"do": "sit", "name": "Ann", "nonce": wrong}, c.Sit)


# Around the game


def finished() -> Scene:
    scene = opened(SeatPlan("person", "Ann"), PERSON, given=A)
    scene.do(BEN, c.Sit("Ben", nonce=B))
    scene.do(ANN, c.Start())
    scene.play_on([ANN, BEN])
    return scene


def test_a_finished_game_is_verified_with_its_nonces_and_not_without() -> None:
    scene = finished()
    text = record_text(scene.table, rows(scene), None)
    record = read_record(text)
    assert headers_of(record).nonces == (A, B)
    check_record(record)
    check_table(rows(scene))
    for changed in (text.replace(A, nonce("x")), text.replace(f"Nonces: {A} {B}\n", "")):
        with pytest.raises(NotationError, match="by the rules"):
            check_record(read_record(changed))
    for wrong in (f"{A}", f"{A} -- ", f"{A} {B} -", f"{A} {B[:-1]}"):
        with pytest.raises(NotationError, match="Nonces"):
            headers_of(read_record(text.replace(f"{A} {B}", wrong)))


def test_the_store_is_checked_with_the_nonces() -> None:
    scene = finished()
    stored = rows(scene)
    started = next(at for at, row in enumerate(stored) if b'"game-started"' in row.body)
    body = stored[started].body.replace(A.encode(), nonce("x").encode())
    stored[started] = Stored(stored[started].seq, stored[started].at, body)
    with pytest.raises(BadTable, match="not the one of its seed"):
        check_table(stored)


def test_nonces_are_public_from_the_start_and_the_seed_is_not() -> None:
    scene = opened(SeatPlan("person", "Ann"), PERSON, given=A)
    scene.do(BEN, c.Sit("Ben", nonce=B))
    assert table_view(scene.table, Viewer((0,)), START).now.nonces is msgspec.UNSET
    scene.do(ANN, c.Start())
    for viewer in (SPECTATOR, Viewer((0,))):
        view = table_view(scene.table, viewer, START)
        assert (view.now.nonces, view.now.seed) == ((A, B), None)
    text = record_text(scene.table, rows(scene), 0)
    assert headers_of(read_record(text)).nonces == (A, B)
    assert scene.table.seed not in text


def test_a_rematch_has_a_new_seed_and_new_nonces() -> None:
    scene = finished()
    again = nonce("again")
    scene.do(ANN, c.Rematch(again))
    opening = opening_of_rematch(scene.table)
    assert opening is not None
    assert opening.seed != scene.table.seed
    assert [seat.nonce for seat in opening.seats] == ["", again]  # the seats move round
    assert opening.seats[0].reserved
    assert open_planned(opening, START).state.seats[1].nonce == again


def test_a_saved_game_continues_with_its_nonces() -> None:
    scene = Scene(c.OpenTable((SeatPlan("person", "Ann"), BOT), start=True, nonce=A), ANN)
    scene.play_on([ANN], turns=4)
    scene.do(ANN, c.SaveGame())
    text = saved_text(scene.table, rows(scene))
    decision = continue_game(BEN, c.ContinueGame(text), START, Numbered("elsewhere"))
    table = decision.state
    assert (table.seed, table.nonces) == (scene.table.seed, (A, ""))
    assert game_of(table) == game_of(scene.table)
    check_table(
        [Stored(n, START, write_event(event)) for n, event in enumerate(decision.events, 1)]
    )


def test_a_game_with_nonces_is_loaded_and_saved_by_the_library(tmp_path: Path) -> None:
    scene = finished()
    file = tmp_path / "game.qwr"
    file.write_text(record_text(scene.table, rows(scene), None), "utf-8")
    game = Game.load(file)
    assert game.state == game_of(scene.table)
    game.save(file)
    assert Game.load(file) == game
    assert game.copy() == game


def test_a_past_turn_that_is_tried_again_draws_what_the_game_drew() -> None:
    scene = finished()
    record = read_record(record_text(scene.table, rows(scene), None))
    step = steps_of(record)[1]
    # The bag is shuffled again for a trade, which shows by which seed.
    traded = step.before.seats[step.seat].hand[0].value
    tried = _other_turn(record, step, msgspec.convert({"trade": [traded]}, Turn))
    again = decide(step.before, step.seat, tried.turn, SeedDealer(scene.table.joint_seed))
    assert (tried.events, tried.after) == (again.events, again.state)


def test_both_players_of_a_tournament_add_to_their_deal() -> None:
    async def scene() -> None:
        club = Club()
        await club.open("Ann", "Ben", "Cem")
        await club.do("Ann", Begin(1))
        view = await club.look()
        draw = view.rounds[0].draws[0]
        given = [nonce(str(player)) for player in draw.players]
        for player, each in zip(draw.players, given, strict=True):
            sitter = PEOPLE[view.players[player].name]
            await club.process.do(draw.table, sitter, c.Sit("", nonce=each))
        table = await club.process.tables.current(draw.table)
        assert table.nonces == tuple(given)
        await club.process.leave()

    run(scene)


def test_a_seat_that_is_asked_for_twice_has_the_first_nonce() -> None:
    async def scene() -> None:
        club = Club()
        tables = club.process.tables
        seats = SeatPlan("person", "Ann"), PERSON
        table = (await tables.open(PEOPLE["Ann"], c.OpenTable(seats, nonce=A), "open")).table
        ben = person("Ben")
        for given in (B, nonce("other")):
            await tables.act(table, ben, c.Sit("Ben", nonce=given), command_id="sit")
        await tables.act(table, PEOPLE["Ann"], c.Start(), command_id="start")
        assert (await tables.current(table)).nonces == (A, B)
        await club.process.leave()

    run(scene)
