"""How many photographs are read right: synthetic ones in all kinds of light, or a folder of yours.

A folder has pictures and a file ``positions.json``: for each name without its ending an object with
``game`` and ``board``, as ``qwirkle photo --json`` prints it. A position counts as right whichever
side of it was taken for the top, since a picture cannot say.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2

from qwirkle.analysis.photos import Reading, read_photo
from qwirkle.analysis.photos.reading import UNCERTAIN
from qwirkle.rules.editions.placement import edition

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from analysis.photos.scenes import Scene, photograph, played_out

Tiles = dict[tuple[int, int], str]

TABLES = ("wood", "white", "grey", "green-felt", "check", "dark-cloth", "black")
CONDITIONS: dict[str, dict[str, Any]] = {
    "as usual": {},
    **{f"on {table}": {"table": table} for table in TABLES[1:]},
    "tilted by 19 degrees": {"tilt": 0.15},
    "turned by 30 degrees": {"turn": 30.0},
    "a fifth of the light, noisy": {"brightness": 0.2, "noise": 4.0},
    "warm light": {"red_gain": 1.7},
    "cold light": {"red_gain": 0.6},
    "half in a shadow": {"shadow": 0.3},
    "blurred": {"blur": 2.0},
    "shaken": {"motion": 6.0},
    "hazy": {"haze": 0.15},
    "640 pixels": {"size": (480, 640)},
    "sloppy": {"sloppy": 2.5},
    "purple printed white": {"white_purple": True},
}
GAMES = ("classic", "connect", "combined", "select")


def outcome(reading: Reading, wanted: Tiles, wide: int | None) -> str:
    """Return right, refused, flagged (something is uncertain or said to be wrong) or silent."""
    found = {(placed.x, placed.y): placed.tile.value for placed in reading.board}
    if not found:
        return "refused"
    if any(found == way for way in ways(wanted, wide)):
        return "right"
    return "flagged" if reading.problems or min(reading.certainty) < UNCERTAIN else "silent"


def ways(tiles: Tiles, wide: int | None) -> Iterator[Tiles]:
    for _ in range(4):
        left = 0 if wide else min(x for x, _ in tiles)
        top = 0 if wide else min(y for _, y in tiles)
        yield {(x - left, y - top): tile for (x, y), tile in tiles.items()}
        tiles = {((wide or 1) - 1 - y, x): tile for (x, y), tile in tiles.items()}


def measure(jobs: Iterator[tuple[bytes, str, Tiles]]) -> tuple[Counter[str], float]:
    counts: Counter[str] = Counter()
    spent = 0.0
    for picture, game, wanted in jobs:
        began = time.process_time()
        reading = read_photo(picture, game=game)
        spent += time.process_time() - began
        counts[outcome(reading, wanted, edition(game).layout.width)] += 1
        counts["tiles"] += len(reading.tiles)
        counts["uncertain"] += sum(sure < UNCERTAIN for sure in reading.certainty)
    return counts, spent


def synthetic(game: str, how: dict[str, Any], count: int) -> Iterator[tuple[bytes, str, Tiles]]:
    for seed in range(1000, 1000 + count):
        tiles, layout = played_out(game, 3 + 5 * (seed % 5), seed)
        scene = replace(Scene(tiles, layout, seed=seed), **how)
        wanted = {(cell.x, cell.y): tile.value for cell, tile in tiles.items()}
        yield photograph(scene).jpeg, game, wanted


def real(folder: Path) -> Iterator[tuple[bytes, str, Tiles]]:
    for name, position in json.loads((folder / "positions.json").read_text("utf-8")).items():
        wanted = {(x, y): tile for x, y, tile in position["board"]}
        yield next(folder.glob(f"{name}.*g")).read_bytes(), position["game"], wanted


def line(what: str, counts: Counter[str], spent: float) -> str:
    photos = sum(counts[kind] for kind in ("right", "refused", "flagged", "silent"))
    shares = " ".join(f"{counts[kind]:7}" for kind in ("right", "refused", "flagged", "silent"))
    doubt = counts["uncertain"] / max(counts["tiles"], 1)
    return f"{what:28} {photos:5} {shares}  {doubt:6.1%}  {1000 * spent / max(photos, 1):5.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10, help="pictures of each kind")
    parser.add_argument("--folder", type=Path, help="real photographs with positions.json")
    asked = parser.parse_args()
    cv2.setNumThreads(1)  # processor time of one thread
    read_photo(next(synthetic("classic", {}, 1))[0])  # the drawings are made once
    print(f"{'':28} photos   right refused flagged  silent  unsure     ms")
    if asked.folder is not None:
        print(line("real photographs", *measure(real(asked.folder))))
        return
    for game in GAMES:
        for name, how in CONDITIONS.items():
            if game == "classic" or how.get("table") in {None, "white"}:
                print(line(f"{game}, {name}", *measure(synthetic(game, how, asked.count))))


if __name__ == "__main__":
    main()
