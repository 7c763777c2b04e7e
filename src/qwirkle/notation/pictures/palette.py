"""The colours of the pictures: six tile hues, the tile's own black, and two neutral backgrounds.

Data only: no drawing, no terminal codes. The hues come from a search: among colours that
anyone would call red, orange, yellow, green, blue and purple, they maximise the smallest
difference for normal, protan, deutan and tritan vision and in grey print. The tests measure
it on every run, so a colour can be replaced only by one that is as good.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from qwirkle.errors import NotationError
from qwirkle.rules.tiles import Colour

# Lightness climbs in even steps (L* 44 52 59 67 82 92): purple, red, blue, orange, green, yellow.
# Lightness alone distinguishes the six where hue is lost.
INK: Mapping[Colour, str] = MappingProxyType(
    {
        Colour.RED: "#e14145",
        Colour.ORANGE: "#ef8b21",
        Colour.YELLOW: "#ffeb24",
        Colour.GREEN: "#66e47e",
        Colour.BLUE: "#3f8ef8",
        Colour.PURPLE: "#a327d7",
    }
)

BLOCK = "#17181b"
"""The near-black of a tile."""

EDGE_LIGHT = "#63656d"
"""The thin highlight on a tile's upper edge."""

BONE = "#f7f4ec"
"""The light ink of the marks that must not depend on hue."""


class ThemeName(StrEnum):
    """The backgrounds of a board."""

    LIGHT = "light"
    DARK = "dark"

    @classmethod
    def from_name(cls, name: str) -> ThemeName:
        """Return the theme with this name, or raise a NotationError that lists the names."""
        try:
            return cls(name)
        except ValueError:
            raise NotationError(f"“{name}” is not a theme. Choose light or dark.") from None


class Theme(NamedTuple):
    """The neutral colours around the tiles. Only ``mark`` is slightly warm."""

    ground: str
    board: str
    grid: str
    printed: str
    black: str
    label: str
    mark: str
    shadow: str
    rim: str
    """The edge of a tile that is as dark as what it lies on; empty where none is needed."""


THEMES: Mapping[ThemeName, Theme] = MappingProxyType(
    {
        ThemeName.LIGHT: Theme(
            ground="#ece7de",
            board="#f5f1ea",
            grid="#d9d2c5",
            printed="#9a8f7e",
            black="#4b463f",
            label="#6b6356",
            mark="#c98a2e",
            shadow="#3a3126",
            rim="",
        ),
        ThemeName.DARK: Theme(
            ground="#38332d",
            board="#443e37",
            grid="#565047",
            printed="#9d9384",
            black="#24201c",
            label="#b3a999",
            mark="#f0d9a4",
            shadow="#0c0a08",
            rim="#b8ae9f",
        ),
    }
)
