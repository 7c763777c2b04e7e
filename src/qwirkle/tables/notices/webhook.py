"""A webhook: one request for each notice, to an address that the host has set.

The address and the body are templates, so that ntfy, Matrix, Slack, Telegram and others can be
asked directly. In a body of JSON the values are escaped, whatever a player is called.
"""

from __future__ import annotations

import json
from string import Template
from urllib.parse import quote

import msgspec

from qwirkle.errors import QwirkleError
from qwirkle.tables.notices.channels import Outcome, outcome_of
from qwirkle.tables.notices.egress import (
    Egress,
    NotReached,
    PrivateAddress,
    is_written_out,
)
from qwirkle.tables.notices.wording import Notice

BODY = '{"title": "$title", "text": "$text", "link": "$link", "key": "$key"}'
FIELDS = frozenset({"title", "text", "game", "player", "next", "link", "key", "kind"})


class BadTemplate(QwirkleError):
    """The template names something unknown."""


class WebhookSettings(msgspec.Struct, frozen=True):
    """The address and form of a webhook's notices."""

    url: str
    method: str = "POST"
    headers: str = "{}"
    """A JSON object."""
    body: str = BODY


class Webhook:
    """The channel that sends notices to one address."""

    def __init__(self, settings: WebhookSettings, egress: Egress, address: str) -> None:
        self._settings = settings
        self._egress = egress
        self._address = address
        try:
            given = msgspec.json.decode(settings.headers, type=dict[str, str])
        except msgspec.MsgspecError:
            raise BadTemplate("the headers of the webhook are a JSON object of texts") from None
        self._headers = {name.lower(): value for name, value in given.items()}
        self._headers.setdefault("content-type", "application/json")
        if not is_written_out(settings.url):
            raise BadTemplate("the address of the webhook has characters to be written as %XX")
        for template in (settings.url, settings.body):
            _check(template)

    async def send(self, notice: Notice) -> Outcome:
        """Send a notice. A receiver that gets the same ``key`` twice may ignore the second."""
        values = {
            "title": notice.title,
            "text": notice.text,
            "game": notice.game,
            "player": notice.player,
            "next": notice.next,
            "link": f"{self._address}{notice.path}",
            "key": notice.key,
            "kind": notice.kind,
        }
        is_json = "json" in self._headers["content-type"]
        body = {
            name: json.dumps(value)[1:-1] if is_json else value for name, value in values.items()
        }
        in_url = {name: quote(value, safe="") for name, value in values.items()}
        headers = {**self._headers, "idempotency-key": notice.key}
        try:
            answer = await self._egress.request(
                self._settings.method.upper(),
                Template(self._settings.url).substitute(in_url),
                headers,
                Template(self._settings.body).substitute(body).encode(),
            )
        except PrivateAddress as error:
            return Outcome("refused", why=f"{error}; see --intranet")
        except NotReached as error:
            return Outcome("failed", why=str(error))
        found = outcome_of(answer)
        # The host's own address: it may be corrected while the notice waits.
        return Outcome("failed", why=found.why) if found.how in ("gone", "refused") else found


def _check(template: str) -> None:
    try:
        unknown = set(Template(template).get_identifiers()) - FIELDS
        valid = Template(template).is_valid()
    except ValueError:
        valid, unknown = False, set()
    if not valid or unknown:
        known = ", ".join(f"${name}" for name in sorted(FIELDS))
        raise BadTemplate(f"the webhook's template may name {known}; write $$ for a dollar sign")
