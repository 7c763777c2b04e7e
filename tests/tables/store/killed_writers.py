"""A program that lets processes write to one store and kills them, again and again.

    killed_writers.py ADDRESS ROUNDS WRITERS SEED NOTES

In each round writers append to the same few tables, and note in the file NOTES every append that
was acknowledged; at a random moment all of them get a SIGKILL. Forked from one process that has
loaded everything already, so that there is time for many rounds.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from pathlib import Path

import msgspec

from qwirkle.tables.storage.ports import Accepted, Append, Conflict, Repeated, WholeStore
from qwirkle.tables.storage.sql import store_at

TABLES = ("one", "two", "three", "four")


async def write(address: str, name: str, notes: int) -> None:
    store = store_at(address)
    await store.open()
    await asyncio.gather(*(write_to(store, table, name, notes) for table in TABLES))


async def write_to(store: WholeStore, table: str, name: str, notes: int) -> None:
    last = 0
    number = 0
    while True:
        number += 1
        command = f"{name}-{table}-{number}"
        outcome = await append(store, table, last, command)
        if isinstance(outcome, Conflict):
            last = outcome.seq  # another writer was here
            continue
        assert outcome == Accepted(last + 2), outcome
        last += 2
        os.write(notes, f"{table} {last} {command}\n".encode())
        if number % 7 == 0:
            outcome = await append(store, table, last, command)
            assert outcome == Repeated(answer(command)), outcome


async def append(store: WholeStore, table: str, last: int, command: str) -> object:
    return await store.append(
        Append(
            game=table,
            expected_seq=last,
            command_id=command,
            at=1,
            events=[body(command, last + 1), body(command, last + 2)],
            answer=answer(command),
            due=last,
            index=None,
        )
    )


def body(command: str, seq: int) -> bytes:
    return msgspec.json.encode([command, seq, "x" * (seq % 700)])


def answer(command: str) -> bytes:
    return msgspec.json.encode(command)


def forked(address: str, name: str, notes: int) -> int:
    if pid := os.fork():
        return pid
    try:
        asyncio.run(write(address, name, notes))
    except BaseException as error:
        os.write(notes, f"failed {error!r}\n".encode())
    finally:
        os._exit(1)


def main(address: str, rounds: int, writers: int, seed: int, path: Path) -> None:
    store_at(address)  # loads what it takes
    chance = random.Random(seed)
    notes = os.open(path, os.O_CREAT | os.O_APPEND | os.O_RDWR)
    for count in range(rounds):
        before = os.fstat(notes).st_size
        pids = [forked(address, f"r{count}w{n}", notes) for n in range(writers)]
        end = time.monotonic() + 120
        while os.fstat(notes).st_size == before and time.monotonic() < end:
            time.sleep(0.002)
        time.sleep(chance.random() ** 2 * 0.2)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


if __name__ == "__main__":
    where, rounds, writers, seed, notes = sys.argv[1:]
    main(where, int(rounds), int(writers), int(seed), Path(notes))
