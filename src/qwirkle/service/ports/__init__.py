"""The ports of the service: values and protocols of a store, a bus and a presence board.

Times are whole milliseconds since the epoch.
"""

from qwirkle.service.ports.bus import LOOK, Bus, PresenceBoard, Present
from qwirkle.service.ports.documents import DocumentStore, StoredTournament, TournamentStore
from qwirkle.service.ports.notices import (
    ClaimedNotice,
    Mailbox,
    NoticeKey,
    NoticeKind,
    NoticePlan,
    NoticeStore,
    PlannedNotice,
    PushSubscription,
    QuietHours,
)
from qwirkle.service.ports.people import (
    RATED_TOGETHER,
    Account,
    AccountStore,
    HistoryStore,
    PeopleStore,
    Rating,
    RatingStore,
    Revision,
    Seating,
    Standing,
)
from qwirkle.service.ports.results import (
    Encounter,
    GameResult,
    KnownPerson,
    ResultStore,
    SeatResult,
    Totals,
)
from qwirkle.service.ports.store import AdminStore, WholeStore
from qwirkle.service.ports.tables import (
    Accepted,
    Append,
    Conflict,
    GameRow,
    IndexEntry,
    ListedGame,
    Outcome,
    Repeated,
    Store,
    Stored,
)

__all__ = [
    "LOOK",
    "RATED_TOGETHER",
    "Accepted",
    "Account",
    "AccountStore",
    "AdminStore",
    "Append",
    "Bus",
    "ClaimedNotice",
    "Conflict",
    "DocumentStore",
    "Encounter",
    "GameResult",
    "GameRow",
    "HistoryStore",
    "IndexEntry",
    "KnownPerson",
    "ListedGame",
    "Mailbox",
    "NoticeKey",
    "NoticeKind",
    "NoticePlan",
    "NoticeStore",
    "Outcome",
    "PeopleStore",
    "PlannedNotice",
    "PresenceBoard",
    "Present",
    "PushSubscription",
    "QuietHours",
    "Rating",
    "RatingStore",
    "Repeated",
    "ResultStore",
    "Revision",
    "SeatResult",
    "Seating",
    "Standing",
    "Store",
    "Stored",
    "StoredTournament",
    "Totals",
    "TournamentStore",
    "WholeStore",
]
