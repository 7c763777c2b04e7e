"""``qwirkle admin``: tables, accounts and backups, on a store that a server may be using."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from qwirkle.cli import run
from qwirkle.errors import Refused
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.live.bus.local import LocalBus
from qwirkle.tables.live.callers import Caller
from qwirkle.tables.live.tables import Tables
from qwirkle.tables.people.accounts import Accounts
from qwirkle.tables.storage.ports import WholeStore
from qwirkle.tables.storage.sql import store_at

ANN = Caller("ann's secret, which is long")
BEN = Caller("ben's secret, which is long")
Said = Callable[..., Any]


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    """Run an admin command on the store of the test, and read the JSON it prints."""

    def command(*words: str, status: int = 0) -> Any:
        capsys.readouterr()
        assert run(["admin", *words, "--data", str(tmp_path), "--json"]) == status
        out, err = capsys.readouterr()
        return err if status else json.loads(out)

    return command


async def _serve(folder: Path, story: Callable[[WholeStore, Tables], Any]) -> Any:
    store = store_at(folder=folder)
    await store.open()
    try:
        return await story(store, Tables(store, LocalBus()))
    finally:
        await store.close()


def on_server(folder: Path, story: Callable[[WholeStore, Tables], Any]) -> Any:
    return asyncio.run(_serve(folder, story))


async def open_table(_: WholeStore, tables: Tables) -> str:
    plan = c.OpenTable(game="classic", seats=(SeatPlan("person", "Ann"), SeatPlan("person")))
    return (await tables.open(ANN, plan, "1")).table


async def start_table(store: WholeStore, tables: Tables) -> str:
    table = await open_table(store, tables)
    await tables.act(table, BEN, c.Sit("Ben"), command_id="2")
    await tables.act(table, ANN, c.Start(), command_id="3")
    return table


async def sign_up(store: WholeStore, _: Tables) -> str:
    return (await Accounts(store).sign_up("Ann Lee", "correct horse")).token


def test_tables_are_listed_and_shown_without_a_secret(tmp_path: Path, said: Said) -> None:
    table = on_server(tmp_path, start_table)
    (line,) = said("tables", "list")
    assert (line["table"], line["finished"], line["game"]) == (table, False, "classic")
    assert said("tables", "list", "--finished") == []
    assert len(said("tables", "list", "--no-finished", "--limit", "1")) == 1
    report = said("tables", "show", table)
    assert [seat["name"] for seat in report["seats"]] == ["Ann", "Ben"]
    assert report["phase"] == "playing"
    assert not {"seed", "hand", "hands", "bag", "keys"} & set(json.dumps(report).split('"'))


def test_what_a_server_would_delete_is_listed_first(tmp_path: Path, said: Said) -> None:
    table = on_server(tmp_path, start_table)
    said("tables", "close", table)
    assert said("tables", "list", "--guest-table-days", "1") == []
    (line,) = said("tables", "list", "--guest-table-days", "0.0000001")
    assert line["table"] == table
    assert len(said("tables", "list")) == 1, "nothing was deleted"
    for wrong in ("0", "-1", "nan", "x"):
        assert "days" in said("tables", "list", "--guest-table-days", wrong, status=2)


def test_counts_and_nouns_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    on_server(tmp_path, open_table)
    where = ("--data", str(tmp_path))
    file = str(tmp_path / "backup.db")
    for words, sentence in (
        (("admin", "backup", file, *where), "holds 1 table with 1 event, all correct, and 0 acc"),
        (("verify-store", *where), "1 table with 1 event, all correct."),
        (("admin", "restore", file, "--data", str(tmp_path / "new")), "Restored 1 table with 1 ev"),
    ):
        assert run(words) == 0
        assert sentence in capsys.readouterr().out


def test_help_says_what_to_know_before(capsys: pytest.CaptureFixture[str]) -> None:
    for words, known in (
        (("restore",), "Stop every server"),
        (("accounts", "reset"), "works once"),
        (("tables", "close"), "within half a minute"),
        (("tables", "delete"), "ratings stay"),
    ):
        assert run(["admin", *words, "--help"]) == 0
        assert known in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("opening", [open_table, start_table], ids=["lobby", "game"])
def test_a_closed_table_keeps_everything_and_its_server_notices(
    tmp_path: Path, said: Said, opening: Any
) -> None:
    """Through the table's own events: a server that has the table in memory goes on from them."""

    async def story(store: WholeStore, tables: Tables) -> None:
        table = await opening(store, tables)
        before = await store.read(table)
        await asyncio.to_thread(said, "tables", "close", table)
        assert (await store.read(table))[: len(before)] == before
        assert tables.cache.get(table).table.phase != "ended"  # type: ignore[union-attr]
        with pytest.raises(Refused) as refused:
            await tables.act(table, ANN, c.Resign(), command_id="9")
        assert refused.value.reasons == ("table-ended",)
        ended = (await tables.current(table)).ended
        assert ended is not None
        assert ended.how == "closed"

    on_server(tmp_path, story)
    assert run(["verify-store", "--data", str(tmp_path)]) == 0


