"""Pending notices, the devices and mailboxes that want them, and muted seats, in the database."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from qwirkle.tables.notices.model import (
    BEFORE_GAME,
    ClaimedNotice,
    ExportedNotices,
    Mailbox,
    NoticeKey,
    NoticePlan,
    PlannedNotice,
    PushSubscription,
    QuietHours,
    TriedNotice,
)
from qwirkle.tables.notices.plan import TO_PLAYERS
from qwirkle.tables.storage.sql.rows import SecretRows, fill
from qwirkle.tables.storage.sql.schema import ACCOUNTS, GAMES, ID, METADATA, account_column

MAILBOXES = sa.Table(
    "mailboxes",
    METADATA,
    account_column(primary_key=True),
    sa.Column("address", sa.Text, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("asked_at", sa.BigInteger, nullable=False),
    sa.Column("token", ID, unique=True),
)

SUBSCRIPTIONS = sa.Table(
    "subscriptions",
    METADATA,
    sa.Column("device", ID, primary_key=True),
    sa.Column("endpoint", ID, nullable=False, unique=True),
    sa.Column("p256dh", sa.Text, nullable=False),
    sa.Column("auth", sa.Text, nullable=False),
    sa.Column("language", sa.Text, nullable=False),
    sa.Column("zone", sa.Text, nullable=False),
    sa.Column("quiet_begin", sa.Integer),
    sa.Column("quiet_end", sa.Integer),
)

NOTICES = sa.Table(
    "notices",
    METADATA,
    sa.Column("game", ID, primary_key=True),
    sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", ID, primary_key=True),
    sa.Column("target", ID, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("due_at", sa.BigInteger),
    sa.Column("attempts", sa.Integer, nullable=False),
)
sa.Index(
    "ix_notices_due_at",
    NOTICES.c.due_at,
    sqlite_where=NOTICES.c.due_at.is_not(None),
    postgresql_where=NOTICES.c.due_at.is_not(None),
)
sa.Index("ix_notices_target", NOTICES.c.target)
sa.Index("ix_notices_at", NOTICES.c.at)

MUTES = sa.Table(
    "mutes",
    METADATA,
    sa.Column("game", ID, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("account", ID, sa.ForeignKey(ACCOUNTS.c.id, ondelete="CASCADE")),
)
sa.Index("ix_mutes_account", MUTES.c.account)

MAX_ALONG = 200
"""The maximum number of notices that are claimed because others to the same recipient are due."""
KEY = (NOTICES.c["game"], NOTICES.c.turn, NOTICES.c.kind, NOTICES.c.target)


class NoticeStore(SecretRows):
    """The rows of pending notices, of the devices that want them, and of the server's own keys."""

    async def subscribe(self, subscription: PushSubscription) -> None:
        """Replace the subscription of a device. An endpoint belongs to the last to name it."""
        quiet = subscription.quiet
        row = {
            "device": subscription.device,
            "endpoint": subscription.endpoint,
            "p256dh": subscription.p256dh,
            "auth": subscription.auth,
            "language": subscription.language,
            "zone": subscription.zone,
            "quiet_begin": None if quiet is None else quiet.begin,
            "quiet_end": None if quiet is None else quiet.end,
        }
        same = sa.or_(
            SUBSCRIPTIONS.c.device == subscription.device,
            SUBSCRIPTIONS.c.endpoint == subscription.endpoint,
        )

        def replace(connection: Connection) -> None:
            self._database.lock(connection, ["subscriptions"])
            connection.execute(sa.delete(SUBSCRIPTIONS).where(same))
            connection.execute(sa.insert(SUBSCRIPTIONS).values(row))

        await self._database.write(replace)

    async def unsubscribe(self, device: str, endpoint: str | None = None) -> None:
        """Remove the subscription of a device; with ``endpoint`` only if it is still that one."""
        removing = sa.delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.device == device)
        if endpoint is not None:
            removing = removing.where(SUBSCRIPTIONS.c.endpoint == endpoint)
        await self._run(removing)

    async def subscriptions(self, devices: Sequence[str]) -> list[PushSubscription]:
        """Return the subscriptions of those devices that have one, in the order of their hashes."""
        wanted = (
            sa.select(SUBSCRIPTIONS)
            .where(SUBSCRIPTIONS.c.device.in_(devices))
            .order_by(SUBSCRIPTIONS.c.device)
        )
        rows = await self._all(wanted)
        return [_subscription(row) for row in rows]

    async def keep_mailbox(self, mailbox: Mailbox) -> None:
        """Store the mailbox of an account in place of its earlier one, if the account exists."""
        row = msgspec.structs.asdict(mailbox)
        of_account = MAILBOXES.c.account == mailbox.account
        known = sa.select(ACCOUNTS.c["id"]).where(ACCOUNTS.c["id"] == mailbox.account)

        def replace(connection: Connection) -> None:
            self._database.lock(connection, ["mailboxes"])
            if connection.scalar(known) is not None:
                connection.execute(sa.delete(MAILBOXES).where(of_account))
                connection.execute(sa.insert(MAILBOXES).values(row))

        await self._database.write(replace)

    async def mailboxes(self, accounts: Sequence[str]) -> list[Mailbox]:
        """Return the mailboxes of those accounts that have one, in the order of the accounts."""
        wanted = (
            sa.select(MAILBOXES)
            .where(MAILBOXES.c.account.in_(accounts), MAILBOXES.c.address != "")
            .order_by(MAILBOXES.c.account)
        )
        rows = await self._all(wanted)
        return [fill(Mailbox, row) for row in rows]

    async def confirm_mailbox(self, token: str) -> bool:
        """Mark the address with this token as confirmed; return False if there is none."""
        confirming = sa.update(MAILBOXES).where(MAILBOXES.c.token == token).values(token=None)
        return await self._run(confirming) == 1

    async def remove_mailbox(self, account: str) -> None:
        """Delete the mailbox of an account, but not when it asked for one."""
        # An earlier version that finds this row takes it for an address that is not confirmed.
        nothing = {"address": "", "language": "", "token": f"removed {account}"}
        removing = sa.update(MAILBOXES).where(MAILBOXES.c.account == account).values(nothing)
        await self._run(removing)

    async def mail_asked_at(self, account: str) -> int | None:
        """Return when an account last asked for mail, even if its mailbox was removed since."""
        wanted = sa.select(MAILBOXES.c.asked_at).where(MAILBOXES.c.account == account)
        return await self._scalar(wanted)

    async def mute(self, game: str, seats: Mapping[int, str | None]) -> None:
        """Mute these seats of a table, given with their accounts; do nothing if it is gone.

        A seat whose account is gone is muted without one.
        """
        table = sa.select(GAMES.c["game"]).where(GAMES.c["game"] == game)
        # Nobody deletes one of these before the transaction ends.
        there = (
            sa.select(ACCOUNTS.c["id"])
            .where(ACCOUNTS.c["id"].in_([account for account in seats.values() if account]))
            .order_by(ACCOUNTS.c["id"])
            .with_for_update(read=True, key_share=True)
        )

        def add(connection: Connection) -> None:
            self._database.lock(connection, [game])
            if connection.scalar(table) is None:
                return
            known = set(connection.scalars(there))
            rows = [
                {"game": game, "seat": seat, "account": account if account in known else None}
                for seat, account in seats.items()
            ]
            connection.execute(self._database.insert(MUTES).on_conflict_do_nothing(), rows)

        await self._database.write(add)

    async def unmute(self, game: str, seats: Collection[int]) -> None:
        """Unmute these seats of a table."""
        await self._run(sa.delete(MUTES).where(MUTES.c["game"] == game, MUTES.c.seat.in_(seats)))

    async def muted_seats(self, games: Collection[str]) -> set[tuple[str, int]]:
        """Return the muted seats of these tables, each with its table."""
        wanted = sa.select(MUTES.c["game"], MUTES.c.seat).where(MUTES.c["game"].in_(games))
        return {(row.game, row.seat) for row in await self._all(wanted)}

    async def exported(self, account: str) -> ExportedNotices:
        """Return everything stored about the notices of an account."""
        boxes = await self.mailboxes([account])
        muted = sa.select(MUTES.c["game"]).where(MUTES.c.account == account).distinct()
        return ExportedNotices(
            mail=boxes[0].address if boxes else None,
            muted=await self._scalars(muted.order_by(MUTES.c["game"])),
        )

    async def to_plan(self, before: int, limit: int) -> list[str]:
        """Return tables whose notices are to be planned by ``before``, the longest due first."""
        wanted = (
            sa.select(GAMES.c["game"])
            .where(GAMES.c.notify_at.is_not(None), GAMES.c.notify_at <= before)
            .order_by(GAMES.c.notify_at, GAMES.c["game"])
            .limit(limit)
        )
        return await self._scalars(wanted)

    async def plan_notices(self, plans: Sequence[NoticePlan], at: int) -> list[str]:
        """Add the notices of tables, and store when to plan them again; all or nothing.

        A table that has had events since is left unchanged, and returned. A known notice stays as
        it is. Notices of the table's other turns are removed.
        """

        def plan_all(connection: Connection) -> list[str]:
            # The same locks as for appends: what is read here holds until the transaction ends.
            games = [plan.game for plan in plans]
            self._database.lock(connection, games)
            wanted = sa.select(GAMES.c["game"], GAMES.c.last_seq).where(GAMES.c["game"].in_(games))
            last = {row.game: row.last_seq for row in connection.execute(wanted)}
            current = [plan for plan in plans if last.get(plan.game) == plan.seq]
            self._write_plans(connection, current, at)
            done = {plan.game for plan in current}
            return [game for game in games if game not in done]

        return await self._database.write(plan_all)

    def _write_plans(self, connection: Connection, plans: Sequence[NoticePlan], at: int) -> None:
        """Write the plans of many tables with few statements: most have no notice at all."""
        if not plans:
            return
        planned = (
            sa.update(GAMES)
            .where(GAMES.c["game"] == sa.bindparam("of"))
            .values(notify_at=sa.bindparam("again"))
        )
        connection.execute(planned, [{"of": plan.game, "again": plan.again_at} for plan in plans])
        known = sa.select(NOTICES.c["game"], NOTICES.c.turn).distinct()
        turns = {plan.game: plan.turn for plan in plans}
        # Invitations stay: they count for a day, and a mute holds for those that follow.
        of_turns = sa.and_(NOTICES.c["game"].in_(turns), NOTICES.c.turn != BEFORE_GAME)
        found = connection.execute(known.where(of_turns)).all()
        over = [{"of": game, "past": turn} for game, turn in found if turn != turns[game]]
        if over:
            past = sa.and_(
                NOTICES.c["game"] == sa.bindparam("of"), NOTICES.c.turn == sa.bindparam("past")
            )
            connection.execute(sa.delete(NOTICES).where(past), over)
        if rows := [_row(plan, notice, at) for plan in plans for notice in plan.notices]:
            connection.execute(self._database.insert(NOTICES).on_conflict_do_nothing(), rows)

    async def claim_notices(self, now: int, until: int, limit: int) -> list[ClaimedNotice]:
        """Claim due notices, the longest due first; no other process gets them until then.

        Others to the same devices and accounts that were not tried yet come along, even if they are
        not due or beyond the limit: they can be sent together.
        """
        due = sa.and_(NOTICES.c.due_at.is_not(None), NOTICES.c.due_at <= now)
        fresh = sa.and_(NOTICES.c.due_at.is_not(None), NOTICES.c.attempts == 0)
        wanted = sa.select(*KEY).where(due).order_by(NOTICES.c.due_at, *KEY).limit(limit)
        others = sa.select(*KEY).where(fresh).order_by(NOTICES.c.due_at, *KEY).limit(MAX_ALONG)

        def claim(connection: Connection) -> list[ClaimedNotice]:
            self._database.lock(connection, ["notices"])
            claimed = _claim(connection, wanted, due, until)
            targets = {found.key.target for found in claimed}
            players = [target for target in targets if target.startswith(TO_PLAYERS)]
            along = others.where(NOTICES.c.target.in_(players))
            return claimed + (_claim(connection, along, fresh, until) if players else [])

        # Most of the time there is nothing to do, and then nothing is written.
        if await self._first(wanted) is None:
            return []
        return await self._database.write(claim)

    async def finish_notice(self, key: NoticeKey) -> None:
        """Mark a notice as sent or no longer needed."""
        await self._run(sa.update(NOTICES).where(_is(key)).values(due_at=None))

    async def postpone_notice(self, claimed: ClaimedNotice, until: int) -> None:
        """Postpone a notice, unless it was finished or claimed again meanwhile."""
        own = sa.and_(NOTICES.c.attempts == claimed.attempt, NOTICES.c.due_at.is_not(None))
        await self._run(sa.update(NOTICES).where(_is(claimed.key), own).values(due_at=until))

    async def tried_notices(self, target: str) -> list[TriedNotice]:
        """Return the notices to a recipient that were claimed at least once, in order."""
        wanted = (
            sa.select(*KEY, NOTICES.c["at"])
            .where(NOTICES.c.target == target, NOTICES.c.attempts > 0)
            .order_by(*KEY)
        )
        rows = await self._all(wanted)
        return [
            TriedNotice(NoticeKey(row.game, row.turn, row.kind, row.target), row.at) for row in rows
        ]

    async def invitations_to(self, target: str) -> list[tuple[str, int]]:
        """Return the tables to which a recipient was invited, and when, the earliest first."""
        wanted = (
            sa.select(NOTICES.c["game"], NOTICES.c["at"])
            .where(NOTICES.c.target == target, NOTICES.c.kind == "invitation")
            .order_by(NOTICES.c["at"], NOTICES.c["game"])
        )
        return [(row.game, row.at) for row in await self._all(wanted)]

    async def notices_to(self, target: str) -> list[NoticeKey]:
        """Return all notices to a recipient at tables in play, sent or not, in order."""
        wanted = (
            sa.select(*KEY)
            .join(GAMES, GAMES.c["game"] == NOTICES.c["game"])
            .where(NOTICES.c.target == target, GAMES.c.finished.is_not(sa.true()))
            .order_by(*KEY)
        )
        rows = await self._all(wanted)
        return [fill(NoticeKey, row) for row in rows]

    async def forget_notices(self, before: int) -> int:
        """Remove notices that were planned before then, and return how many there were."""
        return await self._run(sa.delete(NOTICES).where(NOTICES.c.at < before))


