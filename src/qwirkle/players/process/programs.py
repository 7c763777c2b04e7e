"""The programs that play. Where many games are played, a program waits for its next game.

A question contains everything about its game, so a program need not be started for each one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from qwirkle.errors import QwirkleError
from qwirkle.protocol.client import EngineProcess
from qwirkle.protocol.process import ChildFault
from qwirkle.protocol.shapes.values import Json

PROTOCOL = 1
STARTING = 10.0
"""Seconds a program has to start and to answer ``hello``."""


class Program(NamedTuple):
    """A program that has answered ``hello``."""

    command: tuple[str, ...]
    engine: EngineProcess
    games: tuple[str, ...]


class _Waiting:
    """The programs of this process that are not in use."""

    keepers = 0
    programs: dict[tuple[str, ...], list[Program]]

    def __init__(self) -> None:
        self.programs = {}


_WAITING = _Waiting()


@contextmanager
def kept_programs() -> Iterator[None]:
    """Keep programs running between games until the context is left."""
    _WAITING.keepers += 1
    try:
        yield
    finally:
        _WAITING.keepers -= 1
        if not _WAITING.keepers:
            waiting, _WAITING.programs = _WAITING.programs, {}
            for programs in waiting.values():
                for program in programs:
                    program.engine.close()


def start_program(command: tuple[str, ...]) -> Program:
    """Return a program that waits for a game, or a new one that has answered ``hello``."""
    waiting = _WAITING.programs.get(command, [])
    while waiting:
        program = waiting.pop()
        if program.engine.is_running:
            return program
        program.engine.kill()
    engine = EngineProcess(command)
    try:
        return Program(command, engine, _games(engine.ask_within(STARTING, "hello", {})))
    except QwirkleError:
        engine.kill()
        raise


def release_program(program: Program) -> None:
    """Keep a program for its next game, or stop it."""
    if _WAITING.keepers:
        _WAITING.programs.setdefault(program.command, []).append(program)
    else:
        program.engine.close()


def _games(hello: Mapping[str, Json]) -> tuple[str, ...]:
    """Return the games that a program announces in its ``hello``."""
    protocol, games = hello.get("protocol"), hello.get("games")
    if protocol != PROTOCOL:
        raise ChildFault(f"it speaks protocol {protocol}, not {PROTOCOL}")
    if not isinstance(games, list):
        raise ChildFault("it does not say which games it plays")
    return tuple(game for game in games if isinstance(game, str))
