"""The page of rights, which only a site has, from the data that the code reads."""

from __future__ import annotations

from collections.abc import Sequence

from qwirkle.tables.core.rights import LIMITS, PHASES, PLACES, RIGHTS, ROLES, Grant, Place, Rule

HEADS: dict[Place, Sequence[str]] = {
    "table": ("lobby", "playing", "ended"),
    "tournament-table": ("lobby", "playing", "ended"),
    "tournament": ("before the first round", "playing", "over"),
}
UNLIKE: dict[Place, Place] = {"tournament-table": "table"}
"""Places of which only what differs from another one is shown, besides what its host may do."""


def rights() -> str:
    """Return a table for each kind of place, and the words for roles and limits."""
    parts = [_place(place) for place in PLACES]
    roles = [f"- **{role}**: {about}" for role, about in ROLES.items()]
    limits = [f"- *{limit}*: {about}" for limit, about in LIMITS.items()]
    return "\n".join([*parts, "Roles:\n", *roles, "\nLimits:\n", *limits, ""])


def _place(place: Place) -> str:
    """Return the table of a place; what may be done by the same people shares a row."""
    ordinary = _rules(UNLIKE[place]) if place in UNLIKE else {}
    rows: dict[Sequence[str], list[str]] = {}
    for do, rule in _rules(place).items():
        if do not in ordinary or _cells(rule) != _cells(ordinary[do], without="host"):
            rows.setdefault(_cells(rule), []).append(f"`{do}`")
    heads = HEADS[place]
    only = ": what differs" if ordinary else ""
    lines = [f"| at {PLACES[place]}{only} | {' | '.join(heads)} |", "|---" * (1 + len(heads)) + "|"]
    lines += [f"| {', '.join(names)} | {' | '.join(cells)} |" for cells, names in rows.items()]
    return "\n".join([*lines, ""])


def _rules(place: Place) -> dict[str, Rule]:
    return {rule.do: rule for rule in RIGHTS if rule.place == place}


def _cells(rule: Rule, *, without: str = "") -> Sequence[str]:
    """Return who may do it in each phase."""
    return tuple(
        ", ".join(
            _grant(each) for each in rule.grants if phase in each.when and each.who != without
        )
        or "–"
        for phase in PHASES
    )


def _grant(grant: Grant) -> str:
    return f"{grant.who} *({grant.limit})*" if grant.limit else grant.who
