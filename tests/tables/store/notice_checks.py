"""Notices: planned with the table, claimed by one process, sent once; and who wants them."""

from __future__ import annotations

import asyncio

from msgspec.structs import replace

from qwirkle.tables.notices.model import (
    ClaimedNotice,
    Mailbox,
    NoticeKey,
    NoticePlan,
    PlannedNotice,
    PushSubscription,
    QuietHours,
)
from qwirkle.tables.people.model import Account
from qwirkle.tables.storage.ports import IndexEntry
from qwirkle.tables.stores import SqlStore
from qwirkle.testing.expect import expect, new_id
from qwirkle.testing.stores.appends import append_events

CROWD = 8
PAST = -(10**15)
"""Long before anything else in a store: what is due then is of these checks."""


async def a_secret_is_kept_once(store: SqlStore, other: SqlStore) -> None:
    """The first of many is the one that all of them get."""
    name = new_id()
    kept = await asyncio.gather(
        *((store, other)[n % 2].keep_secret(name, f"{n}") for n in range(CROWD))
    )
    expect(len(set(kept)), 1, "secrets of one name")
    expect(await other.keep_secret(name, "later"), kept[0], "a secret that is kept already")
    expect(await other.keep_secret(new_id(), "other"), "other", "a secret of another name")


def _subscription(device: str, endpoint: str, quiet: QuietHours | None = None) -> PushSubscription:
    return PushSubscription(device, endpoint, "BÅ", "c2E", "de", "Europe/Zürich", quiet)


async def a_device_has_one_subscription(store: SqlStore, other: SqlStore) -> None:
    """The last one; and an endpoint belongs to one device."""
    ann, ben, nobody = sorted(new_id() for _ in range(3))
    first = _subscription(ann, f"https://a.example/{new_id()}", QuietHours(1380, 420))
    second = _subscription(ben, f"https://b.example/{new_id()}")
    for subscription in (second, first):
        await store.subscribe(subscription)
    found = await other.subscriptions([nobody, ben, ann])
    expect(found, [first, second], "the subscriptions of two devices")
    expect(await other.subscriptions([]), [], "the subscriptions of no device")
    later = _subscription(ann, f"https://c.example/{new_id()}")
    await other.subscribe(later)
    expect(await store.subscriptions([ann]), [later], "the later subscription of a device")
    moved = _subscription(nobody, later.endpoint)
    await store.subscribe(moved)
    found = await other.subscriptions([ann, ben, nobody])
    expect(found, [second, moved], "subscriptions after an endpoint went to another device")


async def a_subscription_ends(store: SqlStore, other: SqlStore) -> None:
    """A subscription ends when its device says so, or when its endpoint is dead."""
    ann = new_id()
    kept = _subscription(ann, f"https://a.example/{new_id()}")
    await store.subscribe(kept)
    await other.unsubscribe(ann, "https://a.example/an-earlier-one")
    expect(await store.subscriptions([ann]), [kept], "a subscription that was renewed")
    await other.unsubscribe(ann, kept.endpoint)
    expect(await store.subscriptions([ann]), [], "a subscription whose endpoint is dead")
    await store.subscribe(kept)
    await other.unsubscribe(ann)
    expect(await store.subscriptions([ann]), [], "a subscription that was ended")
    await other.unsubscribe(ann)


async def tables_wait_to_be_planned(store: SqlStore, other: SqlStore) -> None:
    """From the append that says so until a plan that says otherwise."""
    table, later = sorted(new_id() for _ in range(2))
    await append_events(store, later, notify_at=PAST + 1)
    await append_events(store, table, notify_at=PAST + 2)
    expect(await other.to_plan(PAST, 9), [], "tables to plan before their time")
    expect(
        await other.to_plan(PAST + 2, 9), [later, table], "tables to plan, the longest due first"
    )
    expect(await other.to_plan(PAST + 2, 1), [later], "the first table to plan")
    await append_events(store, later, expected_seq=1)
    expect(await other.to_plan(PAST + 2, 9), [table], "tables to plan after another append")
    stale = NoticePlan(table, 9, 1, (PlannedNotice("turn", "mail"),), None)
    expect(await other.plan_notices([stale], PAST), [table], "tables that have changed since")
    expect(await other.to_plan(PAST + 2, 9), [table], "tables to plan after a plan that was late")
    expect(await store.claim_notices(PAST, PAST + 9, 9), [], "notices of a plan that was late")
    again = NoticePlan(table, 1, 1, (), PAST + 3)
    gone = NoticePlan(new_id(), 1, 1, (), None)
    expect(await other.plan_notices([gone, again], PAST), [gone.game], "tables that are not there")
    expect(await store.to_plan(PAST + 2, 9), [], "tables to plan before they are due again")
    expect(await store.to_plan(PAST + 3, 9), [table], "tables to plan when they are due again")
    await store.plan_notices([NoticePlan(table, 1, 1, (), None)], PAST)
    expect(await other.to_plan(PAST + 9, 9), [], "tables to plan when all is planned")


