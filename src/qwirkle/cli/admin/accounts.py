"""``qwirkle admin accounts``: people who forgot a password, and people who have to go."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

from cyclopts import Parameter

from qwirkle.cli.admin.place import NOWHERE, Where, Yes, confirm
from qwirkle.cli.admin.tables import format_time
from qwirkle.cli.arguments import AsJson
from qwirkle.errors import QwirkleError
from qwirkle.terminal.output import PlainConsole, print_json

if TYPE_CHECKING:
    from qwirkle.tables.storage.ports import Account, WholeStore

AccountName = Annotated[str, Parameter(help="The name or the id of the account.")]
T = TypeVar("T")
PAGE = 500


def list_accounts(*, where: Where = NOWHERE, as_json: AsJson = False) -> None:
    """List all accounts, the oldest first. In JSON, times are milliseconds since 1970."""
    found = asyncio.run(_list(where))
    if as_json:
        print_json([_public(account) for account in found])
        return
    console = PlainConsole(soft_wrap=True)
    for account in found:
        banned = "" if account.banned_at is None else f"  banned {format_time(account.banned_at)}"
        console.print(f"{account.id}  {format_time(account.created_at)}  {account.name}{banned}")
    if not found:
        console.print("There are no accounts.")


def reset(
    account: AccountName,
    /,
    *,
    url: Annotated[str, Parameter(env_var="QWIRKLE_URL")] = "http://127.0.0.1:8000",
    where: Where = NOWHERE,
    as_json: AsJson = False,
) -> None:
    """Print a link with which the owner of an account sets a new password.

    The link works once, for two days, and until the password changes. Send it only to the owner.

    Parameters
    ----------
    url
        The public address of the server, as for qwirkle serve.
    """

    async def work(store: WholeStore, known: Account) -> str:
        from qwirkle.tables.people.accounts import Accounts

        if known.banned_at is not None:
            raise QwirkleError(f"the account {known.name} is banned; lift the ban first")
        return await Accounts(store).reset_token(known.id)

    known, token = _at_account(where, account, work)
    # Behind a # it is in no log and no header.
    link = f"{url.rstrip('/')}/account#reset={token}"
    if as_json:
        print_json({**_public(known), "link": link})
    else:
        PlainConsole(soft_wrap=True).print(link)


def rename(
    account: AccountName, name: str, /, *, where: Where = NOWHERE, as_json: AsJson = False
) -> None:
    """Give an account another name. Tables keep the name it had.

    Parameters
    ----------
    name
        The new name.
    """

    async def work(store: WholeStore, known: Account) -> str:
        from qwirkle.tables.people.accounts import rename_account

        return await rename_account(store, known.id, name)

    known, new = _at_account(where, account, work)
    _say({**_public(known), "name": new}, f"{known.name} is now {new}.", as_json=as_json)


def ban(account: AccountName, /, *, where: Where = NOWHERE, as_json: AsJson = False) -> None:
    """Ban an account: it is signed out, and can neither sign in nor sit down."""
    at = time.time_ns() // 1_000_000

    async def work(store: WholeStore, known: Account) -> None:
        await store.ban_account(known.id, at)

    known, _ = _at_account(where, account, work)
    _say({**_public(known), "banned_at": at}, f"{known.name} is banned.", as_json=as_json)


def unban(account: AccountName, /, *, where: Where = NOWHERE, as_json: AsJson = False) -> None:
    """Lift a ban."""

    async def work(store: WholeStore, known: Account) -> None:
        await store.ban_account(known.id, None)

    known, _ = _at_account(where, account, work)
    sentence = f"{known.name} is no longer banned."
    _say({**_public(known), "banned_at": None}, sentence, as_json=as_json)


def delete(
    account: AccountName, /, *, yes: Yes = False, where: Where = NOWHERE, as_json: AsJson = False
) -> None:
    """Delete an account with its history and ratings. Tables keep the names of their players.

    Parameters
    ----------
    yes
        Do not ask.
    """

    async def work(store: WholeStore, known: Account) -> None:
        await store.remove_account(known.id)

    known = asyncio.run(_find(where, account))
    confirm(f"Delete the account {known.name} for ever?", yes=yes)
    _at_account(where, known.id, work)
    _say(_public(known), f"Deleted the account {known.name}.", as_json=as_json)


def _at_account(
    where: Where, account: AccountName, work: Callable[[WholeStore, Account], Awaitable[T]]
) -> tuple[Account, T]:
    async def at() -> tuple[Account, T]:
        async with where.store() as store:
            known = await _account(store, account)
            return known, await work(store, known)

    return asyncio.run(at())


async def _find(where: Where, account: AccountName) -> Account:
    async with where.store() as store:
        return await _account(store, account)


async def _account(store: WholeStore, account: AccountName) -> Account:
    known = await store.account_named(account) or await store.account(account)
    if known is None:
        raise QwirkleError(f"there is no account “{account}”")
    return known


async def _list(where: Where) -> list[Account]:
    async with where.store() as store:
        found: list[Account] = []
        while page := await store.oldest_accounts(
            PAGE, (found[-1].created_at, found[-1].id) if found else None
        ):
            found += page
    return found


def _public(account: Account) -> dict[str, str | int | None]:
    return {
        "account": account.id,
        "name": account.name,
        "created_at": account.created_at,
        "banned_at": account.banned_at,
    }


def _say(value: object, sentence: str, *, as_json: bool) -> None:
    if as_json:
        print_json(value)
    else:
        PlainConsole().print(sentence)
