"""Every route, one module for each subject."""

from __future__ import annotations

from qwirkle.api.routes import (
    analysis,
    boards,
    catalogue,
    finding,
    lessons,
    puzzles,
    reviews,
    statistics,
    tables,
)

ROUTES = [
    *tables.ROUTES,
    *finding.ROUTES,
    *reviews.ROUTES,
    *statistics.ROUTES,
    *catalogue.ROUTES,
    *boards.ROUTES,
    *analysis.ROUTES,
    *lessons.ROUTES,
    *puzzles.ROUTES,
]
