"""The devices that want notices, and the tables that wait for each."""

from __future__ import annotations

from qwirkle.tables.live.tables import Tables
from qwirkle.tables.notices.plan import PUSH, turn_of
from qwirkle.tables.notices.push import PushChannel
from qwirkle.tables.storage.ports import NoticeStore, PushSubscription


class Subscriptions:
    """All subscriptions of a store."""

    def __init__(self, store: NoticeStore, tables: Tables, push: PushChannel) -> None:
        self._store = store
        self._tables = tables
        self._push = push

    async def public_key(self) -> str:
        """Return the server's public key, which browsers subscribe with."""
        return await self._push.public_key()

    async def of(self, device: str) -> PushSubscription | None:
        """Return the subscription of a device."""
        found = await self._store.subscriptions([device])
        return found[0] if found else None

    async def begin(self, subscription: PushSubscription) -> None:
        """Keep a subscription instead of the device's earlier one, or raise BadSubscription."""
        await self._push.check(subscription)
        await self._store.subscribe(subscription)

    async def end(self, device: str, endpoint: str | None = None) -> None:
        """Forget the subscription of a device; with ``endpoint`` only if it is still that one."""
        await self._store.unsubscribe(device, endpoint)

    async def tables_waiting(self, device: str) -> int:
        """Return the number of tables with other people at which it is a device's turn."""
        found = await self._store.notices_to(f"{PUSH}{device}")
        turns = {(key.game, key.turn) for key in found}
        states = [(await self._tables.current(game), turn) for game, turn in sorted(turns)]
        return sum(turn_of(state) == turn for state, turn in states)
