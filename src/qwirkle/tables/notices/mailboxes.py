"""Mail to people with an account, at an address that they have confirmed.

Before the confirmation, only one mail with a link is sent. The links that end mail, about one table
or all of it, are signed, not stored: they work as long as the account has a mailbox.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from qwirkle.errors import QwirkleError
from qwirkle.locale import translate
from qwirkle.tables.core.reasons import TableReason, refusal
from qwirkle.tables.core.settings import MINUTE
from qwirkle.tables.notices.mail import Letter, Mail, is_plain_address
from qwirkle.tables.notices.model import Mailbox
from qwirkle.tables.notices.wording import MAIL, Notice

if TYPE_CHECKING:
    from qwirkle.tables.notices.store import NoticeStore

KEPT_AS = "mail"
"""The name of the server's key in the store."""
PAUSE = 10 * MINUTE
"""The pause between two mails that ask an account, or an address, for confirmation: nobody can
flood a stranger. Turning mail off in between changes nothing about that."""
MAX_ASKED = 10_000
"""The maximum number of remembered addresses that were asked for confirmation."""


class BadAddress(QwirkleError):
    """The text is not a mail address."""


class Mailboxes:
    """The mailboxes of all accounts."""

    def __init__(
        self, store: NoticeStore, mail: Mail, address: str, now: Callable[[], int]
    ) -> None:
        self._store = store
        self._mail = mail
        self._address = address
        self._now = now
        self._asked: OrderedDict[str, int] = OrderedDict()

    async def of(self, account: str) -> Mailbox | None:
        """Return the mailbox of an account, confirmed or not."""
        found = await self._store.mailboxes([account])
        return found[0] if found else None

    async def confirmed_accounts(self, accounts: Sequence[str]) -> set[str]:
        """Return those of these accounts that get mail."""
        found = await self._store.mailboxes(accounts) if accounts else []
        return {box.account for box in found if box.token is None}

    async def ask(self, account: str, address: str, language: str) -> Mailbox:
        """Send a link that confirms this address; until then nothing else is sent there."""
        given = address.strip()
        if not is_plain_address(given):
            raise BadAddress("address: this is not a mail address")
        now = self._now()
        for asked in (await self._store.mail_asked_at(account), self._asked.get(given.lower())):
            if asked is not None and asked <= now < asked + PAUSE:
                raise refusal(TableReason.TOO_OFTEN, case="mail")
        self._asked[given.lower()] = now
        self._asked.move_to_end(given.lower())
        if len(self._asked) > MAX_ASKED:
            self._asked.popitem(last=False)
        token = secrets.token_urlsafe(24)
        box = Mailbox(account, given, language, now, _hash(token))
        await self._store.keep_mailbox(box)
        link = f"{self._address}/account#mail={token}"
        said = {name: translate(language, sentence) for name, sentence in MAIL.items()}
        text = f"{said['open']}\n\n{link}\n\n{said['ignore']}\n"
        await self._mail.deliver(Letter(given, said["confirm"], text, token))
        return box

    async def confirm(self, token: str) -> None:
        """Confirm an address with the token of its link; that works once."""
        if not await self._store.confirm_mailbox(_hash(token)):
            raise refusal(TableReason.BAD_RECOVERY, case="password")

    async def remove(self, account: str) -> None:
        """Send no more mail to an account, and forget its address."""
        await self._store.remove_mailbox(account)

    async def turn_off(self, token: str) -> None:
        """Remove the mailbox of the account whose mail contained this token."""
        account, _, mac = token.partition(".")
        if not hmac.compare_digest(mac.encode(), (await self._sign(account)).encode()):
            raise refusal(TableReason.BAD_RECOVERY, case="password")
        await self.remove(account)

    async def table_to_mute(self, token: str) -> tuple[str, str]:
        """Return the table and the account that the token in a mail mutes."""
        account, _, rest = token.partition(".")
        table, _, mac = rest.partition(".")
        signed = await self._sign(_muting(account, table))
        if not hmac.compare_digest(mac.encode(), signed.encode()) or await self.of(account) is None:
            raise refusal(TableReason.BAD_RECOVERY, case="password")
        return table, account

    async def letter(self, box: Mailbox, notice: Notice) -> Letter:
        """Return the mail for a notice, with links that end mail of its tables and all mail."""
        off = f"{self._address}/account#mail-off={box.account}.{await self._sign(box.account)}"
        ending = f"{translate(box.language, MAIL['off'])}\n{off}"
        if notice.parts:
            paragraphs = [await self._paragraph(box, part) for part in notice.parts]
            text = "\n\n".join([notice.text, *paragraphs, f"-- \n{ending}\n"])
        else:
            mute = await self._mute_link(box, notice)
            text = f"{notice.text}\n\n{self._address}{notice.path}\n\n-- \n{mute}\n\n{ending}\n"
        key = f"{notice.key} {box.account}"
        return Letter(box.address, f"{notice.title}: {notice.text}", text, key, off)

    async def _paragraph(self, box: Mailbox, notice: Notice) -> str:
        """Return the part of a mail about several tables that is about one of them."""
        link = f"{self._address}{notice.path}"
        return f"{notice.title}: {notice.text}\n{link}\n{await self._mute_link(box, notice)}"

    async def _mute_link(self, box: Mailbox, notice: Notice) -> str:
        account, table = box.account, notice.mutable
        mac = await self._sign(_muting(account, table))
        link = f"{self._address}/account#mail-mute={account}.{table}.{mac}"
        case = "mute-person" if notice.kind == "invitation" else "mute"
        return f"{translate(box.language, MAIL[case], name=notice.player)}\n{link}"

    async def _sign(self, text: str) -> str:
        key = await self._store.keep_secret(KEPT_AS, secrets.token_hex(32))
        return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]


def _muting(account: str, table: str) -> str:
    return f"mute {table} for {account}"


def _hash(token: str) -> str:
    return hashlib.sha256(b"qwirkle mailbox\n" + token.encode(errors="replace")).hexdigest()
