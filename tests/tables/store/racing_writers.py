"""A program in which processes race for every event of two tables.

    racing_writers.py ADDRESS PROCESSES ROUNDS NOTES

In each round every process sends the same command to one table, and a command of its own to the
other, expecting the same event. What became of it goes into the file NOTES, one line of JSON each.
"""

from __future__ import annotations

import asyncio
import os
import sys
import traceback

import msgspec

from qwirkle.tables.storage.ports import Accepted, Append, Conflict, Outcome, WholeStore
from qwirkle.tables.storage.sql import store_at


async def race(store: WholeStore, me: str, rounds: int, notes: int) -> None:
    await store.open()
    for expected in range(rounds):
        for table, command in (("shared", f"c{expected}"), ("own", f"{me}-{expected}")):
            outcome = await store.append(
                Append(
                    game=table,
                    expected_seq=expected,
                    command_id=command,
                    at=1,
                    events=[msgspec.json.encode(me)],
                    answer=msgspec.json.encode(me),
                    due=None,
                    index=None,
                )
            )
            line = [table, expected, me, *told(outcome)]
            os.write(notes, msgspec.json.encode(line) + b"\n")
        # Whoever is ahead waits for a little, so that there is a race.
        await asyncio.sleep(0.001)
    await store.close()


def told(outcome: Outcome) -> tuple[str, object]:
    if isinstance(outcome, Accepted):
        return "accepted", outcome.seq
    if isinstance(outcome, Conflict):
        return "conflict", outcome.seq
    return "repeated", msgspec.json.decode(outcome.answer)


def main(address: str, processes: int, rounds: int, path: str) -> None:
    store = store_at(address)
    notes = os.open(path, os.O_CREAT | os.O_APPEND | os.O_RDWR)
    pids = []
    for number in range(processes):
        if pid := os.fork():
            pids.append(pid)
            continue
        try:
            asyncio.run(race(store, f"p{number}", rounds, notes))
            os._exit(0)
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(1)
    failed = [pid for pid in pids if os.waitpid(pid, 0)[1] != 0]
    sys.exit(len(failed))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
