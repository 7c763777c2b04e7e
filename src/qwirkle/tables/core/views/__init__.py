"""Views of a table, and the news that keep a view up to date."""

from qwirkle.tables.core.views.news import Act, EventView, News, PublicEvent, TableEvent
from qwirkle.tables.core.views.table import (
    SPECTATOR,
    EditionView,
    Now,
    SeriesStanding,
    SeriesView,
    TableView,
    Viewer,
    edition_view,
    now_view,
    table_view,
    viewer_of,
)

__all__ = [
    "SPECTATOR",
    "Act",
    "EditionView",
    "EventView",
    "News",
    "Now",
    "PublicEvent",
    "SeriesStanding",
    "SeriesView",
    "TableEvent",
    "TableView",
    "Viewer",
    "edition_view",
    "now_view",
    "table_view",
    "viewer_of",
]
