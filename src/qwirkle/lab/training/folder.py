"""The progress of a training, kept beside its file so that it can be continued later.

``FILE.work`` holds the plan (``manifest.json``), the weights that were in the file at the start
(``before.json``), a file for each part of the current round, and the result of each finished round
and check. Every file is written atomically. The folder is removed at the end of the training; a
line for each round remains in ``FILE.rounds.jsonl``.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TypeVar

import msgspec

from qwirkle.errors import TrainingError
from qwirkle.lab.training.plan import Manifest
from qwirkle.players.value.weights import CheckFigures, RoundFigures, Weights

Rows = tuple[tuple[float, ...], ...]
T = TypeVar("T")


class RoundResult(msgspec.Struct, frozen=True):
    """The result of a round."""

    weights: Rows
    figures: RoundFigures
    seconds: float
    """Processor time of all its games."""


class RoundLine(msgspec.Struct, frozen=True):
    """The lasting record of a round."""

    set: str
    round: int
    figures: RoundFigures
    seconds: float


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    unfinished = path.with_name(f"{path.name}.part")
    with unfinished.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


class WorkFolder:
    """The folder of one training."""

    def __init__(self, out: Path) -> None:
        """Use the folder beside this file."""
        self.path = out.with_name(f"{out.name}.work")
        self._lines = out.with_name(f"{out.name}.rounds.jsonl")

    def begin(self, manifest: Manifest, before: Weights | None, *, resume: bool) -> Weights | None:
        """Begin, or continue existing work; return the contents of the file at the start."""
        kept = self.path / "manifest.json"
        if kept.is_file():
            self._compare(manifest, kept, resume=resume)
            for unfinished in self.path.glob("*.part"):
                unfinished.unlink()
            return self._read("before.json", Weights)
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise TrainingError(f"{self.path} is not a training folder; it is left alone")
        self.path.mkdir(exist_ok=True)
        if before is not None:
            self._write("before.json", before)
        # Last, so that a folder with a manifest is complete.
        self._write("manifest.json", manifest)
        return before

    def _compare(self, manifest: Manifest, path: Path, *, resume: bool) -> None:
        if not resume:
            raise TrainingError(
                f"{self.path} holds an unfinished training: continue it with --resume, or delete it"
            )
        try:
            found = msgspec.json.decode(path.read_bytes(), type=Manifest)
        except msgspec.DecodeError:
            raise TrainingError(f"{path} is not a training plan of this version") from None
        other = [
            field
            for field in Manifest.__struct_fields__
            if getattr(found, field) != getattr(manifest, field)
        ]
        if other:
            raise TrainingError(
                f"{self.path} holds a training with another plan ({', '.join(other)} differ): "
                "repeat what it was begun with, or delete it"
            )

    def part(self, name: str, number: int, chunk: int) -> Path:
        """Return the path of the equations of some games of a round."""
        return self.path / f"{_stem(name)}.round-{number}.chunk-{chunk:04d}.npz"

    def round_result(self, name: str, number: int) -> RoundResult | None:
        """Return the result of a round, if it is finished."""
        return self._read(f"{_stem(name)}.round-{number}.json", RoundResult)

    def keep_round(self, name: str, number: int, result: RoundResult) -> None:
        """Store the result of a round, and delete its parts."""
        line = RoundLine(name, number, result.figures, result.seconds)
        with self._lines.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
        self._write(f"{_stem(name)}.round-{number}.json", result)
        for part in self.path.glob(f"{_stem(name)}.round-{number}.chunk-*.npz"):
            part.unlink()

    def check_result(self, name: str) -> CheckFigures | None:
        """Return the result of a check, if it is finished."""
        return self._read(f"{_stem(name)}.check.json", CheckFigures)

    def keep_check(self, name: str, result: CheckFigures) -> None:
        """Store the result of a check."""
        self._write(f"{_stem(name)}.check.json", result)

    def remove(self) -> None:
        """Remove the folder at the end of the training."""
        shutil.rmtree(self.path)

    def _read(self, name: str, kind: type[T]) -> T | None:
        path = self.path / name
        if not path.is_file():
            return None
        try:
            return msgspec.json.decode(path.read_bytes(), type=kind)
        except msgspec.DecodeError:
            raise TrainingError(
                f"{path} is damaged: delete it and continue with --resume"
            ) from None

    def _write(self, name: str, content: msgspec.Struct) -> None:
        write_whole(self.path / name, msgspec.json.encode(content))


def _stem(name: str) -> str:
    return name.replace("/", "-")
