"""A program that speaks the protocol until it is told to do otherwise; no import of the package.

    misbehaving.py HOW [TRACE]

It plays by trading its first tile. HOW names what it does instead. TRACE is a file to which it adds
a line when it starts, so that tests can count its lives, and then the process it started.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HOW = sys.argv[1]
TRACE = Path(sys.argv[2]) if len(sys.argv) > 2 else None
TURNS: dict[str, Any] = {
    "illegal": {"pass": True},
    "far-away": {"place": [[10**30, -(10**30), "Ro"]]},
    "not-in-hand": {"place": [[0, 0, "Ro"]] * 7},
    "no-such-tile": {"trade": ["Zz"]},
    "no-turn": None,
    "another-game": {"after": []},
    "wrong-turn": {"place": 7},
    "many-tiles": {"place": [[x, 0, "Ro"] for x in range(30_000)]},
}


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def answer(name: int, turn: Any) -> None:
    say(json.dumps({"id": name, "result": {"turn": turn, "points": 0, "considered": []}}))


def hello(name: int) -> None:
    games: Any = ["classic"] if HOW == "other-games" else ["connect", "combined", "cards"]
    told = {"protocol": 2 if HOW == "other-protocol" else 1, "games": games}
    if HOW == "no-games":
        told["games"] = 7
    if HOW == "mute":
        time.sleep(1000)
    say(json.dumps({"id": name, "result": told}))


def play(name: int, hand: list[str]) -> None:  # noqa: PLR0915
    good = {"trade": hand[:1]}
    match HOW:
        case "hang":
            time.sleep(1000)
        case "hang-once" if lives() == 1:
            time.sleep(1000)
        case "late":
            time.sleep(0.6)
            answer(name, good)
        case "half-a-line":
            print('{"id": ', end="", flush=True)  # noqa: T201
            time.sleep(1000)
        case "endless-line":
            while True:
                sys.stdout.write("x" * 10_000)
        case "endless-lines":
            while True:
                say("{}")
        case "twice":
            answer(name, good)
            answer(name, good)
        case "wrong-id":
            answer(name + 1, good)
        case "not-json":
            say("my turn!")
        case "deep":
            say("[" * 100_000)
        case "a-list":
            say("[]")
        case "no-result":
            say(json.dumps({"id": name}))
        case "says-no":
            say(json.dumps({"id": name, "error": {"code": "internal", "message": "\x1b[31mno"}}))
        case "dies":
            sys.exit("out of ideas")
        case "closes-its-output":
            os.close(1)
            time.sleep(1000)
        case "closes-its-input":
            answer(name, good)
            os.close(0)
            time.sleep(1000)
        case "wordy":
            sys.stderr.write("hm " * 500_000)
            answer(name, good)
        case "has-a-child":
            child = subprocess.Popen(["sleep", "1000"])
            note(f"{os.getpid()} {child.pid}")
            time.sleep(1000)
        case _:
            answer(name, TURNS.get(HOW, good))


def note(line: str) -> None:
    if TRACE is not None:
        with TRACE.open("a", encoding="utf-8") as trace:
            trace.write(line + "\n")


def lives() -> int:
    return 0 if TRACE is None else TRACE.read_text("utf-8").count("started")


def main() -> None:
    note("started")
    if HOW == "dies-at-once":
        sys.exit("no licence")
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["op"] == "hello":
            hello(asked["id"])
        else:
            play(asked["id"], asked["hand"])


main()
