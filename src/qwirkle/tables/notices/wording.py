"""The words of a notice, in its reader's language: only what everybody at the table knows."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import msgspec

from qwirkle.locale import translate
from qwirkle.rules.editions.words import NAMES
from qwirkle.rules.family import AnyEdition
from qwirkle.rules.refusals.sentences import Sentences
from qwirkle.tables.core.decide.game import game_of
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.names import GUEST
from qwirkle.tables.core.state import Table
from qwirkle.tables.notices.model import NoticeKey, NoticeKind
from qwirkle.tables.notices.plan import TO_PLAYERS

OWN = {
    "begun": "The game has begun. It’s your turn.",
    "played": "{name} has played. It’s your turn.",
    "reminder": "It’s still your turn. Less than a fifth of your time is left.",
    "several": "It’s your turn at {count} tables.",
    "invited": "{name} invites you to play again.",
}
"""Texts to the player."""
ABOUT = {
    "begun": "The game has begun. It’s {next}’s turn.",
    "played": "{name} has played. It’s {next}’s turn.",
    "reminder": "It’s still {next}’s turn. Less than a fifth of the time is left.",
}
"""Texts to the host of the server."""
MAIL = {
    "confirm": "Confirm your email address",
    "open": "Open this link to get an email when you’re away and it’s your turn, or somebody"
    " invites you to play again:",
    "ignore": "If you did not ask for this, ignore this email. You will not get another.",
    "mute": "Open this link to get no more emails about this game:",
    "mute-person": "Open this link to get no more invitations from {name}:",
    "off": "Open this link to get no more emails:",
}
"""Texts in mail to accounts."""
SENTENCES: Sentences = {
    **{f"own/{case}": text for case, text in OWN.items()},
    **{f"about/{case}": text for case, text in ABOUT.items()},
    **{f"mail/{case}": text for case, text in MAIL.items()},
}
"""All texts, for translators."""
QWIRKLE = "Qwirkle"
TABLE_PATH = "/t/"
"""The beginning of a table's path on the page."""


class Notice(msgspec.Struct, frozen=True):
    """A notice, ready to be sent."""

    key: str
    """The same for every attempt to send it."""
    title: str
    text: str
    game: str
    player: str
    """The name of the person who has just played; empty at the beginning."""
    next: str
    """The name of the person whose turn it is."""
    path: str
    """The path of the table on this server."""
    kind: NoticeKind
    mutable: str = ""
    """The table whose muting ends such notices."""
    parts: tuple[Notice, ...] = ()
    """The notices that this one stands for, if they are several."""


def notice_of_several(parts: Sequence[Notice], language: str) -> Notice:
    """Return one notice that stands for those of several tables."""
    keys = "\n".join(sorted(part.key for part in parts))
    return Notice(
        key=f"several-{hashlib.sha256(keys.encode()).hexdigest()[:32]}",
        title=QWIRKLE,
        text=translate(language, OWN["several"], count=str(len({part.path for part in parts}))),
        game=QWIRKLE,
        player="",
        next="",
        path="/",
        kind="reminder" if any(part.kind == "reminder" for part in parts) else "turn",
        parts=tuple(parts),
    )


def notice_of(table: Table, key: NoticeKey, language: str) -> Notice:
    """Return the notice of a table's current turn, or of its invitation."""
    if key.kind == "invitation":
        return _invitation(table, key, language)
    game, seat = game_of(table), table.to_move
    name = "" if game.last is None else _name(table, game.last.seat, language)
    following = "" if seat is None else _name(table, seat, language)
    sentences = OWN if key.target.startswith(TO_PLAYERS) else ABOUT
    case = "reminder" if key.kind == "reminder" else "played" if name else "begun"
    title = game_title(language, game.edition)
    return Notice(
        key=_key(table, key),
        title=title,
        text=translate(language, sentences[case], name=name, next=following),
        game=title,
        player=name,
        next=following,
        path=f"{TABLE_PATH}{table.id}",
        kind=key.kind,
        mutable=table.id,
    )


def _invitation(table: Table, key: NoticeKey, language: str) -> Notice:
    hosts = [n for n, seat in enumerate(table.seats) if any(map(table.hosted_by, seat.keys))]
    name = _name(table, hosts[0], language) if hosts else translate(language, GUEST)
    title = game_title(language, rules_of(table.settings))
    return Notice(
        key=_key(table, key),
        title=title,
        text=translate(language, OWN["invited"], name=name),
        game=title,
        player=name,
        next="",
        path=f"{TABLE_PATH}{table.id}",
        kind=key.kind,
        mutable=table.before or table.id,
    )


def game_title(language: str, edition: AnyEdition) -> str:
    """Return the page's name of a game in a language."""
    known = NAMES.get(edition.id)
    return f"{QWIRKLE} – {translate(language, known) if known else edition.name}"


def _key(table: Table, key: NoticeKey) -> str:
    """Return a key that is the same for every attempt, but changes if a turn is played again."""
    again = f"-{len(table.taken_back)}" if table.taken_back else ""
    return f"{key.game}-{key.turn}-{key.kind}{again}"


def _name(table: Table, seat: int, language: str) -> str:
    name = table.seats[seat].name
    return translate(language, GUEST) if name == GUEST else name
