"""Equality of account names."""

from __future__ import annotations

import unicodedata

from qwirkle.service.table.names import alike


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
