"""Which words of a view do not come from the reader's catalogue."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from playwright.sync_api import BrowserContext, Page, Route

from server.page_words import words_tool

WORDS = words_tool()
LANGUAGES: tuple[str, ...] = WORDS.LANGUAGES
# In the pretended language every sentence stands in these brackets.
LEFT, RIGHT = "⟦", "⟧"

# What people read or hear: text, labels, titles. Words of another language are marked by `lang`;
# what the reader has typed is theirs.
SAID = """(whole) => {
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const foreign = (one) =>
    one.closest("script, style, noscript, time, kbd, code, option, .log .you, [lang]:not(html)");
  const block = (one) => {
    while (whole && getComputedStyle(one).display.startsWith("inline") && one.parentElement)
      one = one.parentElement;
    return one;
  };
  const texts = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !shown(parent) || foreign(parent)) continue;
    const key = whole ? block(parent) : node;
    texts.set(key, (texts.get(key) ?? "") + node.data);
  }
  const said = [document.title, ...texts.values()];
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    if (shown(one) && !foreign(one))
      for (const name of ["aria-label", "title", "placeholder", "alt"])
        if (one.getAttribute(name)) said.push(one.getAttribute(name));
  return said;
}"""

# Names of people, addresses and fingerprints are the same in every language. Codes of tiles are
# English or, as the page believes that it speaks German, German.
SAME_EVERYWHERE = re.compile(
    r"\b(?:Rated )?\b(?:Ann|Ben|Mia|Leo|Qwirkle)\b|https?://\S+|\b[0-9a-f]{16,}\b"
    r"|\b(?:[ROYGBPEL][oxdsbcrqtk])+\b|\bv\b(?= [<^])"
)
LETTERS = re.compile(r"[^\W\d_]{2,}")


def pretend(context: BrowserContext) -> None:
    """Give the page a German catalogue in which every sentence is English in brackets."""
    body = f"export default {json.dumps(_bracketed())}"

    def answer(route: Route) -> None:
        route.fulfill(body=body, content_type="text/javascript")

    context.route(re.compile(r"/assets/de-[^/]+\.js$"), answer)


def _bracketed() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for message in catalogue("qwirkle.pot"):
        if message.id:
            forms = [message.id] if isinstance(message.id, str) else message.id
            found[forms[0]] = [f"{LEFT}{form}{RIGHT}" for form in forms]
    return found


def catalogue(file: str) -> Catalog:
    """A catalogue of the page."""
    with (WORDS.LOCALE / file).open(encoding="utf-8") as open_file:
        return read_po(open_file)


def said(page: Page, *, whole: bool) -> list[str]:
    """Everything that the view says: whole paragraphs, or piece by piece."""
    found: list[str] = page.evaluate(SAID, whole)
    return [" ".join(text.split()) for text in found]


def unbracketed(page: Page) -> list[str]:
    """What the view says in words that no catalogue has."""
    left = []
    for text in said(page, whole=True):
        rest = SAME_EVERYWHERE.sub("", "".join(_outside(text)))
        if LETTERS.search(rest):
            left.append(text)
    return left


def _outside(text: str) -> Iterator[str]:
    """The letters that are in no brackets; sentences may hold others."""
    depth = 0
    for letter in text:
        depth += (letter == LEFT) - (letter == RIGHT)
        if depth == 0 and letter != RIGHT:
            yield letter


class English:
    """Knows the English sentences that a language says in another way."""

    def __init__(self, language: str) -> None:
        theirs: set[str] = set()
        self._ours: dict[str, re.Pattern[str]] = {}
        for message in catalogue(f"{language}.po"):
            theirs.update(_forms(message.string or ""))
            for form in _forms(message.id):
                self._ours[form] = _pattern(form)
        self._theirs = [_pattern(form) for form in theirs]
        for form in theirs & self._ours.keys():
            del self._ours[form]

    def in_view(self, page: Page) -> list[str]:
        """Return what the view says in English."""
        found = [text for text in said(page, whole=False) if self._matches(text)]
        return [text for text in found if not any(form.fullmatch(text) for form in self._theirs)]

    def _matches(self, text: str) -> bool:
        return any(form.fullmatch(text) for form in self._ours.values())


def _forms(found: str | Iterable[str]) -> list[str]:
    return [form for form in ([found] if isinstance(found, str) else found) if form]


def _pattern(form: str) -> re.Pattern[str]:
    """A sentence with anything in its gaps; without a word of its own it fits nothing."""
    if not LETTERS.search(re.sub(r"\{\w+\}", "", form)):
        return re.compile(r"(?!)")
    pieces = re.split(r"(\{\w+\})", " ".join(form.split()))
    return re.compile("".join(_gap(piece) or re.escape(piece) for piece in pieces))


def _gap(piece: str) -> str:
    """Return a pattern for the text in a gap: digits for a number, anything for other gaps."""
    if piece == "{n}":
        return r"[\d.,]+"
    return ".+?" if re.fullmatch(r"\{\w+\}", piece) else ""
