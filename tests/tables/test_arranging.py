"""The card game's drafts: sets judged one by one, and cards laid for a player."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from qwirkle.engine.cards.solver import plays
from qwirkle.errors import IllegalTurn, Refused
from qwirkle.rules.cards.referee import judge
from qwirkle.rules.cards.turns import CardSet, Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import view
from qwirkle.rules.tiles import Tile
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.live.arrangements import find_arrangement
from qwirkle.tables.live.previews import preview

from .clients import Process, person, run
from .scene import many_persons, two_persons

ANN, BEN = person("Ann"), person("Ben")


def cards(text: str) -> tuple[Tile, ...]:
    return tuple(Tile(name) for name in text.split())


def sets(text: str) -> tuple[CardSet, ...]:
    return tuple(cards(part) for part in text.split("/"))


def seen(table: str, hand: str) -> CardsView:
    scene, _, _ = two_persons("cards")
    found = view(game_of(scene.table), scene.table.to_move)
    assert isinstance(found, CardsView)
    return replace(found, table=sets(table), hand=cards(hand))


TABLE = seen("Ro Rs Rb / Bo Bs Bx Bd", "Rx Go Yo Rs Pc")


def test_every_set_of_a_draft_is_judged_alone() -> None:
    found = preview(TABLE, Play(sets("Ro Rs Rb Rx / Bs Bx Bd / Bo Go / Go Rs / Rs Rs Rb")))
    assert not found.legal
    assert found.sets == (
        (),
        (),
        ("set-too-small",),
        ("set-too-small", "set-mixed"),
        ("set-duplicate",),
    )


def test_a_card_has_homes_where_it_does_no_harm() -> None:
    found = preview(TABLE, Play(sets("Ro Rs Rb / Bo Bs Bx Bd / Go")))
    assert found.homes["Rx"] == (0,)
    assert found.homes["Yo"] == (2,)
    assert found.homes["Bo"] == (2,)
    assert found.homes["Pc"] == ()


def test_cards_are_laid_with_a_switch_where_it_needs_one() -> None:
    found = find_arrangement(TABLE, cards("Go Yo"))
    assert found.possible
    assert found.moved == 1
    after = tuple(cards(" ".join(lying)) for lying in found.after)
    verdict = judge(TABLE.table, TABLE.hand, after)
    assert not isinstance(verdict, tuple)
    assert verdict.played == cards("Yo Go")


def test_what_cannot_be_laid_is_said_so() -> None:
    assert not find_arrangement(TABLE, cards("Pc")).possible
    assert not find_arrangement(replace(TABLE, opening_cards=5), cards("Rx")).possible
    with pytest.raises(IllegalTurn) as refusal:
        find_arrangement(TABLE, cards("Gc"))
    assert refusal.value.reasons == ("card-from-nowhere",)
    with pytest.raises(IllegalTurn) as refusal:
        find_arrangement(TABLE, ())
    assert refusal.value.reasons == ("must-play-a-card",)


def test_whatever_can_be_played_can_be_arranged() -> None:
    scene, people = many_persons(2, "cards")
    for _ in range(12):
        known = view(game_of(scene.table), scene.table.to_move)
        assert isinstance(known, CardsView)
        for choice in plays(known.table, known.hand)[::7]:
            found = find_arrangement(known, choice)
            assert found.possible
            laid = Counter(card for lying in found.after for card in lying)
            lying = Counter(card for lying in known.table for card in lying)
            assert laid - lying == Counter(choice)
        scene.play_on(people, turns=1)


@pytest.mark.usefixtures("each_store")
def test_who_may_have_cards_arranged() -> None:
    async def scene() -> None:
        process = Process()
        for game, reason in (("cards", None), ("classic", "bad-request")):
            seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
            table = (await process.tables.open(ANN, c.OpenTable(seats, game), game)).table
            await process.do(table, BEN, c.Sit("Ben"))
            await process.do(table, ANN, c.Start())
            for who, cards, why in (
                (person("Eve"), ["Ro"], "not-seated"),
                (ANN, ["Ro"] * 4, reason or "card-from-nowhere"),
                (ANN, ["red"], "bad-request" if reason else "no-such-tile"),
            ):
                with pytest.raises(Refused) as refusal:
                    await process.queries.arrange(table, who, cards)
                assert refusal.value.reasons == (why,)
        await process.leave()

    run(scene)
