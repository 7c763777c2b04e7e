"""Views of a table, and the events that keep a view up to date."""

from qwirkle.tables.core.views.events import Act, EventView, PublicEvent, SentEvent, TableEvent
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
    "Now",
    "PublicEvent",
    "SentEvent",
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
