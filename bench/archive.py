"""The size of stored games, and of their archives: ``python bench/archive.py``."""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from pathlib import Path

from qwirkle.rules.family import GAMES
from qwirkle.tables.core import commands as c
from qwirkle.tables.core.settings import SeatPlan
from qwirkle.tables.storage.sql.archive import pack, unpack
from qwirkle.tables.storage.sql.database import FILE
from qwirkle.tables.stores import SqlStore, store_at

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from tables.clients import Process, person

ANN, BEN = person("Ann"), person("Ben")


async def play(process: Process, game: str, number: int) -> str:
    """Play one game of two people who think for up to 40 seconds."""
    lot = random.Random(number)
    seats = (SeatPlan("person", "Ann"), SeatPlan("person"))
    opened = await process.tables.open(ANN, c.OpenTable(seats, game), f"{game} {number}")
    await process.do(opened.table, BEN, c.Sit("Ben"))
    await process.do(opened.table, ANN, c.Start())
    while (await process.tables.current(opened.table)).phase == "playing":
        process.time += lot.randrange(2_000, 40_000)
        await process.play_turn(opened.table, [ANN, BEN])
    return opened.table


def size_of(folder: Path) -> int:
    """Return the size of a store when nothing in it is unused."""
    connection = sqlite3.connect(folder / FILE)
    connection.execute("VACUUM")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return (folder / FILE).stat().st_size


async def measure(game: str, count: int, folder: Path) -> None:
    """Print what games take in a SQLite file before and after they are archived."""
    store: SqlStore = store_at(folder=folder)
    await store.open()
    process = Process(store)  # type: ignore[arg-type]
    empty = size_of(folder)
    tables = [await play(process, game, number) for number in range(count)]
    whole = (size_of(folder) - empty) / count
    archives, packing, unpacking = 0, 0.0, 0.0
    for table in tables:
        stored = await store.read(table)
        began = time.process_time()
        archive = pack(stored)
        packing += time.process_time() - began
        began = time.process_time()
        unpack(archive)
        unpacking += time.process_time() - began
        archives += len(archive)
        await store.archive(table, process.time)
    after = (size_of(folder) - empty) / count
    await process.leave()
    await store.close()
    print(
        f"{game:12} {whole / 1000:6.1f} kB a game, archived {after / 1000:5.2f} kB in the file, "
        f"{archives / count:5.0f} bytes the archive; {1000 * packing / count:4.1f} ms to make it, "
        f"{1000 * unpacking / count:4.1f} ms to read it"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    asked = parser.parse_args()
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(game, asked.games, Path(folder)))


if __name__ == "__main__":
    main()
