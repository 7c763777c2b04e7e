"""The card that a messenger shows for a link: a title, a line and a picture (Open Graph).

For a table that is still open, it names the host and the game; anyone with the link may see that
much. For a game in progress it names the game, and for one without spectators not even that.
"""

from __future__ import annotations

import html
import re
from typing import NamedTuple

from starlette.types import Scope

from qwirkle.api.visitors import metered
from qwirkle.errors import QwirkleError
from qwirkle.locale import preferred_language, translate
from qwirkle.server.context import AppContext
from qwirkle.server.limits import limit_key
from qwirkle.tables.core.editions import rules_of
from qwirkle.tables.core.names import GUEST
from qwirkle.tables.core.state import Table
from qwirkle.tables.notices.wording import game_title

PICTURE = "/card.png"
WIDTH, HEIGHT = 1200, 630
_TABLE = re.compile(r"/t/([A-Za-z0-9_-]{1,40})")


class Card(NamedTuple):
    """The preview of a link."""

    title: str
    about: str


class LinkCards:
    """Cards for the documents of a server."""

    def __init__(self, context: AppContext) -> None:
        self._context = context

    async def head_of(self, scope: Scope) -> bytes:
        """Return the tags for the head of the document at a request's address."""
        path = scope["path"]
        headers = dict(scope["headers"])
        language = preferred_language(headers.get(b"accept-language", b"").decode("latin-1"))
        card = card_of(await self._table(path, scope), language)
        return write_card(card, self._context.address(scope), path)

    async def _table(self, path: str, scope: Scope) -> Table | None:
        """Return the table that a path is about; None if it cannot be found now."""
        found = _TABLE.fullmatch(path)
        if found is None:
            return None
        client = scope.get("client")
        address = limit_key(client[0] if client else "")
        payer = self._context.budget.account(address)
        if payer.wait:
            return None
        try:
            self._context.limits.request(address)
            # A table that is not in memory is made again from all of its events.
            return await metered(self._context.service.tables.cached_table(found[1]), payer)
        except QwirkleError:
            # The page itself will explain the problem.
            return None


def card_of(table: Table | None, language: str) -> Card:
    """Return the card of a table, or of the page as a whole."""
    about = translate(
        language, "Build lines of one colour or one shape. Six in a line make a Qwirkle."
    )
    general = Card("Qwirkle", about)
    if table is None or (table.settings.spectators == "nobody" and table.game is not None):
        return general
    try:
        rules = rules_of(table.settings) if table.game is None else table.game.edition
    except QwirkleError:
        return general
    game = game_title(language, rules)
    if table.phase != "lobby":
        return Card(game, about)
    host = table.host_seat
    name = "" if host is None else table.seats[host].name
    if name in ("", GUEST):
        return Card(translate(language, "You’re invited to {game}", game=game), about)
    return Card(translate(language, "{name} invites you to {game}", name=name, game=game), about)


def write_card(card: Card, address: str, path: str) -> bytes:
    """Return the card as tags for the head of a document, safely escaped for any player's name."""
    address = address.rstrip("/")
    tags = [
        ("property", "og:type", "website"),
        ("property", "og:site_name", "Qwirkle"),
        ("property", "og:title", card.title),
        ("property", "og:description", card.about),
        ("property", "og:url", f"{address}{path}"),
        ("property", "og:image", f"{address}{PICTURE}"),
        ("property", "og:image:width", str(WIDTH)),
        ("property", "og:image:height", str(HEIGHT)),
        ("name", "twitter:card", "summary_large_image"),
        ("name", "twitter:title", card.title),
        ("name", "twitter:description", card.about),
        ("name", "twitter:image", f"{address}{PICTURE}"),
    ]
    lines = [
        f'<meta {kind}="{name}" content="{html.escape(content)}" />' for kind, name, content in tags
    ]
    return "\n    ".join(lines).encode()
