"""The table of rights in ``docs/tables.md``, from the data that the code reads."""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.tables.core.rights import LIMITS, PHASES, PLACES, RIGHTS, ROLES, Grant, Place, Rule

HEADS: dict[Place, Sequence[str]] = {
    "table": ("lobby", "playing", "ended"),
    "tournament-table": ("lobby", "playing", "ended"),
    "tournament": ("before the first round", "playing", "over"),
}


def rights() -> str:
    """Return a table for each kind of place, and the words for roles and limits."""
    parts = [_place(place) for place in PLACES]
    roles = [f"- **{role}**: {about}" for role, about in ROLES.items()]
    limits = [f"- *{limit}*: {about}" for limit, about in LIMITS.items()]
    return "\n".join([*parts, "Roles:\n", *roles, "\nLimits:\n", *limits, ""])


def _place(place: Place) -> str:
    heads = HEADS[place]
    rows = [_row(rule) for rule in RIGHTS if rule.place == place]
    lines = [f"| at {PLACES[place]} | {' | '.join(heads)} |", "|---" * (1 + len(heads)) + "|"]
    return "\n".join([*lines, *rows, ""])


def _row(rule: Rule) -> str:
    cells = [
        ", ".join(_grant(each) for each in rule.grants if phase in each.when) or "–"
        for phase in PHASES
    ]
    return f"| `{rule.do}` | {' | '.join(cells)} |"


def _grant(grant: Grant) -> str:
    return f"{grant.who} *({grant.limit})*" if grant.limit else grant.who