async def _plan(store: SqlStore, *targets: str, turn: int = 3) -> str:
    table = new_id()
    await append_events(store, table)
    notices = tuple(PlannedNotice("turn", target) for target in targets)
    await store.plan_notices([NoticePlan(table, 1, turn, notices, None)], PAST)
    return table


async def _drain(store: SqlStore) -> list[NoticeKey]:
    """Claim and finish whatever checks have left behind."""
    found = [claimed.key for claimed in await store.claim_notices(PAST + 500, PAST + 900, 99)]
    for key in found:
        await store.finish_notice(key)
    return found


async def a_notice_is_claimed_by_one(store: SqlStore, other: SqlStore) -> None:
    """Of many who want it at once; and by another when the claim has expired."""
    table = await _plan(store, "mail", "webhook")
    asked = await asyncio.gather(
        *((store, other)[n % 2].claim_notices(PAST, PAST + 100, 9) for n in range(CROWD))
    )
    mail, hook = (NoticeKey(table, 3, "turn", target) for target in ("mail", "webhook"))
    wanted = [ClaimedNotice(mail, 1), ClaimedNotice(hook, 1)]
    got = sorted((claimed for part in asked for claimed in part), key=lambda found: found.key)
    expect(got, wanted, "notices claimed by many at once")
    expect(await other.claim_notices(PAST + 99, PAST + 200, 9), [], "notices that are claimed")
    await store.finish_notice(mail)
    found = await other.claim_notices(PAST + 100, PAST + 200, 9)
    expect(found, [ClaimedNotice(hook, 2)], "notices whose claim has expired")
    await _drain(store)


async def a_notice_is_never_made_twice(store: SqlStore, other: SqlStore) -> None:
    """However often a turn is planned; another turn replaces it."""
    target = f"push:{new_id()}"
    table = await _plan(store, target)
    await _drain(store)
    seen = PlannedNotice("reminder", target, seen=True)
    again = NoticePlan(table, 1, 3, (PlannedNotice("turn", target), seen), None)
    await asyncio.gather(*((store, other)[n % 2].plan_notices([again], PAST) for n in range(CROWD)))
    expect(await _drain(other), [], "notices that were sent or seen")
    late = NoticePlan(table, 1, 3, (PlannedNotice("reminder", target),), None)
    await other.plan_notices([late], PAST)
    expect(await _drain(store), [], "a notice that was seen before")
    following = NoticePlan(table, 1, 4, (PlannedNotice("turn", target),), None)
    await store.plan_notices([following], PAST)
    wanted = [NoticeKey(table, 4, "turn", target)]
    expect(await _drain(other), wanted, "notices of the next turn")
    expect(await store.notices_to(target), wanted, "notices after another turn")


async def a_notice_waits_for_its_next_attempt(store: SqlStore, other: SqlStore) -> None:
    """As long as it was postponed; a late word about an earlier attempt changes nothing."""
    await _plan(store, "mail")
    (first,) = await store.claim_notices(PAST, PAST + 10, 9)
    await other.postpone_notice(first, PAST + 50)
    expect(await store.claim_notices(PAST + 49, PAST + 99, 9), [], "a notice that was postponed")
    (second,) = await other.claim_notices(PAST + 50, PAST + 60, 9)
    expect(second, ClaimedNotice(first.key, 2), "the second attempt")
    await store.postpone_notice(first, PAST + 1)
    expect(await store.claim_notices(PAST + 59, PAST + 99, 9), [], "a notice that another sends")
    await other.finish_notice(second.key)
    await store.postpone_notice(second, PAST + 1)
    expect(await store.claim_notices(PAST + 99, PAST + 199, 9), [], "a notice that is done")
    await store.finish_notice(NoticeKey(new_id(), 1, "turn", "mail"))


async def notices_are_listed_and_forgotten(store: SqlStore, other: SqlStore) -> None:
    """Notices are listed by recipient while their tables go on, and forgotten when they are old."""
    target = f"push:{new_id()}"
    tables = [await _plan(store, target, turn=n) for n in range(3)]
    over = IndexEntry("A table", "classic", finished=True)
    await append_events(other, tables[1], expected_seq=1, index=over)
    wanted = sorted(NoticeKey(tables[n], n, "turn", target) for n in (0, 2))
    expect(await other.notices_to(target), wanted, "notices to a recipient")
    expect(await other.forget_notices(PAST), 0, "notices that are not old")
    expect(await other.forget_notices(PAST + 1) >= 3, True, "old notices that were forgotten")
    expect(await store.notices_to(target), [], "notices that were forgotten")


