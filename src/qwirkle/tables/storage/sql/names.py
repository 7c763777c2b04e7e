"""Equality of account names, and what is left of them when accounts are removed."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from typing import Any

import msgspec

from qwirkle.tables.core.names import alike, free_name
from qwirkle.tables.storage.ports import REMOVED_NAME


def fold_name(name: str) -> str:
    """Fold a name so that names that look the same become equal.

    Made here and not by the database: each database has its own idea of upper and lower case.
    """
    return alike(name)


def all_folds(name: str) -> set[str]:
    """Return what a name may be stored as, by this version or an earlier one."""
    return {fold_name(name), alike(name, at_first=True), earlier_fold(name)}


def earlier_fold(name: str) -> str:
    """The same as the first versions stored it: case, width and the way an accent is written."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


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
