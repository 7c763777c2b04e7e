"""When two names of accounts are the same name."""

from __future__ import annotations

import unicodedata


def fold_name(name: str) -> str:
    """What two names share that differ only in case, width or the way an accent is written.

    Made here and not by the database: each database has its own idea of upper and lower case.
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
