"""The spec of a bot that is a program of its own: ``process:ms=500 ./mybot --fast``.

After ``process:`` comes a command, split into words as a shell does it: quotes hold a word
together. Like variables in a shell, words of the form key=value before the command are settings. No
shell is started.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import subprocess

import msgspec

from qwirkle.errors import BotError

NAME = "process"
SETTINGS = ("ms", "limit", "bot")
LIMIT = 10_000.0
"""Milliseconds for a turn, if no thinking time is set."""
GRACE = 1_000.0
"""Milliseconds beyond the thinking time before a turn is lost: pipes and clocks need some."""
LONGEST_NAME = 60
_SETTING = re.compile(r"(\w+)=(.*)", re.DOTALL)


class ProcessSpec(msgspec.Struct, frozen=True):
    """The program that plays, and what is sent to it."""

    command: tuple[str, ...]
    limit: float
    """Milliseconds after which a turn is lost."""
    ms: float | None = None
    """The thinking time sent to the program, in milliseconds."""
    bot: str | None = None
    """The bot the program is asked for, where it has several."""

    @property
    def name(self) -> str:
        """The command, without its middle if it is long: both ends distinguish programs."""
        joined = subprocess.list2cmdline if _on_windows() else shlex.join
        words = joined(self.command)
        if len(words) <= LONGEST_NAME:
            return words
        return f"{words[: LONGEST_NAME // 2]}…{words[-LONGEST_NAME // 2 + 1 :]}"


def _on_windows() -> bool:
    return os.name == "nt"


def _words(text: str) -> list[str]:
    """Split a command as a shell of this system would; on Windows a backslash is part of a path."""
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if _on_windows():
        lexer.escape = ""
    return list(lexer)


def read_process_spec(text: str, ms: float | None) -> ProcessSpec:
    """Read the part after ``process:``; ``ms`` is the default thinking time."""
    try:
        words = _words(text)
    except ValueError as error:
        raise BotError(f"in the bot “{NAME}:{text}”: {error}") from None
    settings: dict[str, str] = {}
    while words and (setting := _SETTING.fullmatch(words[0])):
        key, value = setting.groups()
        if key not in SETTINGS:
            raise BotError(
                f"the bot {NAME} has no setting “{key}”; its settings are {', '.join(SETTINGS)}"
            )
        if not value:
            raise BotError(f"in the bot “{NAME}:{text}”: {key} needs a value")
        settings[key] = value
        del words[0]
    if not words:
        raise BotError(f"the bot {NAME} needs a command: {NAME}:./mybot")
    thinking = _milliseconds(settings, "ms", ms)
    usual = LIMIT if thinking is None else thinking + GRACE
    return ProcessSpec(
        command=tuple(words),
        limit=_milliseconds(settings, "limit", usual) or usual,
        ms=thinking,
        bot=settings.get("bot"),
    )


def _milliseconds(settings: dict[str, str], key: str, usual: float | None) -> float | None:
    if key not in settings:
        return usual
    try:
        number = float(settings[key])
    except ValueError:
        number = 0.0
    if not 0 < number < math.inf:
        raise BotError(f"{key} must be a number of milliseconds above 0, not “{settings[key]}”")
    return number