async def an_account_has_one_mailbox(store: SqlStore, other: SqlStore) -> None:
    """The last one, confirmed by its own token, until it or the account is removed."""
    ann, ben, gone = sorted(new_id() for _ in range(3))
    for account in (ann, ben):
        await store.add_account(Account(account, f"n{account}", "password", 1))
    first = Mailbox(ann, "ann@example.org", "de", 5, new_id())
    second = Mailbox(ben, "ben@example.org", "en", 6, None)
    for mailbox in (first, second, replace(first, account=gone, token=new_id())):
        await store.keep_mailbox(mailbox)
    expect(await other.mailboxes([gone, ben, ann]), [first, second], "the mailboxes of accounts")
    expect(await other.mailboxes([]), [], "the mailboxes of no account")
    later = replace(first, address="ann@example.net", token=new_id())
    await other.keep_mailbox(later)
    expect(await store.confirm_mailbox(first.token or ""), False, "an earlier token")
    expect(await store.mailboxes([ann]), [later], "a mailbox that waits to be confirmed")
    expect(await store.confirm_mailbox(later.token or ""), True, "the token of a mailbox")
    expect(await other.confirm_mailbox(later.token or ""), False, "a token for the second time")
    expect(await other.mailboxes([ann]), [replace(later, token=None)], "a confirmed mailbox")
    await other.remove_mailbox(ann)
    await store.remove_account(ben)
    expect(await store.mailboxes([ann, ben]), [], "mailboxes that were removed")
    expect(await store.confirm_mailbox(later.token or ""), False, "a token that was removed")
    expect(await store.mail_asked_at(ann), later.asked_at, "when a removed mailbox was asked for")
    expect(await store.mail_asked_at(ben), None, "when a removed account asked")
    await store.keep_mailbox(later)
    expect(await other.mailboxes([ann]), [later], "a mailbox that was given again")


async def a_seat_is_muted_until_it_is_not(store: SqlStore, other: SqlStore) -> None:
    """One seat of one table; forgotten with the table, and with the account that has the seat."""
    ann, ben, gone = sorted(new_id() for _ in range(3))
    for account in (ann, ben):
        await store.add_account(Account(account, f"n{account}", "password", 1))
    first, second, kept, missing = sorted(new_id() for _ in range(4))
    for table in (first, second, kept):
        await append_events(store, table)
    await store.mute(first, {0: ann, 1: None, 2: gone})
    await other.mute(second, {0: ben, 3: ann})
    await other.mute(second, {3: ann})
    await store.mute(missing, {0: ann})
    await store.mute(kept, {1: ann, 2: None})
    all_tables = [first, second, kept, missing]
    everywhere = {(first, 0), (first, 1), (first, 2), (second, 0), (second, 3)}
    everywhere |= {(kept, 1), (kept, 2)}
    expect(await other.muted_seats(all_tables), everywhere, "muted seats")
    expect(await other.muted_seats([]), set(), "muted seats of no table")
    expect(await store.muted_seats([second]), {(second, 0), (second, 3)}, "those of one table")
    expect(
        (await other.exported(ann)).muted, [first, second, kept], "tables that an account has muted"
    )
    expect((await other.exported(gone)).muted, [], "tables that an unknown account has muted")
    await other.unmute(first, [1, 2])
    await other.unmute(missing, [0])
    everywhere -= {(first, 1), (first, 2)}
    expect(await store.muted_seats(all_tables), everywhere, "muted seats after unmuting some")
    await store.remove_account(ben)
    everywhere.remove((second, 0))
    expect(await other.muted_seats(all_tables), everywhere, "muted seats without an account")
    await other.remove_table(first)
    everywhere.remove((first, 0))
    expect(await store.muted_seats(all_tables), everywhere, "muted seats without a table")
    expect((await store.exported(ann)).muted, [second, kept], "what is left to an account")


CHECKS = (
    a_seat_is_muted_until_it_is_not,
    an_account_has_one_mailbox,
    a_secret_is_kept_once,
    a_device_has_one_subscription,
    a_subscription_ends,
    tables_wait_to_be_planned,
    a_notice_is_claimed_by_one,
    a_notice_is_never_made_twice,
    a_notice_waits_for_its_next_attempt,
    notices_are_listed_and_forgotten,
)
