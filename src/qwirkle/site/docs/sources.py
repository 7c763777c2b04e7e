"""The pages of the documentation, collected with their links rewritten for the generator.

``docs/README.md`` is the table of contents: its headings become the parts of the navigation. This
module imports nothing from the package, because ``setup.py`` also runs it, for the wheel.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PROJECT_PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
}
"""Pages outside ``docs``, and their names on the site."""
BUILT = {
    "API reference": "api.md",
    "Settings of the server": "settings.md",
    "Requests of the server": "requests.md",
    "Rights at tables": "rights.md",
    "Methods": "methods.md",
    "Arrays of environments": "arrays.md",
    "Columns of afterstates": "afterstates.md",
}
"""Pages that are made with a site, by what the contents call them; ``reference`` writes them."""
FILES = "files"
"""The folder for files that a page links to, such as the examples for hosts."""
LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(([^()\s#]*)(#[^()\s]*)?\)")
FENCE = re.compile(r"^(```.*?^```\n?)", re.MULTILINE | re.DOTALL)
ITEM = re.compile(r"^- \[([^\]]+)\]\(([^)#]+\.md)\)", re.MULTILINE)
GAME = re.compile(r"!\[([^\]]+)\]\(\S*/game-([\w-]+)\.svg\)")
"""The picture of a game, with its name and its id."""
GAME_LINKS = """
<p class="game-links">
{name}<a href="{root}learn/{game}/">Learn it by playing</a>
<a href="{root}rules/{game}/">Rules with pictures and a sample game</a>
</p>
"""


def collect(project: Path, folder: Path) -> None:
    """Write the pages of a project into a new folder."""
    pages = dict(_pages(project))
    for path, name in pages.items():
        parts = FENCE.split(path.read_text("utf-8"))
        links = Links(project, folder, pages, path)
        text = "".join(
            part if part.startswith("```") else LINK.sub(links.rewrite, part) for part in parts
        )
        if name == "index.md":
            text = _with_parts(_with_built(text))
        elif name == "games/index.md":
            text += _lessons_and_rules(path.read_text("utf-8"))
            text += _contents(re.findall(r"\]\(([\w-]+\.md)\)", text))
        elif name.startswith("games/"):
            title, rest = text.split("\n", 1)
            ways = GAME_LINKS.format(root="../../../", game=path.stem, name="")
            text = f"{title}\n{ways}{rest}"
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, "utf-8")


def _pages(project: Path) -> Iterator[tuple[Path, str]]:
    docs = project / "docs"
    for path in sorted(docs.rglob("*.md")):
        page = path.relative_to(docs)
        yield path, (page.with_name("index.md") if page.name == "README.md" else page).as_posix()
    for original, name in PROJECT_PAGES.items():
        yield project / original, name


class Links(NamedTuple):
    """The links of one page: to pages of the site, to copies of files, and to other sites."""

    project: Path
    folder: Path
    pages: dict[Path, str]
    path: Path

    def rewrite(self, found: re.Match[str]) -> str:
        """Return a link as it is on the site; a link to a folder becomes plain text."""
        mark, words, target, anchor = found[1], found[2], found[3], found[4] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return found[0]
        meant = Path(os.path.normpath(self.path.parent / target))
        if meant in self.pages:
            return f"{mark}[{words}]({self._relative(self.pages[meant])}{anchor})"
        if not meant.is_file():
            return words
        copy = self.folder / FILES / meant.relative_to(self.project)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(meant, copy)
        return f"{mark}[{words}]({self._relative(copy.relative_to(self.folder).as_posix())})"

    def _relative(self, target: str) -> str:
        page = self.pages[self.path]
        return os.path.relpath(target, Path(page).parent).replace(os.sep, "/")


def _lessons_and_rules(text: str) -> str:
    """Link the lessons and the rules of all games that a page shows, on the page of the site."""
    rows = (
        GAME_LINKS.format(root="../../", game=game, name=f"<strong>{name}</strong> ")
        for name, game in GAME.findall(text)
    )
    return "\n## Lessons and rules\n" + "".join(rows)


def _with_built(text: str) -> str:
    """Link the pages that only a site has."""
    for words, page in BUILT.items():
        text = text.replace(f"- {words}:", f"- [{words}]({page}):")
    return text


def _with_parts(text: str) -> str:
    """Add the navigation: one part for each heading, with the pages listed below it."""
    parts = []
    for section in text.split("\n## ")[1:]:
        heading, _, body = section.partition("\n")
        parts.append(_contents([target for _, target in ITEM.findall(body)], heading))
    return text + "".join(parts)


def _contents(pages: list[str], caption: str = "") -> str:
    lines = [f":caption: {caption}"] if caption else []
    lines += [":hidden:", "", *(page.removesuffix(".md") for page in dict.fromkeys(pages))]
    return "\n" + "\n".join(["```{toctree}", *lines, "```", ""])
