"""Every route, one module for each subject."""

from __future__ import annotations

from qwirkle.api.routes import (
    analysis,
    boards,
    catalogue,
    lessons,
    matchmaking,
    puzzles,
    reviews,
    statistics,
    tables,
)

ROUTES = [
    *tables.ROUTES,
    *matchmaking.ROUTES,
    *reviews.ROUTES,
    *statistics.ROUTES,
    *catalogue.ROUTES,
    *boards.ROUTES,
    *analysis.ROUTES,
    *lessons.ROUTES,
    *puzzles.ROUTES,
]
