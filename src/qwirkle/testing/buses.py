"""The kit for buses. Each check is given two that are connected, like those of two servers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

from qwirkle.errors import ConformanceError
from qwirkle.tables.storage.ports import LOOK, Bus
from qwirkle.testing.expect import expect, new_id

PATIENCE = 10.0
"""Seconds until a message counts as lost."""
AT_ONCE = 0.3
"""Seconds in which a message that must not come would have come."""


async def wait_for(listener: AsyncIterator[int], wanted: int, what: str) -> None:
    """Wait for a number; lower ones and ``LOOK`` may come before it."""
    try:
        async with asyncio.timeout(PATIENCE):
            async for seq in listener:
                if seq == wanted:
                    return
                expect(seq < wanted, True, f"{what}: {seq} was never published, whether that")
    except TimeoutError:
        raise ConformanceError(f"{what}: {wanted} was not heard") from None
    raise ConformanceError(f"{what}: the listening ended")


async def nothing_heard(listener: AsyncIterator[int], what: str) -> None:
    """Check that nothing but ``LOOK`` comes."""
    try:
        async with asyncio.timeout(AT_ONCE):
            async for seq in listener:
                expect(seq, LOOK, what)
    except TimeoutError:
        return


async def who_listens_hears(bus: Bus, other: Bus) -> None:
    """Check that listeners on both sides hear a message, each independently."""
    table = new_id()
    async with bus.listen(table) as here, bus.listen(table) as too, other.listen(table) as there:
        for seq in (1, 2, 5):
            await bus.publish(table, seq)
            for listener in (here, too, there):
                await wait_for(listener, seq, f"event {seq} of a table")
        await other.publish(table, 6)
        for listener in (there, here, too):
            await wait_for(listener, 6, "event 6, from the other side")


async def tables_are_apart(bus: Bus, other: Bus) -> None:
    """Check that nobody hears of a table it does not listen to."""
    one, two = new_id(), new_id()
    async with bus.listen(one) as of_one, other.listen(two) as of_two:
        await bus.publish(one, 3)
        await wait_for(of_one, 3, "an event of one table")
        await nothing_heard(of_two, "what is heard of another table")


async def who_is_slow_hears_the_greatest(bus: Bus, other: Bus) -> None:
    """Check that a slow listener hears one number, however much was published meanwhile."""
    table = new_id()
    async with bus.listen(table) as here, other.listen(table) as there:
        for seq in range(1, 501):
            await bus.publish(table, seq)
        expect(await anext(here), 500, "what a slow listener hears first")
        await wait_for(there, 500, "what a slow listener hears on the other side")
        await nothing_heard(here, "what is heard when nothing is left")


async def old_numbers_come_no_more(bus: Bus, other: Bus) -> None:
    """Check that a new listener hears only what is published from then on."""
    table = new_id()
    await bus.publish(table, 1)
    async with other.listen(table) as before:
        await bus.publish(table, 2)
        await wait_for(before, 2, "an event after the beginning")
    async with bus.listen(table) as here:
        await nothing_heard(here, "what is heard of events before the beginning")
        await other.publish(table, 3)
        await wait_for(here, 3, "an event after listening ended and began")


async def who_stays_hears_when_another_leaves(bus: Bus, other: Bus) -> None:
    """Check that the last listener of a table ends the interest in it, and no earlier one."""
    table = new_id()
    end = other.call(table, lambda: None)
    async with other.listen(table) as there:
        async with other.listen(table):
            pass
        end()
        end()
        await bus.publish(table, 1)
        await wait_for(there, 1, "an event after another listener has left")
    async with other.listen(table) as there:
        await bus.publish(table, 2)
        await wait_for(there, 2, "an event after everybody left and one came back")


async def many_listen_at_once(bus: Bus, other: Bus) -> None:
    """Check many tables with many publishers."""
    tables = [new_id() for _ in range(100)]
    async with AsyncExitStack() as leaving:
        listening = [
            await leaving.enter_async_context((bus, other)[n % 2].listen(table))
            for n, table in enumerate(tables)
        ]
        await asyncio.gather(
            *(bus.publish(table, n) for n, table in enumerate(tables, 1)),
            *(other.publish(table, n + 1) for n, table in enumerate(tables, 1)),
        )
        for n, listener in enumerate(listening, 1):
            await wait_for(listener, n + 1, "an event in a crowd")


async def a_listener_can_give_up(bus: Bus, other: Bus) -> None:
    """Check that a listener can give up and listen again without losing what came meanwhile."""
    table = new_id()
    async with bus.listen(table) as here:
        await nothing_heard(here, "what is heard in silence")
        await other.publish(table, 4)
        await wait_for(here, 4, "an event after giving up once")


async def a_callback_is_called(bus: Bus, other: Bus) -> None:
    """Check that a callback is called from both sides, for its table alone, until it is removed."""
    table = new_id()
    calls: list[str] = []
    ends = [bus.call(table, lambda: calls.append("here"))]
    ends.append(other.call(table, lambda: calls.append("there")))
    ends.append(other.call(new_id(), lambda: calls.append("elsewhere")))
    try:
        async with bus.listen(table) as here, other.listen(table) as there:
            await bus.publish(table, 1)
            for listener in (here, there):
                await wait_for(listener, 1, "an event with a callback")
            expect({"here", "there"} <= set(calls), True, "whether both sides were called")
            for end in ends:
                end()
            calls.clear()
            await bus.publish(table, 2)
            await wait_for(there, 2, "an event after the calls")
            expect([call for call in calls if call != "elsewhere"], [], "calls after the end")
    finally:
        for end in ends:
            end()


Check = Callable[[Bus, Bus], Awaitable[None]]

BUS_CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (
        who_listens_hears,
        tables_are_apart,
        who_is_slow_hears_the_greatest,
        old_numbers_come_no_more,
        who_stays_hears_when_another_leaves,
        many_listen_at_once,
        a_listener_can_give_up,
        a_callback_is_called,
    )
}
"""Every check but the last, by name."""


async def check_bus(make: Callable[[], Bus]) -> int:
    """Try out the buses that a function makes, connected to each other; return the check count."""
    bus, other = make(), make()
    await bus.open()
    if other is not bus:
        await other.open()
    async with AsyncExitStack() as leaving:
        if other is not bus:
            leaving.push_async_callback(other.close)
        for name, check in BUS_CHECKS.items():
            try:
                await check(bus, other)
            except ConformanceError as error:
                raise ConformanceError(f"{name}: {error}") from error
            except Exception as error:
                raise ConformanceError(
                    f"{name}: it raised {type(error).__name__}: {error}"
                ) from error
        await _check_the_end(bus)
    return len(BUS_CHECKS) + 1


async def _check_the_end(bus: Bus) -> None:
    async with bus.listen(new_id()) as here:
        ended = asyncio.ensure_future(anext(here, None))
        await asyncio.sleep(0)
        await bus.close()
        try:
            expect(await asyncio.wait_for(ended, PATIENCE), None, "what is heard after the end")
        except TimeoutError:
            raise ConformanceError("a bus that was closed leaves its listeners waiting") from None
