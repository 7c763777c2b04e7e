"""The notices of the store in memory."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from qwirkle.tables.storage.ports import (
    Account,
    ClaimedNotice,
    GameRow,
    Mailbox,
    NoticeKey,
    NoticePlan,
    PushSubscription,
)


class _Notice(Struct):
    """The state of a notice; ``due_at=None`` means that it is done."""

    at: int
    due_at: int | None
    attempts: int = 0


class MemoryNotices:
    """Everything in dictionaries."""

    _rows: dict[str, GameRow]
    _accounts: dict[str, Account]

    def __init__(self) -> None:
        super().__init__()
        self._notify_at: dict[str, int | None] = {}
        self._notices: dict[NoticeKey, _Notice] = {}
        self._subscriptions: dict[str, PushSubscription] = {}
        self._secrets: dict[str, str] = {}
        self._mailboxes: dict[str, Mailbox] = {}

    async def keep_secret(self, name: str, value: str) -> str:
        """Keep a secret, unless there is one of this name."""
        return self._secrets.setdefault(name, value)

    async def subscribe(self, subscription: PushSubscription) -> None:
        """Replace the subscription of a device."""
        self._subscriptions = {
            device: known
            for device, known in self._subscriptions.items()
            if known.endpoint != subscription.endpoint
        }
        self._subscriptions[subscription.device] = subscription

    async def unsubscribe(self, device: str, endpoint: str | None = None) -> None:
        """Remove the subscription of a device."""
        known = self._subscriptions.get(device)
        if known is not None and endpoint in (None, known.endpoint):
            del self._subscriptions[device]

    async def subscriptions(self, devices: Sequence[str]) -> list[PushSubscription]:
        """The subscriptions of those devices that have one."""
        return [known for device, known in sorted(self._subscriptions.items()) if device in devices]

    async def keep_mailbox(self, mailbox: Mailbox) -> None:
        """Keep the mailbox of an account instead of its earlier one."""
        if mailbox.account in self._accounts:
            self._mailboxes[mailbox.account] = mailbox

    async def mailboxes(self, accounts: Sequence[str]) -> list[Mailbox]:
        """The mailboxes of those accounts that have one."""
        known = [box for _, box in sorted(self._mailboxes.items()) if box.address]
        return [box for box in known if box.account in accounts and box.account in self._accounts]

    async def confirm_mailbox(self, token: str) -> bool:
        """Note that the address with this token is confirmed."""
        for account, box in self._mailboxes.items():
            if box.token == token and account in self._accounts:
                self._mailboxes[account] = replace(box, token=None)
                return True
        return False

    async def remove_mailbox(self, account: str) -> None:
        """Forget the mailbox of an account."""
        if (box := self._mailboxes.get(account)) is not None:
            nothing = f"removed {account}"
            self._mailboxes[account] = replace(box, address="", language="", token=nothing)

    async def mail_asked_at(self, account: str) -> int | None:
        """When an account last asked for mail."""
        box = self._mailboxes.get(account)
        return None if box is None else box.asked_at

    async def to_plan(self, before: int, limit: int) -> list[str]:
        """Tables whose notices are to be planned, the longest due first."""
        waiting = [
            (at, game) for game, at in self._notify_at.items() if at is not None and at <= before
        ]
        return [game for _, game in sorted(waiting)[:limit]]

    async def plan_notices(self, plans: Sequence[NoticePlan], at: int) -> list[str]:
        """Add the notices of tables that have had no events since."""
        changed = []
        for plan in plans:
            row = self._rows.get(plan.game)
            if row is None or row.last_seq != plan.seq:
                changed.append(plan.game)
                continue
            self._notify_at[plan.game] = plan.again_at
            self._notices = {
                key: kept
                for key, kept in self._notices.items()
                if key.game != plan.game or key.turn == plan.turn
            }
            for notice in plan.notices:
                key = NoticeKey(plan.game, plan.turn, notice.kind, notice.target)
                self._notices.setdefault(key, _Notice(at, None if notice.seen else at))
        return changed

    async def claim_notices(self, now: int, until: int, limit: int) -> list[ClaimedNotice]:
        """Claim notices that are due."""
        due = [
            (kept.due_at, key)
            for key, kept in self._notices.items()
            if kept.due_at is not None and kept.due_at <= now
        ]
        claimed = []
        for _, key in sorted(due)[:limit]:
            kept = self._notices[key]
            kept.due_at = until
            kept.attempts += 1
            claimed.append(ClaimedNotice(key, kept.attempts))
        return claimed

    async def finish_notice(self, key: NoticeKey) -> None:
        """Note that a notice was sent, or is not needed any more."""
        if (kept := self._notices.get(key)) is not None:
            kept.due_at = None

    async def postpone_notice(self, claimed: ClaimedNotice, until: int) -> None:
        """Postpone a notice, if the claim is still the last one."""
        kept = self._notices.get(claimed.key)
        if kept is not None and kept.due_at is not None and kept.attempts == claimed.attempt:
            kept.due_at = until

    async def notices_to(self, target: str) -> list[NoticeKey]:
        """All notices to a recipient at tables that are not finished."""
        return sorted(
            key for key in self._notices if key.target == target and not self._is_over(key.game)
        )

    async def forget_notices(self, before: int) -> int:
        """Remove notices that were planned before then."""
        old = [key for key, kept in self._notices.items() if kept.at < before]
        for key in old:
            del self._notices[key]
        return len(old)

    def _is_over(self, game: str) -> bool:
        row = self._rows.get(game)
        return row is None or (row.index is not None and row.index.finished)
