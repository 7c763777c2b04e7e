"""Turns made by typing, in all games."""

from __future__ import annotations

from playwright.sync_api import expect

from .turns import Turn
from .visitors import Visitor


def by_typing(visitor: Visitor, turn: Turn) -> None:
    """Type the turn, hear what it is worth, press Enter."""
    seq = visitor.watch.seq
    line = visitor.page.get_by_role("textbox", name="Your turn, or a command")
    line.fill(written(turn))
    line.press("Enter")
    if "exchange" not in turn and not ("pass" in turn and "table" in visitor.view["game"]):
        log = visitor.page.get_by_role("log", name="Game log")
        expect(log.locator("p").last).to_have_text("Press Enter to play it, or type undo.")
        line.press("Enter")
    visitor.until(lambda: visitor.watch.seq > seq, "the turn was not told")


def written(turn: Turn) -> str:
    """The turn as the notation has it."""
    match turn:
        case {"place": tiles}:
            return " ".join(f"{tile} {x},{y}" for x, y, tile in tiles)
        case {"trade": tiles}:
            return f"trade {' '.join(tiles)}"
        case {"after": sets}:
            return " / ".join(" ".join(cards) for cards in sets) + " /"
        case {"exchange": True}:
            return "exchange"
    return "pass"