def _row(plan: NoticePlan, notice: PlannedNotice, at: int) -> dict[str, object]:
    return {
        "game": plan.game,
        "turn": plan.turn,
        "kind": notice.kind,
        "target": notice.target,
        "at": at,
        "due_at": None if notice.seen else at + notice.wait,
        "attempts": 0,
    }


def _claim(
    connection: Connection,
    wanted: sa.Select[*tuple[object, ...]],
    open_still: sa.ColumnElement[bool],
    until: int,
) -> list[ClaimedNotice]:
    claimed = []
    for row in connection.execute(wanted).all():
        key = fill(NoticeKey, row)
        # Checked again: a slow process may have finished it meanwhile.
        taking = (
            sa.update(NOTICES)
            .where(_is(key), open_still)
            .values(due_at=until, attempts=NOTICES.c.attempts + 1)
            .returning(NOTICES.c.attempts)
        )
        attempt = connection.scalar(taking)
        if attempt is not None:
            claimed.append(ClaimedNotice(key, attempt))
    return claimed


def _is(key: NoticeKey) -> sa.ColumnElement[bool]:
    values = (key.game, key.turn, key.kind, key.target)
    return sa.and_(*(column == value for column, value in zip(KEY, values, strict=True)))


def _subscription(row: sa.Row[*tuple[object, ...]]) -> PushSubscription:
    quiet = None if row.quiet_begin is None else QuietHours(row.quiet_begin, row.quiet_end)
    return PushSubscription(
        row.device, row.endpoint, row.p256dh, row.auth, row.language, row.zone, quiet
    )
