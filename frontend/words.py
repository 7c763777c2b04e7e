"""Collects the words of the page for translators: every t() and n() of ``src`` into the catalogues.

What the server's notices say is collected too. ``python frontend/words.py`` writes
``locale/qwirkle.pot`` of the package and brings the ``.po`` of each language up to date:
translations stay, what the page does not say any more goes, nothing is guessed. ``--check`` writes
nothing and fails if a file is out of date.

The words are what stands in the source, so only plain literals can be found. A call that passes on
what another one was given carries a comment ``words: passed on`` on its line or on the one before.
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

SOURCES = Path(__file__).parent / "src"
NOTICES = Path(__file__).parents[1] / "src" / "qwirkle" / "tables" / "notices" / "wording.py"
LOCALE = Path(__file__).parents[1] / "src" / "qwirkle" / "locale"
LANGUAGES = ("de", "es", "fr", "it")
ABOVE = "Made by frontend/words.py from the sources of the page. Do not edit."
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: qwirkle\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural={plural};\\n"
"""
PLURAL = {"fr": "n > 1"}

# What follows a letter is none: "image/*" is a kind of file.
_COMMENT = r"<!--.*?-->|(?<!\w)/\*.*?\*/|(?<![:\"'`\\])//[^\n]*"
_CALL = r"(?<![\w.$])(?<!function )(?P<name>[tn])\("
_LOOK = re.compile(rf"(?P<comment>{_COMMENT})|{_CALL}", re.DOTALL)
_LITERAL = re.compile(r"""\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*(?=[,)])""")
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_PASSED_ON = "words: passed on"


class Words(NamedTuple):
    """A sentence of the page, with its second form if it counts something."""

    one: str
    many: str | None

    @property
    def id(self) -> str | tuple[str, str]:
        """As Babel names it."""
        return self.one if self.many is None else (self.one, self.many)


class BadWords(Exception):
    """Something in the sources that cannot be translated."""


def words_in(text: str, where: str) -> Iterator[Words]:
    """Every sentence in a source, in order; BadWords for a call without literals."""
    at = 0
    while found := _LOOK.search(text, at):
        at = found.end()
        if found["comment"] is not None:
            continue
        wanted = 2 if found["name"] == "n" else 1
        literals = []
        for _ in range(wanted):
            literal = _LITERAL.match(text, at)
            if literal is None:
                break
            literals.append(_unescaped(literal[1][1:-1]))
            at = literal.end() + 1
        if len(literals) == wanted:
            yield Words(literals[0], literals[1] if wanted == 2 else None)
            at -= 1  # the parameters may hold words too
        elif not _passed_on(text, found.start()):
            line = text.count("\n", 0, found.start()) + 1
            raise BadWords(f"{where}:{line}: {found['name']}() needs plain literals")


def page_words(sources: Path = SOURCES) -> dict[Words, list[str]]:
    """Every sentence of the page with the files that say it."""
    found: dict[Words, list[str]] = {}
    forms: dict[str, Words] = {}
    files = (path for path in sources.rglob("*") if path.suffix in {".ts", ".svelte"})
    for path in sorted(files):
        if path.name.endswith((".test.ts", ".gen.ts")):
            continue
        where = path.relative_to(sources).as_posix()
        for words in words_in(path.read_text("utf-8"), where):
            if forms.setdefault(words.one, words) != words:
                raise BadWords(f"{where}: “{words.one}” has another second form elsewhere")
            places = found.setdefault(words, [])
            if where not in places:
                places.append(where)
    return found


def notice_words(source: Path = NOTICES) -> dict[Words, list[str]]:
    """The sentences that the server itself sends: the values of the tables of words in a module."""
    tables = (node for node in ast.walk(ast.parse(source.read_text("utf-8"))))
    texts = [
        value.value
        for node in tables
        if isinstance(node, ast.Dict)
        for value in node.values
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
    ]
    return {Words(text, None): [f"server/{source.name}"] for text in texts}


def all_words() -> dict[Words, list[str]]:
    """What the page says and what notices say."""
    return {**notice_words(), **page_words()}


def template() -> str:
    """The text of the ``.pot``: all sentences, none translated."""
    catalog = Catalog()
    for words, places in all_words().items():
        catalog.add(words.id, locations=[(place, 0) for place in places])
    return f"# {ABOVE}\n{HEADER.format(language='', plural='n != 1')}\n{_body(catalog)}"


def translated(language: str, old: str) -> str:
    """The text of a ``.po``: all sentences, with the translations the old text has."""
    before = read_po(io.StringIO(old), locale=language)
    catalog = Catalog(locale=language)
    for words, places in all_words().items():
        known = before.get(words.one)
        kept = None
        # A sentence that has become a plural form must be translated again.
        if known is not None and known.id == words.id and not known.fuzzy:
            kept = known.string
        comments = [] if known is None else known.user_comments
        where = [(place, 0) for place in places]
        catalog.add(words.id, kept, locations=where, user_comments=comments)
    header = HEADER.format(language=language, plural=PLURAL.get(language, "n != 1"))
    return f"{header}\n{_body(catalog)}"


def stale() -> dict[Path, str]:
    """The files that are out of date, with the text they ought to have."""
    wanted = {LOCALE / "qwirkle.pot": template()}
    for language in LANGUAGES:
        path = LOCALE / f"{language}.po"
        wanted[path] = translated(language, path.read_text("utf-8") if path.exists() else "")
    return {
        path: text
        for path, text in wanted.items()
        if not path.exists() or path.read_text("utf-8") != text
    }


def _body(catalog: Catalog) -> str:
    # Sorted, so that two people's new sentences seldom meet on the same line.
    out = io.BytesIO()
    write_po(out, catalog, width=0, omit_header=True, sort_output=True, include_lineno=False)
    return _joined_locations(out.getvalue().decode()).strip() + "\n"


def _joined_locations(text: str) -> str:
    # Versions of Babel differ in how they wrap these comments, even with a width of 0.
    return re.sub(r"(?<=^#: )(.*(?:\n#: .*)+)", _one_line, text, flags=re.MULTILINE)


def _one_line(found: re.Match[str]) -> str:
    return found[1].replace("\n#: ", " ")


def _passed_on(text: str, at: int) -> bool:
    end = text.find("\n", at)
    lines = text[: end if end >= 0 else len(text)].splitlines()[-2:]
    return any(_PASSED_ON in line for line in lines)


def _unescaped(literal: str) -> str:
    def character(found: re.Match[str]) -> str:
        code = found[1]
        if code[0] in "ux" and len(code) > 1:
            return chr(int(code[1:].strip("{}"), 16))
        return {"n": "\n", "t": "\t"}.get(code, code)

    return _ESCAPE.sub(character, literal)


def main(arguments: list[str]) -> int:
    """Write, or with ``--check`` only look."""
    try:
        found = stale()
    except BadWords as error:
        sys.stderr.write(f"{error}\n")
        return 1
    if "--check" in arguments:
        for path in found:
            sys.stderr.write(f"{path.name} is out of date: run python frontend/words.py\n")
        return 1 if found else 0
    for path, text in found.items():
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
