"""The documentation of a site: complete, every link leads somewhere, nothing from another host."""

from __future__ import annotations

import importlib
import importlib.util
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from qwirkle.rules.family import GAMES
from qwirkle.server.settings import all_settings
from qwirkle.site import PLACES
from qwirkle.site.docs import DARK, LIGHT, DocsError, can_write_docs, set_language, write_docs
from qwirkle.site.docs.reference import METHODS, built_pages, sections
from qwirkle.site.docs.sources import BUILT, PROJECT_PAGES, collect
from qwirkle.tables.core.rights import RIGHTS
from qwirkle.tables.storage.sql.schema import whole_schema

furo = pytest.importorskip("furo", reason="Sphinx and its theme are the extra “docs”")
ROOT = Path(__file__).parents[1]
FETCHED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src")}


class Document(HTMLParser):
    """The links and anchors of a page, and what a browser fetches for it."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.add(value)
            elif (tag, name) in FETCHED and value:
                self.fetched.append(value)
            elif name == "href" and value:
                self.links.append(value)


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documentation in its place; a dead link between pages stops the generator."""
    assert can_write_docs()
    folder = tmp_path_factory.mktemp("site") / "docs"
    write_docs(folder)
    for place in ("", *PLACES):
        (folder.parent / place).mkdir(parents=True, exist_ok=True)
        (folder.parent / place / "index.html").touch()
    return folder


@pytest.fixture(scope="module")
def documents(docs: Path) -> dict[Path, Document]:
    return {path: Document(path) for path in sorted(docs.rglob("*.html"))}


