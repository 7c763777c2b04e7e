"""Stores that do not keep to the bargain, each in one way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from qwirkle.tables.storage.ports import (
    Accepted,
    Account,
    Append,
    ClaimedNotice,
    Conflict,
    GameRow,
    NoticeKey,
    NoticePlan,
    Outcome,
    PushSubscription,
    Rating,
    Repeated,
    Revision,
    Stored,
)
from qwirkle.testing.memory_store import MemoryStore


class LastWriterWins(MemoryStore):
    async def append(self, append: Append) -> Outcome:
        row = await self.row(append.game)
        last = row.last_seq if row else 0
        return await super().append(replace(append, expected_seq=last))


class WinnersAll(MemoryStore):
    """Looks, waits, and writes."""

    async def append(self, append: Append) -> Outcome:
        row = await self.row(append.game)
        if (row.last_seq if row else 0) != append.expected_seq:
            return await super().append(append)
        await asyncio.sleep(0)
        last = len(self._events.get(append.game, ()))
        outcome = await super().append(replace(append, expected_seq=last))
        if isinstance(outcome, Accepted):
            return Accepted(append.expected_seq + len(append.events))
        return outcome


class WritesRepeats(MemoryStore):
    async def append(self, append: Append) -> Outcome:
        self._answers.pop((append.game, append.command_id), None)
        return await super().append(append)


class AnswersAnew(MemoryStore):
    async def append(self, append: Append) -> Outcome:
        outcome = await super().append(append)
        return Repeated(append.answer) if isinstance(outcome, Repeated) else outcome


class ConflictBeforeRepeat(MemoryStore):
    async def append(self, append: Append) -> Outcome:
        row = await self.row(append.game)
        last = row.last_seq if row else 0
        return Conflict(last) if last != append.expected_seq else await super().append(append)


class CommandsOfAllTables(MemoryStore):
    async def append(self, append: Append) -> Outcome:
        for (_, command), answer in self._answers.items():
            if command == append.command_id:
                return Repeated(answer)
        return await super().append(append)


class KeepsAnswersOfConflicts(MemoryStore):
    async def append(self, append: Append) -> Outcome:
        outcome = await super().append(append)
        if isinstance(outcome, Conflict):
            self._answers[append.game, append.command_id] = append.answer
        return outcome


class TidiesJson(MemoryStore):
    async def read(self, game: str, since: int = 0) -> list[Stored]:
        return [
            replace(event, body=msgspec.json.format(event.body, indent=0))
            for event in await super().read(game, since)
        ]


class CountsFromZero(MemoryStore):
    async def read(self, game: str, since: int = 0) -> list[Stored]:
        events = await super().read(game, since)
        return [replace(event, seq=event.seq - 1) for event in events]


class KeepsWhatWasDue(MemoryStore):
    async def append(self, append: Append) -> Outcome:
        row = await self.row(append.game)
        if append.due is None and row is not None:
            append = replace(append, due=row.due)
        return await super().append(append)


class ForgetsEntries(MemoryStore):
    async def row(self, game: str) -> GameRow | None:
        row = await super().row(game)
        return None if row is None else replace(row, index=None)


class OrdersIdsLikePeople(MemoryStore):
    async def games(self, after: str | None, limit: int) -> list[str]:
        ids = sorted(self._rows, key=str.lower)
        return [id_ for id_ in ids if after is None or id_.lower() > after.lower()][:limit]


class NamesAsWritten(MemoryStore):
    async def account_named(self, name: str) -> Account | None:
        return next((account for account in self._accounts.values() if account.name == name), None)


class SessionsForEver(MemoryStore):
    async def session(self, token_hash: str, now: int) -> Account | None:
        return await super().session(token_hash, min(now, 99))


class PasswordsKeepSessions(MemoryStore):
    def _end_sessions(self, account: str) -> None:
        pass


class RatesAgain(MemoryStore):
    async def rate(
        self, game: str, edition: str, accounts: Sequence[str], at: int, revise: Revision
    ) -> bool:
        self._rated.pop(game, None)
        return await super().rate(game, edition, accounts, at, revise)


class LosesRevisions(MemoryStore):
    async def rate(
        self, game: str, edition: str, accounts: Sequence[str], at: int, revise: Revision
    ) -> bool:
        before: list[Rating | None] = [
            self._ratings.get((account, edition)) for account in accounts
        ]
        await asyncio.sleep(0)
        return await super().rate(
            game, edition, accounts, at, lambda _, earlier: revise(before, earlier)
        )


class ForgetsWhoHasMet(MemoryStore):
    def _tables_together(self, *_: Any) -> int:
        return 0


class DocumentsOfAllVersions(MemoryStore):
    async def document(self, game: str, kind: str, version: str) -> bytes | None:
        kept = self._documents.get((game, kind))
        return None if kept is None else await super().document(game, kind, version) or kept[1]


class KeepsFirstDocuments(MemoryStore):
    async def keep_document(self, game: str, kind: str, version: str, body: bytes, at: int) -> None:
        if (game, kind) not in self._documents:
            await super().keep_document(game, kind, version, body, at)


class ManySecrets(MemoryStore):
    async def keep_secret(self, name: str, value: str) -> str:
        self._secrets[name] = value
        return value


class ManySubscriptions(MemoryStore):
    """An endpoint may belong to several devices."""

    async def subscribe(self, subscription: PushSubscription) -> None:
        self._subscriptions[subscription.device] = subscription


class EndsRenewedSubscriptions(MemoryStore):
    async def unsubscribe(self, device: str, endpoint: str | None = None) -> None:  # noqa: ARG002
        await super().unsubscribe(device)


class PlansBlindly(MemoryStore):
    """Plans for tables that have changed since."""

    async def plan_notices(self, plans: Sequence[NoticePlan], at: int) -> list[str]:
        rows = {plan.game: self._rows.get(plan.game) for plan in plans}
        known = [(plan, row) for plan in plans if (row := rows[plan.game]) is not None]
        seen = [replace(plan, seq=row.last_seq) for plan, row in known]
        return await super().plan_notices(seen, at)


class ForgetsPlans(MemoryStore):
    """What a table says about its notices is lost with the next gesture."""

    async def append(self, append: Append) -> Outcome:
        return await super().append(replace(append, notify_at=None))


class ClaimsForAll(MemoryStore):
    async def claim_notices(self, now: int, until: int, limit: int) -> list[ClaimedNotice]:
        claimed = await super().claim_notices(now, until, limit)
        for notice in claimed:
            self._notices[notice.key].due_at = now
        return claimed


class ClaimsForEver(MemoryStore):
    """Leaves the notices of a process that has died alone."""

    async def claim_notices(self, now: int, until: int, limit: int) -> list[ClaimedNotice]:
        return await super().claim_notices(now, until + 10**16, limit)


class MakesNoticesAgain(MemoryStore):
    async def plan_notices(self, plans: Sequence[NoticePlan], at: int) -> list[str]:
        games = {plan.game for plan in plans}
        self._notices = {key: kept for key, kept in self._notices.items() if key.game not in games}
        return await super().plan_notices(plans, at)


class PostponesLate(MemoryStore):
    """Listens to a process whose claim has expired."""

    async def postpone_notice(self, claimed: ClaimedNotice, until: int) -> None:
        kept = self._notices.get(claimed.key)
        if kept is not None and kept.due_at is not None:
            kept.due_at = until


class ListsFinishedTables(MemoryStore):
    async def notices_to(self, target: str) -> list[NoticeKey]:
        return sorted(key for key in self._notices if key.target == target)


class LeavesDocuments(MemoryStore):
    async def remove_table(self, game: str, before: int | None = None) -> bool:
        documents = dict(self._documents)
        removed = await super().remove_table(game, before)
        self._documents = documents
        return removed


class RemovesWhatChanged(MemoryStore):
    async def remove_table(self, game: str, before: int | None = None) -> bool:
        del before
        return await super().remove_table(game)


class OldTablesOfAnyone(MemoryStore):
    async def old_guest_tables(self, before: int, limit: int) -> list[str]:
        rows = await self.latest_tables(10**6, finished=True)
        return [row.game for row in rows[::-1] if row.updated_at <= before and not row.due][:limit]


class RenamesToTakenNames(MemoryStore):
    async def rename_account(self, account: str, name: str) -> bool:
        known = self._accounts.get(account)
        if known is None:
            return False
        self._accounts[account] = replace(known, name=name)
        return True


class BansKeepSessions(MemoryStore):
    async def ban_account(self, account: str, at: int | None) -> None:
        sessions = dict(self._sessions)
        await super().ban_account(account, at)
        self._sessions = sessions


class Breaks(MemoryStore):
    async def row(self, game: str) -> GameRow | None:
        raise RuntimeError(f"no row of {game} today")


KINDS: dict[type[MemoryStore], str] = {
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
    Breaks: "a_table_that_is_not_there_is_empty",
}
"""Each with the check that must notice it first."""
