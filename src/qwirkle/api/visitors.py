"""Visitors: the senders of requests, with what their transport knows about them.

``Who_co`` is the type by which the functions know a caller.
"""

from __future__ import annotations

import threading
import time
import types
from collections.abc import Callable, Coroutine, Generator, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, Protocol, TypeVar

from qwirkle.api.requests import Counted

T = TypeVar("T")
Who_co = TypeVar("Who_co", covariant=True)


class Payer:
    """The payer for the work of a sender. This one is nobody, and has no limits."""

    def __init__(self, address: str = "") -> None:
        self.address = address

    @property
    def wait(self) -> float:
        """The seconds until their budget is no longer overdrawn."""
        return 0.0

    def charge(self, cpu: float) -> None:
        """Charge seconds of a processor, after they were used."""

    def hold(self, size: int) -> None:
        """Count bytes that are held for them; refuse more than they may have."""

    def release(self, size: int) -> None:
        """Stop counting bytes that were held."""


asking: ContextVar[Payer] = ContextVar("asking", default=Payer())  # noqa: B039 - it has no state
"""Whoever caused the current work; tasks that it begins inherit it."""


@contextmanager
def holding(size: int) -> Iterator[None]:
    """Hold bytes for whoever asks, for the duration of the block, or refuse them."""
    payer = asking.get()
    payer.hold(size)
    try:
        yield
    finally:
        payer.release(size)


PAID_AT_ONCE = 0.001
"""Seconds of work on the event loop that are charged together."""
_cpu_time = getattr(time, "thread_time", time.perf_counter)


class _Meter(threading.local):
    """The unpaid steps of this thread's event loop.

    Asking the system for the processor time of a thread takes as long as a short step does. So a
    step is timed by the clock on the wall, and the processor time that the thread has really used
    is shared among the payers of some steps together, in proportion. A socket may last for days, so
    nothing waits for the end of the work.
    """

    def __init__(self) -> None:
        self._unpaid: dict[Payer, float] = {}
        self._seconds = 0.0
        self._cpu = _cpu_time()

    def add(self, payer: Payer, seconds: float) -> None:
        """Note the time of a step."""
        self._unpaid[payer] = self._unpaid.get(payer, 0.0) + seconds
        self._seconds += seconds
        if self._seconds >= PAID_AT_ONCE:
            self.settle()

    def settle(self) -> None:
        """Charge what was noted."""
        if not self._seconds:
            return
        now = _cpu_time()
        # While the thread waited for a core or for the interpreter's lock, nobody used anything.
        used = min(1.0, (now - self._cpu) / self._seconds)
        unpaid, self._unpaid = self._unpaid, {}
        self._seconds, self._cpu = 0.0, now
        for payer, seconds in unpaid.items():
            payer.charge(seconds * used)


_meter = _Meter()


async def metered(work: Coroutine[Any, Any, T], payer: Payer) -> T:
    """Run work for a visitor on the event loop, and charge the processor time of its steps."""
    before = asking.set(payer)
    try:
        return await _steps(work, payer)
    finally:
        asking.reset(before)
        _meter.settle()


@types.coroutine
def _steps(work: Coroutine[Any, Any, T], payer: Payer) -> Generator[Any, Any, T]:
    step: Callable[[Any], Any] = work.send
    value: Any = None
    clock, add = time.perf_counter, _meter.add
    while True:
        began = clock()
        try:
            waits_for = step(value)
        except StopIteration as ended:
            answer: T = ended.value
            return answer
        finally:
            add(payer, clock() - began)
        try:
            value = yield waits_for
            step = work.send
        except BaseException as error:
            step, value = work.throw, error


class SignedInAccount(NamedTuple):
    """The account that is signed in on the device of a visitor."""

    id: str
    name: str


class Visitor(Protocol[Who_co]):
    """The sender of a request."""

    @property
    def address(self) -> str:
        """The address by which requests without a caller are counted."""

    @property
    def query(self) -> Mapping[str, str]:
        """Everything in the query, for a request that takes any names."""

    @property
    def site(self) -> str:
        """The public address of the server, without a trailing slash."""

    @property
    def lists_tables(self) -> bool:
        """Whether new tables are listed on this server, unless their host objects."""

    @property
    def reads_photos(self) -> bool:
        """Whether photographs can be read."""

    async def caller(self) -> Who_co:
        """Return the caller, who can only look without a secret."""

    async def guest(self) -> Who_co:
        """Return the caller, with a new secret if they have none; the transport stores it."""

    async def account(self) -> SignedInAccount:
        """Return the account that is signed in; refuse the request if there is none."""

    async def check_not_banned(self) -> None:
        """Refuse an account that was banned after its device connected."""

    def check_budget(self) -> None:
        """Refuse a visitor who has used up their budget, for now."""

    async def count(self, what: Counted, place: str = "") -> None:
        """Count a request, or refuse it; ``place`` is its table or tournament."""

    def count_openings(self, count: int = 1) -> None:
        """Count tables that are opened during a request, or refuse them."""

    def count_export(self, who: str) -> None:
        """Count an export of all data about a person, or refuse it."""


class Signing(Protocol):
    """The account tokens of a device, and the limits on passwords."""

    @property
    def session(self) -> str | None:
        """The token of the open session, if any."""

    @property
    def known(self) -> list[str]:
        """The tokens of the accounts that the device has signed in to, the latest one first."""

    def check(self, name: str, device: str | None) -> None:
        """Count a password for an account, or refuse it; ``device`` is the device's token there."""

    def failed(self, name: str, device: str | None) -> None:
        """Count a wrong password for an account."""

    def succeeded(self, name: str, session: str, device: str) -> None:
        """Store the session of an account, and the token that identifies the device there."""

    def end(self) -> None:
        """Forget the session."""


class SigningVisitor(Visitor[Who_co], Protocol[Who_co]):
    """A visitor of a server that has accounts."""

    @property
    def signing(self) -> Signing:
        """Signing in and out on the sender's device."""
