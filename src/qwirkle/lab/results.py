"""Stored results: a JSON file with a whole match, to resume it or to examine it again.

A file is written beside its place and then moved there, so that it is always complete.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from qwirkle.errors import LabError
from qwirkle.lab.environment import Environment
from qwirkle.lab.games import GameResult, MatchPlan
from qwirkle.lab.report import MatchReport, report
from qwirkle.lab.sprt import Sprt
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import stored_edition

S = TypeVar("S")
_DIFFERENCES = {"rules": "rules of the game", "luck": "figures (with luck, or without)"}


class Setting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A plan in its stored form."""

    bots: tuple[str, ...]
    game: str
    options: dict[str, OptionValue]
    games: int
    seed: int | str
    ms: float | None
    sprt: Sprt | None
    rules: dict[str, Any]
    """The whole edition: a house rule may have changed since, or be gone."""
    luck: bool = False
    stop_within: float | None = None

    def plan(self) -> MatchPlan:
        """Return the plan that this was made from."""
        edition = stored_edition(self.rules, "the stored rules")
        return MatchPlan(
            self.bots,
            edition,
            self.games,
            self.seed,
            self.ms,
            self.sprt,
            self.luck,
            self.stop_within,
        )

    def difference(self, other: Setting) -> str | None:
        """Return why two settings do not belong to one match; None if they do."""
        for name in ("bots", "game", "options", "seed", "ms", "sprt", "rules", "luck"):
            if getattr(self, name) != getattr(other, name):
                return _DIFFERENCES.get(name, name)
        return None


class StoredMatch(msgspec.Struct, frozen=True, tag="match", tag_field="kind"):
    """A match: its plan, its environment, every game, and the report."""

    setting: Setting
    circumstances: Environment
    finished: bool
    seconds: float
    report: MatchReport
    results: tuple[GameResult, ...]

    def recompute_report(self) -> MatchReport:
        """Compute the report again from the games."""
        return report(self.setting.plan(), self.results, self.seconds)

    def fits(self, plan: MatchPlan, here: Environment) -> str | None:
        """Return the reason why these games are not a prefix of the plan; None if they are."""
        if any(not isinstance(bot, str) for bot in plan.bots):
            return "a match can be resumed only if every bot is named by its spec"
        if (what := self.setting.difference(setting_of(plan))) is not None:
            return f"it holds another match: other {what}"
        if not self.circumstances.plays_like(here):
            return f"it was played by {self.circumstances.played_by}, not {here.played_by}"
        if len(self.results) > plan.games:
            return f"it holds {len(self.results)} games already"
        return None


def setting_of(plan: MatchPlan) -> Setting:
    """Return the stored form of a plan."""
    # Through JSON and back, so that it equals what is read from a file.
    rules = msgspec.json.decode(msgspec.json.encode(plan.edition))
    return Setting(
        bots=plan.names,
        game=plan.edition.id,
        options=plan.edition.chosen,
        games=plan.games,
        seed=plan.seed,
        ms=plan.ms,
        sprt=plan.sprt,
        rules=rules,
        luck=plan.luck,
        stop_within=plan.stop_within,
    )


def place_for(path: Path, plan: MatchPlan) -> Path:
    """Return the named file; in a folder, one with a name that tells matches apart."""
    if path.suffix == ".json" and not path.is_dir():
        return path
    setting = setting_of(plan)
    # Whatever the number of games: a longer match is the same one, continued.
    alike = msgspec.json.encode(msgspec.structs.replace(setting, games=0, stop_within=None))
    words = "-".join([*plan.names, setting.game, str(plan.seed)]).lower()
    # A bot's spec may be long; the digest distinguishes what the words no longer do.
    name = re.sub(r"[^a-z0-9.=]+", "-", words).strip("-")[:80]
    return path / f"{name}-{sha256(alike).hexdigest()[:8]}.json"


def earlier_match(path: Path, plan: MatchPlan, here: Environment) -> StoredMatch:
    """Return the stored prefix of a plan; refuse one of another plan."""
    match = read(path, StoredMatch)
    if (reason := match.fits(plan, here)) is not None:
        raise LabError(f"{path}: {reason}")
    return match


def read(path: Path, kind: type[S]) -> S:
    """Read a stored match or ladder."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None
    except msgspec.MsgspecError as error:
        raise LabError(f"{path}: no stored results of this kind ({error})") from None


def check_folder(path: Path) -> None:
    """Refuse a file whose folder does not exist or is not writable."""
    if not path.parent.is_dir():
        raise LabError(f"there is no folder {path.parent} for {path.name}")
    if not os.access(path.parent, os.W_OK):
        raise LabError(f"{path.parent}: nothing can be written to this folder")


def write(path: Path, value: msgspec.Struct) -> None:
    """Write a value to a file atomically."""
    # Named after the process, so that two runs never write to the same file.
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        try:
            with beside.open("wb") as file:
                file.write(msgspec.json.encode(value))
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise LabError(f"{path}: {error.strerror}") from None
