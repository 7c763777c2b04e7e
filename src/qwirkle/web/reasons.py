"""Every reason for a refusal, for pages that say it in other languages.

The codes and sentences of the rules and of tables are kept where they are used; here are those of
the web itself, and the list of all of them.
"""

from __future__ import annotations

from string import Formatter

import msgspec

from qwirkle.rules.reasons import SENTENCES as RULES
from qwirkle.service.table.reasons import SENTENCES as TABLE

_WEB = {
    "no-accounts": "This server keeps no accounts.",
    "not-signed-in": "Nobody is signed in here.",
    "csrf": "Requests that change something need the header X-Qwirkle.",
    "origin": "This page is not one of this server.",
    "forbidden": "That is not allowed.",
    "not-found": "There is no such thing.",
    "bad-method": "That cannot be done here.",
    "too-large": "That is too large.",
    "bad-media-type": "That is not JSON.",
    "store-away": "The store cannot be reached at the moment; try again.",
    "unavailable": "Not at the moment; try again.",
    "internal": "Something went wrong here; it has been noted.",
}

SENTENCES = {**RULES, **TABLE, **_WEB}
"""By code, or by ``code/case`` where a code has several sentences."""


class ReasonOffer(msgspec.Struct, frozen=True):
    """A code, what it means, and what a refusal with it may mention."""

    reason: str
    sentence: str
    """In English; parameters are in braces."""
    params: tuple[str, ...]
    """A refusal may lack some of them, when its sentence is another one of the same code."""


def all_reasons() -> list[ReasonOffer]:
    """Every code there is."""
    return [
        ReasonOffer(code, _plain(sentence), _params(code))
        for code, sentence in SENTENCES.items()
        if "/" not in code
    ]


def _plain(sentence: str) -> str:
    """The sentence with nothing but names in its braces."""
    return "".join(
        text if name is None else f"{text}{{{name}}}"
        for text, name, _, _ in Formatter().parse(sentence)
    )


def _params(code: str) -> tuple[str, ...]:
    """The parameters of all sentences of a code; ``case`` if there is more than one sentence."""
    sentences = [said for key, said in SENTENCES.items() if key.partition("/")[0] == code]
    names = {name for said in sentences for _, name, _, _ in Formatter().parse(said) if name}
    return tuple(sorted(names | ({"case"} if len(sentences) > 1 else set())))
