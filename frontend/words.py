"""Writes the words of the page: catalogues for translators, and the tables of the server's codes.

``python frontend/words.py`` collects every t(), n() and p() of ``src`` and every sentence of the
package (``frontend/sentences.py``). It writes ``locale/qwirkle.pot`` of the package, brings the
``.po`` of each language up to date and generates the modules ``*.gen.ts`` with the sentences of
codes. Translations stay, what nobody says any more goes, nothing is guessed. ``--check`` writes
nothing and fails if a file is out of date.

The words are what stands in the source, so only plain literals can be found. A call that passes on
what another one was given carries a comment ``words: passed on`` on its line or on the one before.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from sentences import (
    SAID_OF_TILES,
    SOURCES,
    BadWords,
    Words,
    forms_in,
    modules,
    names_in_form,
    package_words,
)

from qwirkle.locale import FOLDER, LANGUAGES

TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
ABOVE = "Made by frontend/words.py from the sources of the page. Do not edit."
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: qwirkle\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural};\\n"
{more}"""
UNREAD = "X-Read-By-Native-Speaker: no"
"""A line in the header of a new catalogue, until a native speaker has read it and deletes it."""

# What follows a letter is none: "image/*" is a kind of file.
_COMMENT = r"<!--.*?-->|(?<!\w)/\*.*?\*/|(?<![:\"'`\\])//[^\n]*"
_CALL = r"(?<![\w.$])(?<!function )(?P<name>[tnp])\("
_LOOK = re.compile(rf"(?P<comment>{_COMMENT})|{_CALL}", re.DOTALL)
_LITERAL = re.compile(r"""\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')\s*(?=[,)])""")
_ESCAPE = re.compile(r"\\(u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)", re.DOTALL)
_PASSED_ON = "words: passed on"


def words_in(text: str, where: str) -> Iterator[Words]:
    """Return every sentence in a source, in order; raise BadWords for a call without literals."""
    at = 0
    while found := _LOOK.search(text, at):
        at = found.end()
        if found["comment"] is not None:
            continue
        wanted = 1 if found["name"] == "t" else 2
        literals = []
        for _ in range(wanted):
            literal = _LITERAL.match(text, at)
            if literal is None:
                break
            literals.append(_unescaped(literal[1][1:-1]))
            at = literal.end() + 1
        if len(literals) == wanted:
            match found["name"]:
                case "t":
                    yield Words(literals[0])
                case "n":
                    yield Words(literals[0], literals[1])
                case _:
                    yield Words(literals[1], context=literals[0])
            at -= 1  # the parameters may hold words too
        elif not _passed_on(text, found.start()):
            line = text.count("\n", 0, found.start()) + 1
            raise BadWords(f"{where}:{line}: {found['name']}() needs plain literals")


def page_words(sources: Path = SOURCES) -> dict[Words, list[str]]:
    """Return every sentence of the page itself, with the files that contain it."""
    found: dict[Words, list[str]] = {}
    files = (path for path in sources.rglob("*") if path.suffix in {".ts", ".svelte"})
    for path in sorted(files):
        if path.name.endswith((".test.ts", ".gen.ts")):
            continue
        where = path.relative_to(sources).as_posix()
        for words in words_in(path.read_text("utf-8"), where):
            places = found.setdefault(words, [])
            if where not in places:
                places.append(where)
    return found


def all_words() -> dict[Words, list[str]]:
    """Yield every sentence of the page and of the package, with the file it stands in."""
    found = {words: list(places) for words, places in package_words().items()}
    for words, places in page_words().items():
        found.setdefault(words, []).extend(places)
    forms: dict[tuple[str, str | None], Words] = {}
    for words, places in found.items():
        if forms.setdefault((words.one, words.context), words) != words:
            raise BadWords(f"{places[0]}: “{words.one}” has another second form elsewhere")
    return found


def template() -> str:
    """Return the text of the ``.pot``: all sentences, none translated."""
    catalog = Catalog()
    for words, places in all_words().items():
        locations = [(place, 0) for place in places]
        catalog.add(words.id, locations=locations, context=words.context)
    header = HEADER.format(language="", plural="nplurals=2; plural=n != 1", more="")
    return f"# {ABOVE}\n{header}\n{_body(catalog)}"


def translated(language: str, old: str) -> str:
    """Return the text of a ``.po``: all sentences, with the translations of the old text.

    Names of tiles are in it once more for each form that a translation uses.
    """
    before = _read(language, old)
    plural = f"nplurals={before.num_plurals}; plural={_bare(before.plural_expr)}"
    catalog = Catalog(locale=language)
    catalog.mime_headers = [("Plural-Forms", f"{plural};")]
    for words, places in all_words().items():
        _carry_over(before, catalog, words, places)
    for form in forms_in(catalog):
        for words in names_in_form(form):
            _carry_over(before, catalog, words, [SAID_OF_TILES])
    more = f'"{UNREAD}\\n"\n' if is_unread(old) else ""
    return f"{HEADER.format(language=language, plural=plural, more=more)}\n{_body(catalog)}"


def is_unread(text: str) -> bool:
    """Return whether no native speaker has read a catalogue, as its header says."""
    return text == "" or UNREAD in text


def _carry_over(before: Catalog, catalog: Catalog, words: Words, places: list[str]) -> None:
    """Add a sentence to a catalogue, with the translation it had before."""
    known = before.get(words.one, words.context)
    kept = None
    # A sentence that has become a plural form must be translated again.
    if known is not None and known.id == words.id and not known.fuzzy:
        kept = known.string
    comments = [] if known is None else known.user_comments
    where = [(place, 0) for place in places]
    catalog.add(words.id, kept, locations=where, user_comments=comments, context=words.context)


def _read(language: str, text: str) -> Catalog:
    """Read a catalogue; one without a header gets gettext's plural forms for its language."""
    catalog = read_po(io.StringIO(text), locale=language)
    if "Plural-Forms" not in text:
        usual = get_plural(language)
        catalog.mime_headers = [("Plural-Forms", f"nplurals={usual[0]}; plural={usual[1]};")]
    return catalog


def _bare(rule: str) -> str:
    """Return a plural rule without parentheses around the whole of it."""
    inside = rule[1:-1] if rule.startswith("(") and rule.endswith(")") else rule
    return inside if re.fullmatch(r"[^()]*(\([^()]*\)[^()]*)*", inside) else rule


def stale() -> dict[Path, str]:
    """Return the outdated files, with their correct text."""
    wanted = {FOLDER / "qwirkle.pot": template()}
    catalogues = {}
    for language in TRANSLATED:
        path = FOLDER / f"{language}.po"
        wanted[path] = translated(language, path.read_text("utf-8") if path.exists() else "")
        catalogues[language] = _read(language, wanted[path])
    unread = [language for language in TRANSLATED if is_unread(wanted[FOLDER / f"{language}.po"])]
    wanted |= modules(catalogues, unread)
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
    """Write the files, or with ``--check`` only compare them."""
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
