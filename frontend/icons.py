"""Draws the icons of the page from the art of the tiles: one SVG, and PNGs for what takes no other.

The card is what messengers show beside a link to the page.

``python frontend/icons.py`` needs playwright and the system's Chromium; the pictures are committed.
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from qwirkle.notation.pictures.palette import BLOCK, EDGE_LIGHT, INK
from qwirkle.notation.pictures.tiles import OUTLINE
from qwirkle.rules.tiles import Tile

PUBLIC = Path(__file__).parent / "public"
CHROMIUM = "/usr/bin/chromium"
TILE = Tile("Gc")
"""The green clover: bright on the block, and no other game's sign."""
CARD = (1200, 630)
GROUND, WORDS = "#2b2723", "#f3ede2"
CARD_TILES = (
    [(column, 2, f"R{shape}") for column, shape in enumerate("osdbcx")]
    + [(3, 0, "Gb"), (3, 1, "Yb"), (3, 3, "Bb"), (3, 4, "Pb")]
    + [(0, 3, "Yo"), (0, 4, "Go"), (5, 1, "Ox"), (5, 0, "Bx"), (5, 3, "Gx")]
)
"""A Qwirkle in red, and what grew around it."""


def tile_icon() -> str:
    """Draw a tile with round corners."""
    return _svg(
        f'<rect x="3" y="3" width="94" height="94" rx="15" fill="{EDGE_LIGHT}"/>'
        f'<rect x="3" y="4.6" width="94" height="92.4" rx="15" fill="{BLOCK}"/>' + _sign(1)
    )


def full_icon() -> str:
    """Draw it to the edges, for systems that crop their icons: the sign is in the safe circle."""
    return _svg(f'<rect width="100" height="100" fill="{BLOCK}"/>' + _sign(0.86))


def card() -> str:
    """Draw a table in the evening with the name of the game, in the width for messengers."""
    width, height = CARD
    tiles = "".join(
        f'<g transform="translate({560 + column * 96} {72 + row * 96}) scale(.96)">'
        f'<rect x="3" y="3" width="94" height="94" rx="15" fill="{EDGE_LIGHT}"/>'
        f'<rect x="3" y="4.6" width="94" height="92.4" rx="15" fill="{BLOCK}"/>'
        f"{_sign(1, Tile(tile))}</g>"
        for column, row, tile in CARD_TILES
    )
    name = (
        f'<text x="80" y="350" font-family="system-ui, sans-serif" font-size="104" '
        f'font-weight="700" fill="{WORDS}">Qwirkle</text>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="{GROUND}"/>{name}{tiles}</svg>'
    )


def _sign(size: float, tile: Tile = TILE) -> str:
    path, ink = OUTLINE[tile.shape], INK[tile.colour]
    return f'<g transform="translate(50 50) scale({size:g})"><path d="{path}" fill="{ink}"/></g>'


def _svg(body: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><title>Qwirkle</title>'
        f"{body}</svg>\n"
    )


def main() -> None:
    """Write all icons."""
    (PUBLIC / "icon.svg").write_text(tile_icon(), encoding="utf-8")
    pictures = [
        ("icon-192.png", (192, 192), tile_icon()),
        ("icon-512.png", (512, 512), tile_icon()),
        ("icon-maskable-512.png", (512, 512), full_icon()),
        ("apple-touch-icon.png", (180, 180), full_icon()),
        ("card.png", CARD, card()),
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name, (width, height), drawing in pictures:
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(f"<style>body{{margin:0}}svg{{display:block}}</style>{drawing}")
            page.screenshot(path=PUBLIC / name, omit_background=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
