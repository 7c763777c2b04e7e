"""Data sets in Parquet files: one row per turn, and the plan in the metadata.

Until the last game is played, the games are in a folder beside the file, part by part, so that an
interrupted run can be continued. The file depends only on the plan, the number of games, and the
versions of qwirkle and pyarrow: the same run again writes the same bytes.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec

import qwirkle
from qwirkle import players
from qwirkle.errors import LabError, MissingExtra
from qwirkle.lab.data.games import DataPlan, RecordedGame, check_plan, record_game
from qwirkle.lab.results import check_folder
from qwirkle.lab.workers import Workers
from qwirkle.lab.workers.processes import leave_if_imported
from qwirkle.players.process.programs import kept_programs

PART = 50
"""Games in a part, which is the most that an interruption can lose."""
GROUP = 20
"""Parts in a row group of the file."""


def write_games(
    plan: DataPlan,
    count: int,
    out: Path,
    workers: Workers,
    progress: Callable[[RecordedGame], None] = lambda _: None,
    *,
    resume: bool = False,
) -> int:
    """Play games and write them to a file; return the number of their turns.

    With ``resume``, the games of an interrupted run of the same plan are not played again.
    """
    # Before anything is written: in a child process the files would be its parent's.
    leave_if_imported()
    arrow = _library()
    if out.exists():
        raise LabError(f"{out} exists already")
    check_folder(out)
    check_plan(plan)
    parts = _Parts(arrow, out, plan)
    begun = parts.open(count, resume=resume)
    games = workers.map(partial(record_game, plan), range(begun, count))
    with kept_programs(), closing(games):
        while part := list(islice(games, PART)):
            for game in part:
                progress(game)
            parts.add(part)
    return parts.join()


class _Parts:
    """The games that have been played so far, in a folder of their own."""

    def __init__(self, arrow: Any, out: Path, plan: DataPlan) -> None:
        self._arrow = arrow
        self._out = out
        self._schema = _schema(arrow, plan)
        self.folder = out.with_name(f"{out.name}.parts")

    def open(self, count: int, *, resume: bool) -> int:
        """Return the number of games already played; remove parts that belong to another run."""
        plan = self.folder / "plan.json"
        wanted = self._schema.metadata[b"qwirkle"]
        try:
            if self.folder.exists() and not resume:
                raise LabError(f"{self.folder} has the games of an earlier run: --resume continues")
            if plan.exists() and plan.read_bytes() != wanted:
                raise LabError(f"{self.folder} has games of another plan or version")
            self.folder.mkdir(exist_ok=True)
            if not plan.exists():
                _write(plan, lambda beside: beside.write_bytes(wanted))
            known = 0
            for path in sorted(self.folder.glob("*.parquet")):
                if path.name == _name(known, min(known + PART, count)):
                    known = min(known + PART, count)
                else:
                    path.unlink()
        except OSError as error:
            raise LabError(f"{self.folder}: {error.strerror}") from None
        return known

    def add(self, games: list[RecordedGame]) -> None:
        """Store a part."""
        table = self._arrow.table(_columns(games), schema=self._schema)
        path = self.folder / _name(games[0].number, games[-1].number + 1)
        try:
            _write(path, lambda beside: self._arrow.parquet.write_table(table, beside))
        except OSError as error:
            raise LabError(f"{path}: {error.strerror}") from None

    def join(self) -> int:
        """Write all parts to the file, and remove them; return the number of rows."""
        rows = 0

        def write(beside: Path) -> None:
            nonlocal rows
            parquet = self._arrow.parquet
            with parquet.ParquetWriter(beside, self._schema, compression="zstd") as file:
                for paths in _groups(sorted(self.folder.glob("*.parquet"))):
                    group = self._arrow.concat_tables([parquet.read_table(path) for path in paths])
                    file.write_table(group, row_group_size=max(group.num_rows, 1))
                    rows += group.num_rows

        try:
            _write(self._out, write)
            shutil.rmtree(self.folder)
        except OSError as error:
            raise LabError(f"{self._out}: {error.strerror}") from None
        return rows


def _columns(games: list[RecordedGame]) -> dict[str, list[Any]]:
    """Return the rows of some games, column by column."""
    turns = list(chain.from_iterable(game.turns for game in games))
    return {
        "game": [game.number for game in games for _ in game.turns],
        "turn": [number for game in games for number in range(len(game.turns))],
        "seat": [turn.seat for turn in turns],
        "bot": [turn.bot for turn in turns],
        "hand": [turn.hand for turn in turns],
        "bag": [turn.bag for turn in turns],
        "scores": [turn.scores for turn in turns],
        "played": [turn.text for turn in turns],
        "points": [turn.points for turn in turns],
        "final_scores": [game.scores for game in games for _ in game.turns],
    }


def _schema(arrow: Any, plan: DataPlan) -> Any:
    scores = arrow.list_(arrow.int16())
    about = {
        "qwirkle": qwirkle.__version__,
        "versions": players.versions(),
        "game": plan.edition.id,
        "rules": msgspec.to_builtins(plan.edition),
        "bots": plan.bots,
        "seed": plan.seed,
        "ms": plan.ms,
    }
    return arrow.schema(
        [
            ("game", arrow.int64()),
            ("turn", arrow.int16()),
            ("seat", arrow.int8()),
            ("bot", arrow.string()),
            ("hand", arrow.string()),
            ("bag", arrow.int16()),
            ("scores", scores),
            ("played", arrow.string()),
            ("points", arrow.int16()),
            ("final_scores", scores),
        ],
        metadata={"qwirkle": json.dumps(about, sort_keys=True)},
    )


def _name(first: int, end: int) -> str:
    return f"{first:09}-{end:09}.parquet"


def _groups(paths: list[Path]) -> Iterator[list[Path]]:
    for first in range(0, len(paths), GROUP):
        yield paths[first : first + GROUP]


def _write(path: Path, write: Callable[[Path], object]) -> None:
    """Write a temporary file and move it into place, so that the file is complete or missing."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(beside)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _library() -> Any:
    try:
        import pyarrow  # noqa: PLC0415 (an extra)
        import pyarrow.parquet  # noqa: PLC0415
    except ImportError:
        raise MissingExtra("a data set in a Parquet file", "data") from None
    return pyarrow
