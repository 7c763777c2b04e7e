"""The budgets of visitors, who are charged for what their requests really use.

The currency is processor time. Everything that a visitor causes is charged after the fact, wherever
it was done: the steps of a request or a socket message on the event loop, computations on threads,
the jobs of workers, the turns of the bots at their tables, the notices of those. A budget fills up
again steadily. A visitor who has overdrawn it is asked to wait (``busy``); games continue all the
same. Each device has its own budget, so that one of many people at an address cannot use up
everybody's share.

Memory is counted while it is held: the files that are being sent or wait to be read.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable

from qwirkle.api.visitors import Payer
from qwirkle.server.limits import Buckets
from qwirkle.server.logs import ThrottledLog
from qwirkle.server.settings import ServerSettings
from qwirkle.tables.live.callers import hash_of
from qwirkle.tables.live.workers import MB, over_budget

BURST = 120.0
"""The seconds whose whole budget can be used at once."""
FULL_SECONDS = 5.0
"""The time to wait if too much memory is held; nobody knows when a file will have been read."""


class Budget:
    """The budgets of all visitors of this process."""

    def __init__(self, settings: ServerSettings, now: Callable[[], float] = time.monotonic) -> None:
        rates = settings.device_cpu / 1000, settings.address_cpu / 1000
        self._devices, self._addresses = (Buckets(rate, rate * BURST, now) for rate in rates)
        self._max_held = settings.address_memory * MB
        self._max_held_by_all = settings.upload_memory * MB
        self._held: Counter[str] = Counter()
        self._log = ThrottledLog()
        self.charged = 0.0
        """All seconds that were charged to anybody."""

    def account(self, address: str, device: str = "") -> Account:
        """Return the account of a visitor; ``device`` is the secret of their device, if any."""
        # What a cookie holds may be long, and is remembered for a while.
        return Account(self, address, hash_of(device) if device else "")

    def charge(self, address: str, device: str, cpu: float) -> None:
        """Charge seconds of a processor."""
        self.charged += cpu
        self._addresses.spend(address, cpu)
        if device:
            self._devices.spend(device, cpu)

    def wait(self, address: str, device: str) -> float:
        """Return the seconds until nothing is overdrawn."""
        wait = self._addresses.wait(address, 0)
        return max(wait, self._devices.wait(device, 0)) if device else wait

    def refuse(self, wait: float) -> None:
        """Refuse a visitor who must wait."""
        self._log.write("warning", "refused", "budget", reason="busy", case="budget")
        raise over_budget(wait)

    def hold(self, address: str, size: int) -> None:
        """Count bytes as held, or refuse them."""
        limits = (self._held[address], self._max_held), (self._held.total(), self._max_held_by_all)
        if any(0 < limit < held + size for held, limit in limits):
            self.refuse(FULL_SECONDS)
        self._held[address] += size

    def release(self, address: str, size: int) -> None:
        """Stop counting bytes."""
        self._held[address] -= size
        self._held += Counter()  # drops addresses whose count is zero


class Account(Payer):
    """One visitor of a server: a device at an address."""

    def __init__(self, budget: Budget, address: str, device: str = "") -> None:
        super().__init__(address)
        self._budget = budget
        self._device = device

    @property
    def wait(self) -> float:
        """The seconds until their budget is no longer overdrawn."""
        return self._budget.wait(self.address, self._device)

    def check(self) -> None:
        """Refuse a visitor whose budget is overdrawn."""
        if wait := self.wait:
            self._budget.refuse(wait)

    def charge(self, cpu: float) -> None:
        """Charge seconds of a processor."""
        self._budget.charge(self.address, self._device, cpu)

    def hold(self, size: int) -> None:
        """Count bytes that are held for them; refuse more than they may have."""
        self._budget.hold(self.address, size)

    def release(self, size: int) -> None:
        """Stop counting bytes that were held."""
        self._budget.release(self.address, size)
