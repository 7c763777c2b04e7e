"""Bots that are Python classes: ``python:module:Class``.

The module is imported from where Python finds modules, or from the current folder. The class is
called for every game: with ``seed`` and ``ms`` if its constructor has parameters of these names,
and with nothing else.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from qwirkle.errors import BotError
from qwirkle.players.base import Bot

NAME = "python"


def python_bot(text: str, seed: int | str | bytes, ms: float | None) -> Bot:
    """Return the bot of ``module:Class``, the part of a spec after ``python:``."""
    module, _, name = text.partition(":")
    if not module or not name.isidentifier():
        raise BotError(f"the bot {NAME}:{text} must be written {NAME}:module:Class")
    make = _class_in(module, name)
    settings = {"seed": seed, "ms": ms}
    try:
        wanted = inspect.signature(make).parameters
        made = make(**{key: value for key, value in settings.items() if key in wanted})
    except BotError:
        raise
    except Exception as error:
        raise BotError(f"{name} cannot be made: {type(error).__name__}: {error}") from error
    if not isinstance(made, Bot):
        raise BotError(f"{name} of {module} is not a bot: derive it from qwirkle.players.Bot")
    return made


def _class_in(module: str, name: str) -> Callable[..., Any]:
    here = str(Path.cwd())
    if here not in sys.path and "" not in sys.path:
        # Last, so that no file in this folder replaces a module that others rely on.
        sys.path.append(here)
    try:
        found: Any = getattr(import_module(module), name, None)
    except ModuleNotFoundError as error:
        raise BotError(f"there is no module “{error.name}” for the bot {name}") from None
    except (Exception, SystemExit) as error:
        raise BotError(
            f"the module {module} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    if found is None or not callable(found):
        raise BotError(f"the module {module} has no class “{name}”")
    make: Callable[..., Any] = found
    return make