@pytest.mark.long
@pytest.mark.xdist_group("docs-site")
def test_every_page_is_there(docs: Path) -> None:
    sources = {path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")}
    for source in sources:
        place = source.parent if source.name == "README.md" else source.with_suffix("")
        assert (docs / place / "index.html").is_file(), source
    for name in ("contributing", "changelog", "security", "conduct", "search"):
        assert (docs / name / "index.html").is_file()
    for page in BUILT.values():
        assert (docs / Path(page).stem / "index.html").is_file()


@pytest.mark.long
@pytest.mark.xdist_group("docs-site")
def test_every_link_leads_somewhere(documents: dict[Path, Document]) -> None:
    checked = 0
    for path, document in documents.items():
        for link in [*document.links, *document.fetched]:
            target = urlsplit(link)
            if target.scheme or link == "#":
                continue
            meant = path
            if target.path:
                meant = Path(path.parent / unquote(target.path)).resolve()
                meant = meant / "index.html" if meant.is_dir() else meant
            assert meant.is_file(), f"{path} links to {link}"
            if target.fragment and meant in documents:
                assert unquote(target.fragment) in documents[meant].anchors, f"{path}: {link}"
            checked += 1
    assert checked > 1000


@pytest.mark.long
@pytest.mark.xdist_group("docs-site")
def test_the_foot_of_a_page_names_no_generator_no_owner_and_no_day(docs: Path) -> None:
    for path in docs.rglob("*.html"):
        foot = path.read_text("utf-8").partition("bottom-of-page")[2]
        assert "Sphinx" not in foot, path
        assert "Copyright" not in foot, path
        assert "Last updated" not in foot, path
    assert not (docs / "genindex").exists()


@pytest.mark.long
@pytest.mark.xdist_group("docs-site")
def test_nothing_comes_from_another_host(docs: Path, documents: dict[Path, Document]) -> None:
    for path, document in documents.items():
        assert not [url for url in document.fetched if "//" in url], path
    for style in docs.rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", style.read_text("utf-8"), flags=re.DOTALL)
        assert not re.findall(r"(?:url\(['\"]?|@import ['\"])(?:https?:)?//", text), style


@pytest.mark.long
@pytest.mark.xdist_group("docs-site")
def test_games_lead_to_their_lessons_and_rules(documents: dict[Path, Document], docs: Path) -> None:
    for game in GAMES:
        links = documents[docs / "games" / "index.html"].links
        assert f"../../learn/{game}/" in links
        assert f"../../rules/{game}/" in links
    links = documents[docs / "games" / "classic" / "index.html"].links
    assert "../../../learn/classic/" in links
    assert "../../../rules/classic/" in links


@pytest.mark.long
@pytest.mark.xdist_group("docs-site")
def test_a_guide_says_which_language_it_is_in(docs: Path) -> None:
    for source in (ROOT / "docs/guide").glob("*.txt"):
        language = source.stem
        page = docs / "guide" / ("" if language == "en" else language) / "index.html"
        assert f'lang="{language}"' in page.read_text("utf-8").partition("<head>")[0]


@pytest.mark.long
@pytest.mark.xdist_group("docs-site")
def test_search_knows_the_words_of_the_pages(docs: Path) -> None:
    index = (docs / "searchindex.js").read_text("utf-8")
    assert '"games/classic"' in index
    assert '"qwirkl"' in index  # stems


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with two pages beside those that every project has."""
    folder = tmp_path / "project"
    (folder / "docs").mkdir(parents=True)
    for name in PROJECT_PAGES:
        (folder / name).write_text("# A page\n", "utf-8")
    listed = "".join(f"- [page](../{name})\n" for name in PROJECT_PAGES)
    contents = f"# Contents\n\n## All pages\n\n- [first](first.md)\n{listed}"
    (folder / "docs" / "README.md").write_text(contents, "utf-8")
    (folder / "docs" / "first.md").write_text("# First\n\n## Part of it\n", "utf-8")
    return folder


@pytest.mark.parametrize("target", ["first.md#part-of-it", "first.md#no-such-part"])
def test_a_link_to_a_part_that_is_not_there_is_refused(
    target: str, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = project / "docs" / "README.md"
    page.write_text(page.read_text("utf-8") + f"\n[linked]({target})\n", "utf-8")
    monkeypatch.setattr("qwirkle.site.docs.PROJECT", project)
    if "no-such" not in target:
        write_docs(tmp_path / "docs")
        assert (tmp_path / "docs/first/index.html").is_file()
        # What only generators read.
        names = {path.name for path in (tmp_path / "docs").iterdir()}
        assert not names & {"objects.inv", ".buildinfo", ".doctrees"}
        return
    with pytest.raises(DocsError, match="no-such-part"):
        write_docs(tmp_path / "docs")


def test_links_lead_to_copies_of_files_and_not_to_folders(project: Path, tmp_path: Path) -> None:
    (project / "hosting").mkdir()
    (project / "hosting" / "Caddyfile").touch()
    page = project / "docs" / "first.md"
    links = "[a file](../hosting/Caddyfile) [a folder](../hosting) [a page](README.md)"
    page.write_text(f"# First\n\n{links}\n\n```md\n{links}\n```\n", "utf-8")
    collect(project, tmp_path / "pages")
    assert (tmp_path / "pages/files/hosting/Caddyfile").is_file()
    text = (tmp_path / "pages/first.md").read_text("utf-8")
    assert "[a file](files/hosting/Caddyfile) a folder [a page](index.md)\n" in text
    assert f"```md\n{links}\n" in text


def test_pictures_stay_pictures_and_addresses_stay_addresses(project: Path, tmp_path: Path) -> None:
    (project / "docs" / "tile.svg").touch()
    page = project / "docs" / "first.md"
    links = "![A tile](tile.svg) [write](mailto:me@home.example) [far](https://home.example/a.md)"
    page.write_text(f"# First\n\n{links} [here](#first)\n", "utf-8")
    collect(project, tmp_path / "pages")
    text = (tmp_path / "pages/first.md").read_text("utf-8")
    assert "![A tile](files/docs/tile.svg)" in text
    assert links.partition(" [")[2] in text
    assert "[here](#first)" in text


def test_the_headings_of_the_contents_become_parts_of_the_navigation(
    project: Path, tmp_path: Path
) -> None:
    collect(project, tmp_path / "pages")
    text = (tmp_path / "pages/index.md").read_text("utf-8")
    assert "```{toctree}\n:caption: All pages\n:hidden:\n\nfirst\n" in text


def test_the_page_of_a_game_leads_to_its_lesson_and_rules(project: Path, tmp_path: Path) -> None:
    (project / "docs" / "games").mkdir()
    shown = "![Select](../pictures/game-select.svg)"
    (project / "docs" / "pictures").mkdir()
    (project / "docs/pictures/game-select.svg").touch()
    (project / "docs/games/README.md").write_text(
        f"# Games\n\n- [Mini](mini.md)\n- {shown}\n", "utf-8"
    )
    (project / "docs/games/mini.md").write_text("# Mini\n\nText.\n", "utf-8")
    collect(project, tmp_path / "pages")
    title, *rest = (tmp_path / "pages/games/mini.md").read_text("utf-8").split("\n")
    assert title == "# Mini"
    assert 'href="../../../learn/mini/"' in "".join(rest)
    assert 'href="../../../rules/mini/"' in "".join(rest)
    index = (tmp_path / "pages/games/index.md").read_text("utf-8")
    assert "toctree}\n:hidden:\n\nmini\n" in index
    assert '<strong>Select</strong> <a href="../../learn/select/"' in index
    assert 'href="../../rules/select/"' in index


# The pages that only a site has


def test_the_contents_of_a_site_link_what_only_a_site_has(project: Path, tmp_path: Path) -> None:
    page = project / "docs" / "README.md"
    listed = "".join(f"- {words}: here only\n" for words in BUILT)
    page.write_text(page.read_text("utf-8") + listed, "utf-8")
    collect(project, tmp_path / "pages")
    text = (tmp_path / "pages/index.md").read_text("utf-8")
    for words, name in BUILT.items():
        assert f"- [{words}]({name}): here only\n" in text
        assert f"\n{name.removesuffix('.md')}\n" in text.partition("{toctree}")[2]
    assert set(BUILT.values()) == set(built_pages())


def test_the_reference_describes_every_exported_name() -> None:
    text = built_pages()["api.md"]
    listed = {(module, name) for section in sections() for module, name in section.names}
    for module in ("qwirkle", "qwirkle.engine", "qwirkle.players", "qwirkle.analysis.photos"):
        for name in importlib.import_module(module).__all__:
            assert name in {known for _, known in listed}, f"{module}.{name}"
    for module, name in listed:
        assert hasattr(importlib.import_module(module), name), f"{module}.{name}"
        assert f"### {name}\n\n`from {module} import {name}`\n" in text


def test_the_page_of_settings_has_every_setting_with_its_variable() -> None:
    text = built_pages()["settings.md"]
    for setting in all_settings():
        assert f"| `{setting.flag}` | `{setting.variable}` |" in text
        assert setting.variable == "QWIRKLE_" + setting.flag.lstrip("-").replace("-", "_").upper()


def test_the_page_of_requests_has_every_request() -> None:
    text = built_pages()["requests.md"]
    schema = json.loads((ROOT / "src/qwirkle/server/openapi.json").read_text("utf-8"))
    for path, methods in schema["paths"].items():
        for method in methods:
            assert re.search(rf"^- `{method.upper()} {re.escape(path)}`: \w", text, re.MULTILINE)


def test_the_page_of_methods_has_what_the_modules_say() -> None:
    text = built_pages()["methods.md"]
    for title, module in METHODS.items():
        described = importlib.import_module(module).__doc__ or ""
        assert f"\n## {title}\n\n`{module}`\n" in text
        assert len(described.split()) > 100, f"{module} does not describe a method"
        for line in described.splitlines():
            assert line.replace("``", "`") in text


def test_the_page_of_methods_names_every_table_of_the_database() -> None:
    text = built_pages()["methods.md"]
    for table in whole_schema().tables:
        assert f"`{table}`" in text


def test_the_page_of_rights_has_every_command_and_explains_every_word() -> None:
    text = built_pages()["rights.md"]
    for rule in RIGHTS:
        assert f"`{rule.do}`" in text, rule.do
        for grant in rule.grants:
            assert f"- **{grant.who}**: " in text
            assert not grant.limit or f"- *{grant.limit}*: " in text


@pytest.mark.parametrize("missing", ["sphinx", "furo", "myst_parser"])
def test_without_one_of_its_tools_there_is_no_documentation(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == missing else find(name)
    )
    assert not can_write_docs()


@pytest.mark.parametrize(
    ("page", "language"),
    [
        ("guide/de", "de"),
        ("guide/en", "en"),
        ("guide/index", None),
        ("games/de", None),
        ("de", None),
        ("guide/xx", None),
    ],
)
def test_only_a_translated_guide_has_a_language_of_its_own(page: str, language: str | None) -> None:
    context: dict[str, object] = {}
    set_language(None, page, "page.html", context, None)
    assert context.get("language") == language


def test_an_installed_package_has_its_pages_with_it(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were collected when the package was built; the project is not there any more."""
    collect(project, tmp_path / "collected")
    monkeypatch.setattr("qwirkle.site.docs.PROJECT", tmp_path / "no project")
    assert not can_write_docs()
    monkeypatch.setattr("qwirkle.site.docs.COLLECTED", tmp_path / "collected")
    assert can_write_docs()
    write_docs(tmp_path / "docs")
    assert (tmp_path / "docs/first/index.html").is_file()
    assert (tmp_path / "collected/first.md").is_file()


def test_the_documentation_has_the_colours_of_the_game() -> None:
    """By the names of the theme; a few shades between those of the page are its own."""
    theme = "".join(
        path.read_text("utf-8") for path in Path(furo.__file__).parent.rglob("*.css")
    ) + "".join(path.read_text("utf-8") for path in Path(furo.__file__).parent.rglob("*.html"))
    page = (ROOT / "frontend/src/ui/theme.css").read_text("utf-8")
    between = {"color-brand-visited", "color-background-hover", "color-foreground-border"}
    for colours in (LIGHT, DARK):
        for name, value in colours.items():
            assert f"--{name}" in theme, name
            if name.startswith("color-"):
                assert re.fullmatch(r"#[0-9a-f]{6}", value), name
                assert value in page or name in between, name
    assert LIGHT["font-stack"].endswith("sans-serif")
    assert LIGHT["font-stack--monospace"].endswith("monospace")


def test_a_page_is_titled_and_has_no_copy_of_its_source(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("qwirkle.site.docs.PROJECT", project)
    write_docs(tmp_path / "docs")
    page = (tmp_path / "docs/first/index.html").read_text("utf-8")
    assert "<title>First - Qwirkle</title>" in page
    assert not list((tmp_path / "docs/_sources").glob("*"))
    assert "docs.css" in page


@pytest.mark.long
@pytest.mark.xdist_group("docs-site")
def test_no_footer_speaks_of_sphinx(docs: Path) -> None:
    for path in docs.rglob("*.html"):
        _, _, footer = path.read_text("utf-8").partition("Made with")
        assert "Sphinx" not in footer, path
