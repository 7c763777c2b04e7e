"""What a messenger shows for a link: who invites to what, and nothing that is not for everybody."""

from __future__ import annotations

import re
from html import unescape
from types import SimpleNamespace
from typing import Any, cast

import pytest

from qwirkle.locale import LANGUAGES, preferred_language, translate
from qwirkle.rules.editions.words import NAMES
from qwirkle.rules.family import GAMES
from qwirkle.server.context import AppContext
from qwirkle.server.link_cards import Card, LinkCards, write_card
from qwirkle.server.settings import ServerSettings
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import SeatPlan
from tables.clients import Process, person, run

HERE = "http://here:8000"
BOT = SeatPlan("bot", bot="level:1")


def tags_in(head: bytes) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', head.decode())
    return {name: unescape(content) for name, content in found}


def context_of(process: Process, settings: ServerSettings | None = None) -> AppContext:
    service = SimpleNamespace(tables=process.tables, notifier=None, workers=SimpleNamespace())
    settings = settings or ServerSettings(address_rate=0)
    return AppContext(cast("Any", service), process.store, settings)


async def card(
    process: Process,
    path: str,
    language: str = "",
    settings: ServerSettings | None = None,
    context: AppContext | None = None,
) -> dict[str, str]:
    context = context or context_of(process, settings)
    headers = [(b"host", b"here:8000"), (b"accept-language", language.encode())]
    scope = {"path": path, "scheme": "http", "headers": headers, "client": ("1.2.3.4", 5)}
    return tags_in(await LinkCards(context).head_of(cast("Any", scope)))


async def opened(process: Process, *others: SeatPlan, name: str = "Ann", **more: Any) -> str:
    asked = c.OpenTable((SeatPlan("person", name), *(others or (SeatPlan("person"),))), **more)
    return (await process.tables.open(person("A"), asked, "1")).table


def test_an_invitation_says_who_invites_to_what() -> None:
    async def scene() -> None:
        process = Process()
        table = await opened(process, game="connect")
        found = await card(process, f"/t/{table}")
        assert found["og:title"] == found["twitter:title"] == "Ann invites you to Qwirkle – Connect"
        assert found["og:description"]
        assert found["og:url"] == f"{HERE}/t/{table}"
        assert found["og:image"] == f"{HERE}/card.png"
        german = await card(process, f"/t/{table}", "de-AT,en;q=0.5")
        assert german["og:title"] == "Ann lädt dich ein: Qwirkle – Connect"
        public = ServerSettings(url="https://example.org/", address_rate=0)
        found = await card(process, f"/t/{table}", settings=public)
        assert found["og:image"] == "https://example.org/card.png"

    run(scene)


def test_looking_for_a_table_is_charged_and_refused_past_the_budget() -> None:
    """A table that is not in memory is made again from its events, which takes a while."""

    async def scene() -> None:
        process = Process()
        context = context_of(process)
        table = await opened(process, game="connect")
        found = await card(process, f"/t/{table}", context=context)
        assert found["og:title"] == "Ann invites you to Qwirkle – Connect"
        assert context.budget.charged > 0
        context.budget.charge("1.2.3.4", "", 10_000)
        found = await card(process, f"/t/{table}", context=context)
        assert found["og:title"] == "Qwirkle"

    run(scene)


def test_names_cannot_break_out() -> None:
    async def scene() -> None:
        process = Process()
        name = '"><b>&'
        found = await card(process, f"/t/{await opened(process, name=name)}")
        assert found["og:title"].startswith(f"{name} invites")
        written = write_card(Card(name, name), HERE, "/").decode()
        assert "<b>" not in written

    run(scene)


@pytest.mark.parametrize(
    ("spectators", "title"), [("anyone", "Qwirkle – Classic"), ("nobody", "Qwirkle")]
)
def test_a_game_that_is_played_names_no_people(spectators: Any, title: str) -> None:
    async def scene() -> None:
        process = Process()
        table = await opened(process, BOT, spectators=spectators)
        await process.do(table, person("A"), c.Start())
        found = await card(process, f"/t/{table}")
        assert found["og:title"] == title
        assert "Ann" not in str(found)
        await process.leave()

    run(scene)


@pytest.mark.parametrize("path", ["/", "/rules/classic", "/t/none", "/t/" + "x" * 90])
def test_every_other_place_has_the_general_card(path: str) -> None:
    async def scene() -> None:
        assert (await card(Process(), path))["og:title"] == "Qwirkle"

    run(scene)


def test_looking_for_tables_is_limited() -> None:
    async def scene() -> None:
        process = Process()
        path = f"/t/{await opened(process)}"
        settings = ServerSettings(address_rate=1)
        context = AppContext(
            cast(
                "Any",
                SimpleNamespace(tables=process.tables, notifier=None, workers=SimpleNamespace()),
            ),
            process.store,
            settings,
        )
        cards = LinkCards(context)
        scope = {"path": path, "scheme": "http", "headers": [], "client": ("1.2.3.4", 5)}
        titles = [tags_in(await cards.head_of(cast("Any", scope)))["og:title"] for _ in range(9)]
        assert titles[0].startswith("Ann")
        assert titles[-1] == "Qwirkle"

    run(scene)


def test_games_are_named_as_on_the_page() -> None:
    assert set(NAMES) == set(GAMES)
    for language in LANGUAGES[1:]:
        for sentence in (*NAMES.values(), "{name} invites you to {game}"):
            if sentence not in ("Select", "Connect"):
                assert translate(language, sentence) != sentence, (language, sentence)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "de"),
        ("sv, fr-CH;q=0.8, it;q=0.9", "it"),
        ("en-US,en;q=0.9,de;q=0.8", "en"),
        ("x;q=y, es;q=zzz", "es"),
    ],
)
def test_the_best_language_that_is_spoken_here(header: str, language: str) -> None:
    assert preferred_language(header) == language
