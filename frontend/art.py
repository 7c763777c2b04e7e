"""Writes the art of tiles and opponents for the page, from the drawing of ``qwirkle.notation``."""

from __future__ import annotations

import json
from pathlib import Path

from qwirkle.notation.pictures.animals import FACES
from qwirkle.notation.pictures.palette import BLOCK, BONE, EDGE_LIGHT, INK
from qwirkle.notation.pictures.tiles import (
    BOLD,
    DISC,
    INNER,
    LETTER,
    LIGHT_DISC,
    OUTLINE,
    SMALL,
    STOUT,
    Face,
)
from qwirkle.rules.tiles import Tile

TARGET = Path(__file__).parent / "src" / "tiles" / "art.gen.ts"


def art_module() -> str:
    """Return the module's text."""
    colour = {tile.colour: tile.value[0] for tile in Tile}
    shape = {tile.shape: tile.value[1] for tile in Tile}
    tables = {
        "INNER": {colour[key]: shape[inner] for key, inner in INNER.items()},
        "INK": {colour[key]: ink for key, ink in INK.items()},
        "LETTER": {colour[key]: path for key, path in LETTER.items()},
        "OUTLINE": {shape[key]: path for key, path in OUTLINE.items()},
        "STOUT": {shape[key]: path for key, path in STOUT.items()},
        "BOLD": {shape[key]: path for key, path in BOLD.items()},
        "SMALL": {shape[key]: path for key, path in SMALL.items()},
        "ANIMALS": dict(FACES),
    }
    lines = [
        "// Made by frontend/art.py from src/qwirkle/notation/pictures/tiles.py. Do not edit.",
        "",
    ]
    light = "".join(sorted(colour[key] for key in LIGHT_DISC))
    lines += [
        "/** The looks of the tiles. */",
        f"export const TILE_FACES = {json.dumps([face.value for face in Face])} as const;",
        "export type TileFace = (typeof TILE_FACES)[number];",
    ]
    single = {"BLOCK": BLOCK, "BONE": BONE, "EDGE_LIGHT": EDGE_LIGHT}
    for name, value in {**single, "LIGHT_DISC": light, "DISC": DISC}.items():
        lines.append(f"export const {name} = {json.dumps(value)};")
    for name, table in tables.items():
        body = json.dumps(table, indent=2, sort_keys=True)
        lines.append(f"export const {name}: Readonly<Record<string, string>> = {body};")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(art_module(), encoding="utf-8")