def test_a_deleted_table_is_gone_for_its_server_too(tmp_path: Path, said: Said) -> None:
    async def story(store: WholeStore, tables: Tables) -> None:
        table = await start_table(store, tables)
        assert "--yes" in await asyncio.to_thread(said, "tables", "delete", table, status=2)
        assert len(await store.read(table)) > 1
        missing = await asyncio.to_thread(
            said, "tables", "delete", table, "nosuch", "--yes", status=2
        )
        assert "no table “nosuch”" in missing
        assert len(await store.read(table)) > 1
        done = await asyncio.to_thread(said, "tables", "delete", table, "--yes")
        assert done == {"deleted": [table]}
        for asked in (
            lambda: tables.act(table, ANN, c.Resign(), command_id="9"),
            lambda: tables.current(table),
        ):
            with pytest.raises(Refused) as refused:
                await asked()
            assert refused.value.reasons == ("no-such-table",)
        assert len(tables.cache) == 0

    on_server(tmp_path, story)
    assert said("tables", "list") == []


def test_a_password_is_reset_once_by_a_link(tmp_path: Path, said: Said) -> None:
    async def story(store: WholeStore, tables: Tables) -> None:
        desk = Accounts(store)
        session = await sign_up(store, tables)
        printed = await asyncio.to_thread(
            said, "accounts", "reset", "ann lee", "--url", "https://club.example/"
        )
        address, token = printed["link"].split("#reset=")
        assert address == "https://club.example/account"
        assert await desk.who(token) is None  # it signs nobody in
        for reason, used, new in (
            ("bad-password", token, "short"),
            ("bad-recovery", session, "another horse"),
        ):
            with pytest.raises(Refused) as refused:
                await desk.reset_password(used, new)
            assert refused.value.reasons == (reason,)
        signed = await desk.reset_password(token, "another horse")
        assert (signed.name, await desk.who(session)) == ("Ann Lee", None)
        await desk.sign_in("Ann Lee", "another horse")
        with pytest.raises(Refused):
            await desk.reset_password(token, "a third horse")

    on_server(tmp_path, story)


def test_a_reset_link_expires_and_works_for_one_of_many() -> None:
    from qwirkle.tables.people.accounts import RESET_LIFE
    from qwirkle.testing.memory_store import MemoryStore

    async def story() -> None:
        store, now = MemoryStore(), [1_000]
        desk = Accounts(store, now=lambda: now[0])
        account = (await desk.sign_up("Ann", "correct horse")).account
        token = await desk.reset_token(account)
        now[0] += RESET_LIFE
        with pytest.raises(Refused):
            await desk.reset_password(token, "another horse")
        token = await desk.reset_token(account)
        asked = [desk.reset_password(token, f"another horse {n}") for n in range(3)]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(not isinstance(answer, Refused) for answer in answers) == 1

    asyncio.run(story())


def test_a_banned_account_is_signed_out_and_stays_out(tmp_path: Path, said: Said) -> None:
    async def story(store: WholeStore, tables: Tables) -> None:
        desk = Accounts(store)
        token = await sign_up(store, tables)
        account = (await desk.who(token)).id  # type: ignore[union-attr]
        banned = await asyncio.to_thread(said, "accounts", "ban", "Ann Lee")
        assert banned["banned_at"] is not None
        assert await desk.who(token) is None
        for asked in (desk.sign_in("Ann Lee", "correct horse"), desk.check_not_banned(account)):
            with pytest.raises(Refused) as refused:
                await asked
            assert refused.value.reasons == ("banned",)
        with pytest.raises(Refused) as refused:
            await desk.sign_in("Ann Lee", "wrong horse")  # says nothing about the account
        assert refused.value.reasons == ("wrong-password",)
        assert "banned" in await asyncio.to_thread(said, "accounts", "reset", account, status=2)
        await asyncio.to_thread(said, "accounts", "unban", account)
        await desk.sign_in("Ann Lee", "correct horse")
        await desk.check_not_banned(account)

    on_server(tmp_path, story)


