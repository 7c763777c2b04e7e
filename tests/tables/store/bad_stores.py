"""Stores that do not keep to the bargain, each in one way."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from qwirkle.tables.notices.model import ClaimedNotice, NoticeKey, NoticePlan, PushSubscription
from qwirkle.tables.notices.store import KEY, NOTICES
from qwirkle.tables.people.model import Account, Rating, Revision
from qwirkle.tables.people.store import RATED
from qwirkle.tables.storage.ports import (
    Accepted,
    Append,
    Conflict,
    GameRow,
    Outcome,
    Repeated,
    Stored,
)
from qwirkle.tables.storage.sql.schema import (
    ACCOUNTS,
    COMMANDS,
    DOCUMENTS,
    GAMES,
)
from qwirkle.tables.stores import SqlStore


class LastWriterWins(SqlStore):
    async def append(self, append: Append) -> Outcome:
        row = await self.row(append.game)
        last = row.last_seq if row else 0
        return await super().append(replace(append, expected_seq=last))


class WinnersAll(SqlStore):
    """Looks, waits, and writes."""

    async def append(self, append: Append) -> Outcome:
        row = await self.row(append.game)
        outcome = await super().append(append)
        if (row.last_seq if row else 0) != append.expected_seq:
            return outcome
        while isinstance(outcome, Conflict):
            outcome = await super().append(replace(append, expected_seq=outcome.seq))
        if isinstance(outcome, Accepted):
            return Accepted(append.expected_seq + len(append.events))
        return outcome


class WritesRepeats(SqlStore):
    async def append(self, append: Append) -> Outcome:
        await self._run(
            sa.delete(COMMANDS).where(
                COMMANDS.c["game"] == append.game, COMMANDS.c.command_id == append.command_id
            )
        )
        return await super().append(append)


class AnswersAnew(SqlStore):
    async def append(self, append: Append) -> Outcome:
        outcome = await super().append(append)
        return Repeated(append.answer) if isinstance(outcome, Repeated) else outcome


class ConflictBeforeRepeat(SqlStore):
    async def append(self, append: Append) -> Outcome:
        row = await self.row(append.game)
        last = row.last_seq if row else 0
        return Conflict(last) if last != append.expected_seq else await super().append(append)


class CommandsOfAllTables(SqlStore):
    async def append(self, append: Append) -> Outcome:
        same = sa.select(COMMANDS.c.answer).where(COMMANDS.c.command_id == append.command_id)
        answer = await self._database.read(lambda connection: connection.scalar(same))
        return await super().append(append) if answer is None else Repeated(answer.encode())


class KeepsAnswersOfConflicts(SqlStore):
    async def append(self, append: Append) -> Outcome:
        outcome = await super().append(append)
        if isinstance(outcome, Conflict):
            answer = append.answer.decode()
            row = {"game": append.game, "command_id": append.command_id, "answer": answer}
            await self._run(sa.insert(COMMANDS).values(row))
        return outcome


class TidiesJson(SqlStore):
    async def read(self, game: str, since: int = 0) -> list[Stored]:
        return [
            replace(event, body=msgspec.json.format(event.body, indent=0))
            for event in await super().read(game, since)
        ]


class CountsFromZero(SqlStore):
    async def read(self, game: str, since: int = 0) -> list[Stored]:
        events = await super().read(game, since)
        return [replace(event, seq=event.seq - 1) for event in events]


class KeepsWhatWasDue(SqlStore):
    async def append(self, append: Append) -> Outcome:
        row = await self.row(append.game)
        if append.due is None and row is not None:
            append = replace(append, due=row.due)
        return await super().append(append)


class ForgetsEntries(SqlStore):
    async def row(self, game: str) -> GameRow | None:
        row = await super().row(game)
        return None if row is None else replace(row, index=None)


class OrdersIdsLikePeople(SqlStore):
    async def games(self, after: str | None, limit: int) -> list[str]:
        ids = sorted(await super().games(None, 10**6), key=str.lower)
        return [id_ for id_ in ids if after is None or id_.lower() > after.lower()][:limit]


class NamesAsWritten(SqlStore):
    async def account_named(self, name: str) -> Account | None:
        accounts = await self.oldest_accounts(10**6)
        return next((account for account in accounts if account.name == name), None)


class SessionsForEver(SqlStore):
    async def session(self, token_hash: str, now: int) -> Account | None:
        return await super().session(token_hash, min(now, 99))


class PasswordsKeepSessions(SqlStore):
    async def change_password(self, account: str, password: str) -> None:
        same = ACCOUNTS.c["id"] == account
        await self._run(sa.update(ACCOUNTS).where(same).values(password=password))


class RatesAgain(SqlStore):
    async def rate(
        self, game: str, edition: str, accounts: Sequence[str], at: int, revise: Revision
    ) -> bool:
        await self._run(sa.delete(RATED).where(RATED.c["game"] == game))
        return await super().rate(game, edition, accounts, at, revise)


class LosesRevisions(SqlStore):
    async def rate(
        self, game: str, edition: str, accounts: Sequence[str], at: int, revise: Revision
    ) -> bool:
        before: list[Rating | None] = [
            (await self.ratings(account)).get(edition) for account in accounts
        ]
        await asyncio.sleep(0)
        return await super().rate(
            game, edition, accounts, at, lambda _, earlier: revise(before, earlier)
        )


class ForgetsWhoHasMet(SqlStore):
    async def rate(
        self, game: str, edition: str, accounts: Sequence[str], at: int, revise: Revision
    ) -> bool:
        return await super().rate(game, edition, accounts, at, lambda before, _: revise(before, 0))


class DocumentsOfAllVersions(SqlStore):
    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        del version
        same = sa.and_(DOCUMENTS.c["game"] == game, DOCUMENTS.c.kind == kind)
        wanted = sa.select(DOCUMENTS.c.body).where(same)
        body = await self._database.read(lambda connection: connection.scalar(wanted))
        return None if body is None else body.encode()


class KeepsFirstDocuments(SqlStore):
    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        same = sa.and_(DOCUMENTS.c["game"] == game, DOCUMENTS.c.kind == kind)
        wanted = sa.select(DOCUMENTS.c.body).where(same)
        if await self._database.read(lambda connection: connection.scalar(wanted)) is None:
            await super().keep_document(game, kind, version, body, at)


class ManySecrets(SqlStore):
    async def keep_secret(self, name: str, value: str) -> str:
        await super().keep_secret(name, value)
        return value


class ManySubscriptions(SqlStore):
    """An endpoint may belong to several devices."""

    async def subscribe(self, subscription: PushSubscription) -> None:
        own = f"{subscription.device} {subscription.endpoint}"
        await super().subscribe(replace(subscription, endpoint=own))

    async def subscriptions(self, devices: Sequence[str]) -> list[PushSubscription]:
        return [
            replace(known, endpoint=known.endpoint.removeprefix(f"{known.device} "))
            for known in await super().subscriptions(devices)
        ]


class EndsRenewedSubscriptions(SqlStore):
    async def unsubscribe(self, device: str, endpoint: str | None = None) -> None:  # noqa: ARG002
        await super().unsubscribe(device)


class MutesForNobody(SqlStore):
    """Forgets whose seat it is, and so keeps it when the account goes."""

    async def mute(self, game: str, seats: Mapping[int, str | None]) -> None:
        await super().mute(game, dict.fromkeys(seats))


class UnmutesWholeTables(SqlStore):
    async def unmute(self, game: str, seats: Collection[int]) -> None:  # noqa: ARG002
        await super().unmute(game, range(9))


class PlansBlindly(SqlStore):
    """Plans for tables that have changed since."""

    async def plan_notices(self, plans: Sequence[NoticePlan], at: int) -> list[str]:
        rows = [(plan, await self.row(plan.game)) for plan in plans]
        seen = [replace(plan, seq=row.last_seq) for plan, row in rows if row is not None]
        return await super().plan_notices(seen, at)


class ForgetsPlans(SqlStore):
    """What a table says about its notices is lost with the next gesture."""

    async def append(self, append: Append) -> Outcome:
        return await super().append(replace(append, notify_at=None))


class ClaimsForAll(SqlStore):
    async def claim_notices(self, now: int, until: int, limit: int) -> list[ClaimedNotice]:
        claimed = await super().claim_notices(now, until, limit)
        for notice in claimed:
            await self._run(sa.update(NOTICES).where(_is(notice.key)).values(due_at=now))
        return claimed


class ClaimsForEver(SqlStore):
    """Leaves the notices of a process that has died alone."""

    async def claim_notices(self, now: int, until: int, limit: int) -> list[ClaimedNotice]:
        return await super().claim_notices(now, until + 10**16, limit)


class MakesNoticesAgain(SqlStore):
    async def plan_notices(self, plans: Sequence[NoticePlan], at: int) -> list[str]:
        games = {plan.game for plan in plans}
        await self._run(sa.delete(NOTICES).where(NOTICES.c["game"].in_(games)))
        return await super().plan_notices(plans, at)


class PostponesLate(SqlStore):
    """Listens to a process whose claim has expired."""

    async def postpone_notice(self, claimed: ClaimedNotice, until: int) -> None:
        waiting = sa.and_(_is(claimed.key), NOTICES.c.due_at.is_not(None))
        await self._run(sa.update(NOTICES).where(waiting).values(due_at=until))


class ListsFinishedTables(SqlStore):
    async def notices_to(self, target: str) -> list[NoticeKey]:
        wanted = sa.select(*KEY).where(NOTICES.c.target == target).order_by(*KEY)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        return [NoticeKey(*row) for row in rows]


class LeavesDocuments(SqlStore):
    async def remove_table(self, game: str, before: int | None = None) -> bool:
        wanted = sa.select(DOCUMENTS).where(DOCUMENTS.c["game"] == game)
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        removed = await super().remove_table(game, before)
        for row in rows if removed else ():
            await self._run(sa.insert(DOCUMENTS).values(row._asdict()))
        return removed


class RemovesWhatChanged(SqlStore):
    async def remove_table(self, game: str, before: int | None = None) -> bool:
        del before
        return await super().remove_table(game)


class OldTablesOfAnyone(SqlStore):
    async def old_guest_tables(self, before: int, limit: int) -> list[str]:
        rows = await self.latest_tables(10**6, finished=True)
        return [row.game for row in rows[::-1] if row.updated_at <= before and not row.due][:limit]


class RenamesToTakenNames(SqlStore):
    async def rename_account(self, account: str, name: str) -> bool:
        same = ACCOUNTS.c["id"] == account
        return bool(await self._run(sa.update(ACCOUNTS).where(same).values(name=name)))


class BansKeepSessions(SqlStore):
    async def ban_account(self, account: str, at: int | None) -> None:
        same = ACCOUNTS.c["id"] == account
        await self._run(sa.update(ACCOUNTS).where(same).values(banned_at=at))


class ClaimsNothing(SqlStore):
    async def claim_due(self, before: int, limit: int, *, now: int, lease: int) -> list[str]:
        del lease
        return await super().claim_due(before, limit, now=now, lease=0)


class BelievesWrongClocks(SqlStore):
    async def claim_due(self, before: int, limit: int, *, now: int, lease: int) -> list[str]:
        held = GAMES.c.leased_until > now
        games = await self._scalars(sa.select(GAMES.c["game"]).where(held))
        found = await super().claim_due(before, limit, now=now, lease=lease)
        return [game for game in found if not lease or game not in games]


class Breaks(SqlStore):
    async def row(self, game: str) -> GameRow | None:
        raise RuntimeError(f"no row of {game} today")


def _is(key: NoticeKey) -> sa.ColumnElement[bool]:
    values = (key.game, key.turn, key.kind, key.target)
    return sa.and_(*(column == value for column, value in zip(KEY, values, strict=True)))


KINDS: dict[type[SqlStore], str] = {
    LastWriterWins: "what_was_not_expected_is_a_conflict",
    WinnersAll: "a_race_has_one_winner",
    WritesRepeats: "a_repeat_gets_the_first_answer",
    AnswersAnew: "a_repeat_gets_the_first_answer",
    ConflictBeforeRepeat: "a_repeat_gets_the_first_answer",
    CommandsOfAllTables: "a_repeat_gets_the_first_answer",
    KeepsAnswersOfConflicts: "what_was_not_expected_is_a_conflict",
    TidiesJson: "bytes_come_back_as_they_were",
    CountsFromZero: "events_are_numbered_from_one_without_gaps",
    KeepsWhatWasDue: "a_row_follows_its_events",
    ForgetsEntries: "a_row_follows_its_events",
    OrdersIdsLikePeople: "ids_come_in_order_of_their_bytes",
    NamesAsWritten: "names_differ_in_more_than_case",
    SessionsForEver: "sessions_end",
    PasswordsKeepSessions: "sessions_end",
    RatesAgain: "a_table_is_rated_once",
    ForgetsWhoHasMet: "tables_of_a_pair_are_counted",
    LosesRevisions: "ratings_of_many_tables_add_up",
    DocumentsOfAllVersions: "a_document_is_kept_for_its_version",
    KeepsFirstDocuments: "a_later_document_replaces_an_earlier_one",
    ManySecrets: "a_secret_is_kept_once",
    ManySubscriptions: "a_device_has_one_subscription",
    EndsRenewedSubscriptions: "a_subscription_ends",
    MutesForNobody: "a_seat_is_muted_until_it_is_not",
    UnmutesWholeTables: "a_seat_is_muted_until_it_is_not",
    PlansBlindly: "tables_wait_to_be_planned",
    ForgetsPlans: "tables_wait_to_be_planned",
    ClaimsForAll: "a_notice_is_claimed_by_one",
    ClaimsForEver: "a_notice_is_claimed_by_one",
    MakesNoticesAgain: "a_notice_is_never_made_twice",
    PostponesLate: "a_notice_waits_for_its_next_attempt",
    ListsFinishedTables: "notices_are_listed_and_forgotten",
    LeavesDocuments: "a_removed_table_leaves_nothing_behind",
    RemovesWhatChanged: "a_table_that_changed_meanwhile_is_not_removed",
    OldTablesOfAnyone: "only_old_finished_tables_of_guests_are_found",
    RenamesToTakenNames: "an_account_is_renamed_unless_the_name_is_taken",
    BansKeepSessions: "a_banned_account_has_no_sessions",
    ClaimsNothing: "a_claimed_table_is_kept_from_others_until_the_lease_ends",
    BelievesWrongClocks: "a_lease_of_a_wrong_clock_does_not_count",
    Breaks: "a_table_that_is_not_there_is_empty",
}
"""Each with the check that must notice it first."""
