"""A client for a server of tables: open, join, watch and play, from any Python program.

The structs are those of the server: ``TableView`` is the view of a device, and the commands are
those that a page sends. ``docs/client.md`` has examples.
"""

from qwirkle.client.bot import RemoteBot
from qwirkle.client.client import Client
from qwirkle.client.invitation import Invitation
from qwirkle.client.views import seat_view
from qwirkle.errors import ServerAway, ServerRefusal
from qwirkle.tables.core.commands import (
    CallVote,
    Close,
    Command,
    OpenTable,
    PlanSeat,
    Play,
    React,
    Rematch,
    Resign,
    SignOthersOut,
    Sit,
    Stand,
    Start,
    TakeBack,
    Vote,
)
from qwirkle.tables.core.settings import Clock, SeatPlan
from qwirkle.tables.core.views import TableView
from qwirkle.tables.live.tables import Done

__all__ = [
    "CallVote",
    "Client",
    "Clock",
    "Close",
    "Command",
    "Done",
    "Invitation",
    "OpenTable",
    "PlanSeat",
    "Play",
    "React",
    "Rematch",
    "RemoteBot",
    "Resign",
    "SeatPlan",
    "ServerAway",
    "ServerRefusal",
    "SignOthersOut",
    "Sit",
    "Stand",
    "Start",
    "TableView",
    "TakeBack",
    "Vote",
    "seat_view",
]