def test_accounts_are_listed_renamed_and_deleted(tmp_path: Path, said: Said) -> None:
    async def two(store: WholeStore, _: Tables) -> None:
        for name in ("Ann", "Ben"):
            await Accounts(store).sign_up(name, "correct horse")

    on_server(tmp_path, two)
    listed = said("accounts", "list")
    assert [account["name"] for account in listed] == ["Ann", "Ben"]
    assert "argon2" not in json.dumps(listed)
    assert "taken" in said("accounts", "rename", "Ann", "BEN", status=2)
    assert said("accounts", "rename", "ann", " Anna  Lee ")["name"] == "Anna Lee"
    assert "no account “Ann”" in said("accounts", "rename", "Ann", "Zoë", status=2)
    assert "--yes" in said("accounts", "delete", "Ben", status=2)
    said("accounts", "delete", "Ben", "--yes")
    assert [account["name"] for account in said("accounts", "list")] == ["Anna Lee"]


@pytest.mark.parametrize(
    "words",
    [
        "tables list",
        "tables show x",
        "tables close x",
        "tables delete x --yes",
        "accounts list",
        "accounts reset x",
        "accounts ban x",
        "accounts delete x --yes",
        "backup b.db",
    ],
)
def test_a_store_that_is_missing_is_not_made(
    words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "typo"
    assert run(["admin", *words.split(), "--data", str(folder)]) == 2
    assert "there is no store" in capsys.readouterr().err
    assert not folder.exists()


def test_a_backup_beside_a_server_is_complete_and_can_be_restored(
    tmp_path: Path, said: Said
) -> None:
    file, other = tmp_path / "backup.db", tmp_path / "other"

    async def story(store: WholeStore, tables: Tables) -> list[Any]:
        await sign_up(store, tables)
        table = await start_table(store, tables)
        report = await asyncio.to_thread(said, "backup", str(file))
        assert (report["tables"], report["accounts"]) == (1, 1)
        before = await store.read(table)
        assert report["events"] == len(before)
        await tables.act(table, ANN, c.Resign(), command_id="9")
        return [table, before]

    table, before = on_server(tmp_path, story)
    assert file.stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in tmp_path.glob("*backup*")) == ["backup.db"]
    content = file.read_bytes()
    assert "already there" in said("backup", str(file), status=2)
    assert file.read_bytes() == content
    refusal = said("restore", str(file), status=2)
    assert "is not empty" in refusal
    assert "say --replace to delete what it holds" in refusal
    assert run(["admin", "restore", str(file), "--data", str(other)]) == 0
    assert said("restore", str(file), "--replace")["tables"] == 1
    assert file.read_bytes() == content

    async def events(store: WholeStore, _: Tables) -> list[Any]:
        return await store.read(table)

    assert on_server(tmp_path, events) == on_server(other, events) == before
    said("backup", str(file), "--replace")


def test_a_damaged_backup_is_neither_written_nor_restored(tmp_path: Path, said: Said) -> None:
    table = on_server(tmp_path, start_table)
    file = tmp_path / "backup.db"
    said("backup", str(file))
    for path in (file, tmp_path / "tables.db"):
        with closing(sqlite3.connect(path)) as database:
            database.execute("DELETE FROM events WHERE seq = 2")
            database.commit()
    assert table in said("restore", str(file), "--replace", status=2)
    assert table in said("backup", str(tmp_path / "second.db"), status=2)
    assert not (tmp_path / "second.db").exists()
    (tmp_path / "list.txt").write_text("a shopping list")
    assert "not a backup" in said("restore", str(tmp_path / "list.txt"), status=2)
    assert "no backup" in said("restore", str(tmp_path / "missing.db"), status=2)


def test_the_examples_of_the_docs_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def story(store: WholeStore, tables: Tables) -> str:
        await sign_up(store, tables)
        return await start_table(store, tables)

    table = on_server(tmp_path / "data", story)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QWIRKLE_DATA", str(tmp_path / "data"))
    text = (Path(__file__).parents[2] / "docs" / "admin.md").read_text("utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    assert len(lines) > 10
    for line in lines:
        words = shlex.split(line.replace("$TABLE", table))
        assert words[0] == "qwirkle"
        assert run(words[1:]) == 0, (line, capsys.readouterr().err)
