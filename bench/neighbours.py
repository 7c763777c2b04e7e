"""Measure how long visitors wait while another one sends the most expensive requests.

    python bench/neighbours.py [--seconds 10] [--json]

A real server with its usual limits is started. One visitor, in a process of their own, keeps it
busy with bots that search hard endings, with pictures that are large or the largest that are read,
with the schema, with positions to check and to search, with answers to puzzles, with QR codes, or
with previews and turns to try in a finished game; another, from another address, asks for the
offers twenty times a second. The server shares the machine with both. ``--memory`` sends the
pictures one by one instead, and says what the server and its processes take meanwhile and
afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
from PIL import Image

from qwirkle import Game, bot
from qwirkle.notation.family import write_position
from qwirkle.rules.placement.view import View

HEADERS = {"X-Qwirkle": "1"}
EVERY = 0.05
"""Seconds between two requests of the neighbour."""
RESTING = 6.0
"""Seconds until a server has come to rest again."""
BOTS = "value:endgame=on"
MB = 1024 * 1024

Attack = Callable[[httpx.AsyncClient], Coroutine[Any, Any, None]]


@cache
def hard_ending() -> View:
    """Return an ending that takes long to search: after random play nobody seems greedy."""
    table = Game.new("classic", 2, seed="ticks 2")
    bots = [bot("random", seat) for seat in range(2)]
    while True:
        view = table.view(table.to_move)
        if isinstance(view, View) and not view.bag:
            return view
        table.play(bots[table.to_move or 0].choose(view))


def picture(size: tuple[int, int], kind: str, mode: str = "RGB", **settings: Any) -> bytes:
    file = BytesIO()
    Image.new(mode, size, "grey").save(file, kind, **settings)
    return file.getvalue()


@cache
def pictures() -> dict[str, tuple[str, bytes]]:
    """Return the pictures that once took the most memory, and the largest that are read."""
    return {
        "PNG 1 x 64,000,000": ("png", picture((1, 64_000_000), "PNG", "L")),
        "PNG 64,000,000 x 1": ("png", picture((64_000_000, 1), "PNG", "L")),
        "WebP 16,383 x 3,900": ("webp", picture((16_383, 3_900), "WEBP", method=0, quality=5)),
        "PNG 8,000 x 8,000 RGBA": ("png", picture((8_000, 8_000), "PNG", "RGBA")),
        "PNG 5,000 x 5,000": ("png", picture((5_000, 5_000), "PNG")),
        "PNG 3,500 x 3,500 RGBA": ("png", picture((3_500, 3_500), "PNG", "RGBA")),
        "WebP 2,500 x 2,000": ("webp", picture((2_500, 2_000), "WEBP", lossless=True)),
        "JPEG 8,000 x 6,000": ("jpeg", picture((8_000, 6_000), "JPEG")),
        "JPEG 6,000 x 5,000 progressive": (
            "jpeg",
            picture((6_000, 5_000), "JPEG", progressive=True),
        ),
    }


async def nobody(_: httpx.AsyncClient) -> None:
    await asyncio.sleep(3600)


async def ask_for_schema(http: httpx.AsyncClient) -> None:
    async def ask() -> None:
        while True:
            await http.get("/api/schema/openapi.json")

    await asyncio.gather(*(ask() for _ in range(120)))


async def open_tables(http: httpx.AsyncClient) -> None:
    """Open tables at which a bot must immediately search an ending, as fast as the limits allow."""
    view = hard_ending()
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": BOTS}]
    seats = seats if view.seat == 1 else seats[::-1]
    table = {"do": "open-table", "seats": seats, "position": write_position(view)}
    while True:
        asked = {"command_id": secrets.token_hex(16), "table": table}
        answer = await http.post("/api/tables", json=asked)
        if answer.is_success:
            start = {"command_id": secrets.token_hex(16), "command": {"do": "start"}}
            where = f"/api/tables/{answer.json()['table']}/commands"
            (await http.post(where, json=start)).raise_for_status()
        else:
            await asyncio.sleep(0.2)


async def send_pictures(http: httpx.AsyncClient) -> None:
    sent = list(pictures().values())

    async def send() -> None:
        while True:
            for kind, body in sent:
                await http.post(
                    "/api/photos?game=classic",
                    content=body,
                    headers={"Content-Type": f"image/{kind}"},
                )

    await asyncio.gather(send(), send(), send())


def repeat(*asked: tuple[str, Any], at_once: int = 20) -> Attack:
    """Return an attack with the same requests again and again."""

    async def send(http: httpx.AsyncClient) -> None:
        while True:
            for path, body in asked:
                answer = await http.post(path, json=body)
                if answer.status_code in (429, 503):
                    await asyncio.sleep(0.05)

    async def attack(http: httpx.AsyncClient) -> None:
        await asyncio.gather(*(send(http) for _ in range(at_once)))

    return attack


async def search_positions(http: httpx.AsyncClient) -> None:
    position = write_position(hard_ending())
    await repeat(("/api/analysis/best", {"position": position, "deep": True}))(http)


async def check_positions(http: httpx.AsyncClient) -> None:
    board = [[x, x % 7, "Ro"] for x in range(500)]
    await repeat(("/api/analysis/check", {"parts": {"game": "classic", "board": board}}))(http)


async def answer_puzzles(http: httpx.AsyncClient) -> None:
    days = [f"2026-{month:02}-{day:02}" for month in (9, 10) for day in range(1, 29)]
    body: dict[str, Any] = {"turn": {"place": []}}
    await repeat(*((f"/api/puzzles/{day}/previews", body) for day in days))(http)


async def own_table(http: httpx.AsyncClient) -> str:
    """Open a table of one device, play two turns and give up; return its id."""
    seats = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
    asked = {"command_id": secrets.token_hex(16), "table": {"seats": seats, "hints": True}}
    table = str((await http.post("/api/tables", json=asked)).json()["table"])

    async def act(**command: Any) -> None:
        sent = {"command_id": secrets.token_hex(16), "command": command}
        (await http.post(f"/api/tables/{table}/commands", json=sent)).raise_for_status()

    await act(do="start")
    for _ in range(2):
        hint = (await http.post(f"/api/tables/{table}/hint", json={})).json()
        await act(do="play", turn=hint["turn"])
    await act(do="resign")
    return table


async def practise(http: httpx.AsyncClient) -> None:
    place = f"/api/tables/{await own_table(http)}/review"
    await repeat(
        (f"{place}/2/preview", {"turn": {"place": []}}),
        (f"{place}/2/try", {"turn": {"pass": True}}),
        (place, {"deep": True}),
    )(http)


async def make_codes(http: httpx.AsyncClient) -> None:
    await repeat((f"/api/tables/{await own_table(http)}/recovery", {}))(http)


ATTACKS: dict[str, Attack] = {
    "nobody": nobody,
    "bots": open_tables,
    "pictures": send_pictures,
    "schema": ask_for_schema,
    "search": search_positions,
    "check": check_positions,
    "puzzles": answer_puzzles,
    "practice": practise,
    "codes": make_codes,
}


@asynccontextmanager
async def serving() -> AsyncIterator[tuple[str, int]]:
    """Run a server with its usual limits; yield its address and its process id."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "qwirkle", "serve", "--port", "0", "--no-browser"],
            env={**os.environ, "QWIRKLE_DATA": folder, "QWIRKLE_LOGS": "json"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert process.stdout is not None
        try:
            ports = (re.search(r"127\.0\.0\.1:(\d+)", line) for line in process.stdout)
            port = next(filter(None, ports))[1]
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.terminate()
            process.wait()


def visitor(address: str, number: int) -> httpx.AsyncClient:
    """Return a visitor with an address of their own."""
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.0.{number}", retries=0)
    return httpx.AsyncClient(
        base_url=address,
        headers=HEADERS,
        transport=transport,
        timeout=httpx.Timeout(120, pool=None),
    )


async def attack(name: str, address: str) -> None:
    _ = hard_ending(), pictures()
    print("ready", flush=True)
    async with visitor(address, 2) as bad:
        await ATTACKS[name](bad)


async def measure_memory() -> AsyncIterator[dict[str, Any]]:
    async with serving() as (address, process), visitor(address, 2) as http:
        for name, (kind, body) in pictures().items():
            idle = peak = memory_of(process)
            sending = asyncio.create_task(
                http.post(
                    "/api/photos?game=classic",
                    content=body,
                    headers={"Content-Type": f"image/{kind}"},
                )
            )
            while not sending.done():
                peak = max(peak, memory_of(process))
                await asyncio.sleep(0.005)
            answer = await sending
            await asyncio.sleep(RESTING)
            yield {
                "picture": name,
                "kb": len(body) // 1000,
                "status": answer.status_code,
                "answer": answer.json().get("detail", "read"),
                "peak_mb": (peak - idle) // MB,
                "after_mb": (memory_of(process) - idle) // MB,
            }


def memory_of(process: int) -> int:
    """Return the memory of a process and its descendants, in bytes: what they share counts once."""
    parents: dict[int, int] = {}
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            parents[int(place.name)] = int(
                (place / "stat").read_text().rpartition(")")[2].split()[1]
            )
    family = {process}
    for _ in range(3):
        family |= {child for child, parent in parents.items() if parent in family}
    whole = 0
    for member in family:
        with suppress(OSError, IndexError):
            text = Path(f"/proc/{member}/smaps_rollup").read_text()
            whole += int(re.findall(r"^Pss:\s+(\d+)", text, re.MULTILINE)[0]) * 1024
    return whole


async def measure(name: str, seconds: float) -> dict[str, Any]:
    async with serving() as (address, process), visitor(address, 3) as good:
        for path in (*["/api/offers"] * 20, "/api/schema/openapi.json"):
            await good.get(path)
        idle = peak = memory_of(process)
        attacker = subprocess.Popen(
            [sys.executable, __file__, name, "--at", address], stdout=subprocess.PIPE
        )
        if attacker.stdout is not None:
            await asyncio.to_thread(attacker.stdout.readline)
        await asyncio.sleep(1)
        waited: list[float] = []
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            began = time.perf_counter()
            (await good.get("/api/offers")).raise_for_status()
            waited.append((time.perf_counter() - began) * 1000)
            peak = max(peak, memory_of(process))
            await asyncio.sleep(EVERY)
        if attacker.poll() is not None:
            raise RuntimeError("the visitor who attacks has failed")
        attacker.kill()
        attacker.wait()
        await asyncio.sleep(RESTING)
        figures = (await good.get("/metrics")).text
        stall = re.findall(r"^qwirkle_loop_longest_stall_seconds (\S+)", figures, re.MULTILINE)
        cuts = statistics.quantiles(waited, n=100)
        return {
            "attack": name,
            "requests": len(waited),
            "p50_ms": round(cuts[49], 1),
            "p99_ms": round(cuts[98], 1),
            "most_ms": round(max(waited), 1),
            "stall_ms": round(float(stall[0]) * 1000, 1) if stall else None,
            "idle_mb": idle // MB,
            "peak_mb": peak // MB,
            "after_mb": memory_of(process) // MB,
        }


async def report(given: argparse.Namespace) -> None:
    def say(found: dict[str, Any]) -> None:
        words = "  ".join(f"{name} {value}" for name, value in found.items())
        print(json.dumps(found) if given.json else words, flush=True)

    if given.memory:
        async for found in measure_memory():
            say(found)
        return
    for name in given.attacks or ATTACKS:
        say(await measure(name, given.seconds))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="all, if none is named")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--at", help="attack the server at this address, and measure nothing")
    given = parser.parse_args()
    if given.at:
        asyncio.run(attack(given.attacks[0], given.at))
    if not given.json:
        print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    asyncio.run(report(given))


if __name__ == "__main__":
    main()
