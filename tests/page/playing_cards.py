"""Turns of the card game made through the page."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from playwright.sync_api import Locator, expect

from .playing import confirm, named, touch
from .turns import Turn
from .visitors import Visitor


def played(seen: dict[str, Any], turn: Turn) -> list[str]:
    """The cards of the hand that a turn plays."""
    lying = Counter(card for cards in seen["game"]["table"] for card in cards)
    after = Counter(card for cards in turn["after"] for card in cards)
    return list((after - lying).elements())


def by_arranging(visitor: Visitor, turn: Turn) -> None:
    """Choose the cards; the server lays them."""
    if not _is_play(visitor, turn):
        return
    lay_by_arranging(visitor, turn)
    confirm(visitor)


def lay_by_arranging(visitor: Visitor, turn: Turn) -> None:
    """The same, but not played yet."""
    for card in played(visitor.view, turn):
        touch(visitor, _unchosen(visitor, card))
    touch(visitor, visitor.page.get_by_role("button", name="Arrange"))


def by_keys(visitor: Visitor, turn: Turn) -> None:
    """Numbers choose, A arranges, P plays."""
    if not _is_play(visitor, turn):
        return
    keys, seq = visitor.page.keyboard, visitor.watch.seq
    for card in played(visitor.view, turn):
        labels = visitor.page.locator('[data-drop="hand"] [data-card]').all()
        keys.press(str(1 + next(n for n, label in enumerate(labels) if _is(label, card))))
    keys.press("a")
    expect(visitor.page.get_by_role("button", name=re.compile("^Play"))).to_be_enabled()
    keys.press("p")
    visitor.until(lambda: visitor.watch.seq > seq, "the turn was not told")


def on_advice(visitor: Visitor, turn: Turn) -> None:
    """What the hint lays out."""
    if not _is_play(visitor, turn):
        return
    touch(visitor, visitor.page.get_by_role("button", name="Hint"))
    confirm(visitor)


def by_tapping(visitor: Visitor, turn: Turn) -> None:
    """Cards that only come to the table are put there one by one; what switches is arranged."""
    before, after = visitor.view["game"]["table"], turn.get("after", [])
    simple = [(old, new) for old, new in zip(before, after, strict=False) if old != new]
    if any(Counter(old) - Counter(new) for old, new in simple) or len(after) < len(before):
        by_arranging(visitor, turn)
        return
    if not _is_play(visitor, turn):
        return
    trays = visitor.page.locator('[role="group"][data-drop]')
    for place, cards in enumerate(after):
        lying = before[place] if place < len(before) else []
        if new := list((Counter(cards) - Counter(lying)).elements()):
            for card in new:
                touch(visitor, _unchosen(visitor, card))
            target = visitor.page.get_by_role("button", name="New set")
            if lying:
                # Beside the last card: a touch on a card would be about that card.
                target = trays.nth(place).locator("[data-card]").last
            touch(visitor, target)
    confirm(visitor)


def _is_play(visitor: Visitor, turn: Turn) -> bool:
    if "after" in turn:
        return True
    seq = visitor.watch.seq
    name = "Draw a new hand" if "exchange" in turn else "Pass"
    touch(visitor, visitor.page.get_by_role("button", name=name, exact=True))
    visitor.until(lambda: visitor.watch.seq > seq, "the turn was not told")
    return False


def _unchosen(visitor: Visitor, card: str) -> Locator:
    hand = visitor.page.locator('[data-drop="hand"] [aria-pressed="false"]')
    return hand.and_(visitor.page.get_by_label(re.compile(f"^{named(card)}"))).first


def _is(button: Locator, card: str) -> bool:
    label = button.get_attribute("aria-label") or ""
    pressed = button.get_attribute("aria-pressed") == "true"
    return label.startswith(named(card)) and not pressed
