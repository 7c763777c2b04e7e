"""What is left of people in stored tournaments when their accounts are removed."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from qwirkle.service.ports import REMOVED_NAME
from qwirkle.service.table.names import free_name


def forget_entrants(body: str, accounts: Collection[str]) -> str:
    """Return the JSON of a tournament without the names of these accounts.

    They still take part, with their devices.
    """
    tournament: dict[str, Any] = msgspec.json.decode(body)
    entrants: list[dict[str, Any]] = tournament["entrants"]
    gone = [entrant for entrant in entrants if entrant.get("account") in accounts]
    taken = [entrant["name"] for entrant in entrants if entrant not in gone]
    for entrant in gone:
        entrant["account"] = None
        entrant["name"] = free_name(REMOVED_NAME, taken)
        taken.append(entrant["name"])
    return msgspec.json.encode(tournament).decode()
