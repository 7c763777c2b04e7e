"""README and docs: every example runs, every picture is what the project draws today."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

from qwirkle.server import visitors
from qwirkle.site import PLACES
from qwirkle.site.docs.sources import BUILT, PROJECT_PAGES
from qwirkle.site.packages import found_node

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # as docs/make.py does

from docs.game_pages import TOLD  # noqa: E402
from docs.guide import GUIDES, LIMIT, guide_path, words_in  # noqa: E402
from docs.page_texts import UnknownSentence, filled_in, page_texts  # noqa: E402

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


TRAINING = ROOT / "docs" / "training.md"
FIRST_BOT = ROOT / "docs" / "first-bot.md"
PHOTOGRAPHED = {"page-light.webp", "page-dark.webp"} | {
    f"guide-{view}.{language}.webp" for view in ("table", "review", "puzzle") for language in GUIDES
}


def _make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make", ROOT / "docs" / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = _make()


def python_blocks(path: Path) -> str:
    blocks = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
    return "\n".join(blocks.findall(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "path",
    [path for path in DOCUMENTS if path not in (TRAINING, FIRST_BOT)],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_python_examples_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(python_blocks(path), str(path), "exec"), {"__name__": "__main__"})  # noqa: S102


def test_the_sample_of_a_training_runs_as_a_script(tmp_path: Path) -> None:
    """Its processes import it, which they do not when the test runs it in this process."""
    script = tmp_path / "sample.py"
    script.write_text(python_blocks(TRAINING), "utf-8")
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "tiny.json").is_file()


FOREIGN = re.compile(
    r"\bby itself\b|clock on the wall|\bdearest\b|\banew\b|at the most\b|\bat hand\b"
    r"|ever more seldom|replace it by|\bis said\b|\bwhom one\b|\bas one plays\b|time a turn\b"
    r"|\bsay `--|, as https?:"
)
"""Phrases that no native speaker would write."""


@pytest.mark.parametrize(
    "path",
    [*DOCUMENTS, *(ROOT / name for name in PROJECT_PAGES)],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_documents_avoid_phrases_that_are_no_english(path: Path) -> None:
    if path.name != "CHANGELOG.md":  # what was written stays
        assert FOREIGN.findall(re.sub(r"\s+", " ", path.read_text("utf-8"))) == []


EXAMPLE = re.compile(r"https?://[\w.-]*\.example\b")


def linked(text: str) -> str:
    """A document without its code, whose addresses nobody can click on."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`]*`", "", text)


@pytest.mark.parametrize(
    "path",
    [*DOCUMENTS, *(ROOT / name for name in PROJECT_PAGES), ROOT / "CITATION.cff"],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_no_document_links_to_an_example(path: Path) -> None:
    assert EXAMPLE.findall(linked(path.read_text("utf-8"))) == []


def test_neither_the_package_nor_the_page_links_to_an_example() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    addresses = " ".join(settings["project"].get("urls", {}).values())
    assert EXAMPLE.findall(addresses) == []
    sources = [path for end in ("svelte", "html", "webmanifest") for path in _page_files(end)]
    assert len(sources) > 50
    for path in sources:
        found = re.findall(
            r"""(?:href|src|url)["']?\s*[=:]\s*[{"'`]*([^"'`}\s]+)""", path.read_text("utf-8")
        )
        assert EXAMPLE.findall(" ".join(found)) == [], path.name


def _page_files(end: str) -> list[Path]:
    frontend = ROOT / "frontend"
    return [
        *frontend.glob(f"*.{end}"),
        *(frontend / "src").rglob(f"*.{end}"),
        *(frontend / "public").glob(f"*.{end}"),
    ]


def anchors(path: Path) -> set[str]:
    """The headings of a document, as links name them."""
    text = re.sub(r"^```.*?^```", "", path.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    found: Counter[str] = Counter()
    names = set()
    for heading in re.findall(r"^#+ (.+)$", text, re.MULTILINE):
        slug = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        names.add(f"{slug}-{found[slug]}" if found[slug] else slug)
        found[slug] += 1
    return names


def links(path: Path) -> list[str]:
    """The files and folders a document links to."""
    targets = re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", path.read_text("utf-8"))
    return [target for target in targets if "://" not in target]


@pytest.mark.parametrize(
    "path",
    [*DOCUMENTS, *(ROOT / name for name in PROJECT_PAGES)],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_links_lead_somewhere(path: Path) -> None:
    for target in links(path):
        assert (path.parent / target).exists(), f"{path.name} links to {target}"
    for target, anchor in re.findall(r"\]\(([^)#:]*\.md|)#([^)]+)\)", path.read_text("utf-8")):
        meant = path.parent / target if target else path
        assert anchor in anchors(meant), f"{path.name} links to {target}#{anchor}"


def test_tests_of_the_page_are_those_that_its_list_names() -> None:
    """Each promise of tests/page/promises.toml names tests, and each of them exists."""
    listed = tomllib.loads((ROOT / "tests/page/promises.toml").read_text("utf-8"))
    promises = listed["promise"]
    assert len(promises) > 20
    for promise in promises:
        assert promise["tests"], f"no test is named for: {promise}"
        for name in promise["tests"]:
            file, _, test = name.partition("::")
            if file.endswith(".ts"):
                assert (ROOT / "frontend" / "src" / file).is_file(), file
            else:
                path = ROOT / ("" if "/" in file else "tests/page") / file
                assert f"def {test}" in path.read_text("utf-8"), name


def test_readme_shows_the_two_commands() -> None:
    first_screen = "\n".join((ROOT / "README.md").read_text("utf-8").splitlines()[:30])
    assert "make play" in first_screen
    assert "make test" in first_screen


def test_readme_begins_with_a_command_and_the_page_as_it_is() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    first_screen = "\n".join(text.splitlines()[:20])
    assert 0 < first_screen.index("make play") < first_screen.index("<picture>")
    for theme in ("light", "dark"):
        picture = ROOT / f"docs/pictures/page-{theme}.webp"
        assert f'"docs/pictures/{picture.name}"' in first_screen
        assert 10_000 < picture.stat().st_size < 150_000
        with Image.open(picture) as drawn:
            assert drawn.size == (1100, 700), "as README says; run: make screenshots"


def test_readme_fits_on_a_screen() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= 40
    assert words_in(text) <= 350


def test_the_guide_names_the_faces_as_the_page_does() -> None:
    source = (ROOT / "frontend/src/settings/TileFaceChoice.svelte").read_text("utf-8")
    labels = re.findall(r'label: t\("([^"]+)"\)', source)
    assert len(labels) == 4
    guide = (ROOT / "docs/guide.md").read_text("utf-8")
    assert re.findall(r"!\[([^\]]+)\]\(pictures/face-", guide) == labels


def test_the_film_stands_still_unless_it_is_opened() -> None:
    text = (ROOT / "docs/library.md").read_text("utf-8")
    assert "![The first turns of a game, drawn by this project](pictures/film-still.svg)" in text
    film = (ROOT / "docs/pictures/film.svg").read_text("utf-8")
    assert "prefers-reduced-motion" in film
    assert len(film) < 40_000
    assert "animation" not in (ROOT / "docs/pictures/film-still.svg").read_text("utf-8")


def test_pictures_are_what_the_project_draws() -> None:
    drawn = MAKE.pictures()
    there = {path.name: path for path in (ROOT / "docs/pictures").iterdir()}
    assert there.keys() == drawn.keys() | PHOTOGRAPHED
    for name in drawn:
        assert drawn[name] == there[name].read_text("utf-8"), "out of date; run: make docs"


def test_photographs_of_the_page_are_small() -> None:
    for name in PHOTOGRAPHED:
        assert 5_000 < (ROOT / "docs/pictures" / name).stat().st_size < 150_000, name


def test_pages_that_are_generated_are_up_to_date() -> None:
    written = MAKE.whole_pages()
    assert len(written) == len(GUIDES) + len(TOLD)
    for path, text in written.items():
        assert path.read_text("utf-8") == text, f"{path.name} is out of date; run: make docs"


@pytest.mark.parametrize("path", MAKE.filled_pages(), ids=lambda path: path.stem)
def test_tables_say_what_the_data_says(path: Path) -> None:
    text = path.read_text("utf-8")
    assert MAKE.filled(text) == text, "out of date; run: make docs"


def test_every_table_is_on_some_page() -> None:
    marks = {
        found[2]
        for path in MAKE.filled_pages()
        for found in MAKE.MARKED.finditer(path.read_text("utf-8"))
    }
    assert marks == set(MAKE.TABLES)


# The player's guide


def test_the_guide_has_the_same_chapters_in_all_languages() -> None:
    """As many, with the same sentences of the page and the same pictures, tables and links."""
    english = chapters("en")
    assert len(english) == 16
    for language in GUIDES:
        own = chapters(language)
        assert len(own) == len(english), language
        for ours, theirs in zip(own, english, strict=True):
            assert structure(ours) == structure(theirs), f"{language}: {ours.splitlines()[0]}"


def chapters(language: str) -> list[str]:
    """The chapters of a guide as they are written."""
    text = (ROOT / f"docs/guide/{language}.txt").read_text("utf-8")
    return text.split("\n## ")[1:]


def structure(chapter: str) -> Counter[str]:
    """What all languages have in common."""
    common = r"\{[^{}]+\}|\[\[.+\]\]|\]\([^)]+\)|^(?:- |\d\. )"
    return Counter(re.findall(common, chapter, re.MULTILINE))


@pytest.mark.parametrize("language", GUIDES)
def test_a_guide_is_short(language: str) -> None:
    text = guide_path(language).read_text("utf-8")
    assert 2000 < words_in(text) <= LIMIT


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_page_is_longer_than_a_guide_may_be(path: Path) -> None:
    """What the program says itself, or another page, is not said again."""
    assert words_in(path.read_text("utf-8")) <= LIMIT


def test_a_sentence_that_the_page_does_not_say_is_refused() -> None:
    assert filled_in("de", "*{Settings}*") == "*Einstellungen*"
    with pytest.raises(UnknownSentence, match="Sitting"):
        filled_in("de", "*{Sitting}*")


# Rules for players


@pytest.mark.parametrize("game", TOLD)
def test_the_page_of_a_game_has_no_ids_and_no_code(game: str) -> None:
    text = (ROOT / f"docs/games/{game}.md").read_text("utf-8")
    assert not re.findall(r"`|\b[QMSKXC]-[A-Z0-9]+-\d|\(A\d+\)", text)


@pytest.mark.parametrize("game", TOLD)
def test_the_page_of_a_game_tells_every_rule(game: str) -> None:
    text = (ROOT / f"docs/games/{game}.md").read_text("utf-8")
    for part in page_texts().games[game].parts:
        for sentence in part.words:
            assert sentence in text


def test_the_games_have_their_pictures_and_what_they_are_about() -> None:
    text = (ROOT / "docs/games/README.md").read_text("utf-8")
    for code, game in page_texts().games.items():
        assert f"![{game.name}](../pictures/game-{code}.svg)" in text
        assert game.about in text
        assert all(value in text for _, value in game.differences)


# The first bot


def test_the_first_bot_is_written_in_blocks_that_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of them, in order, as a reader would: files are saved, commands and Python are run."""
    text = (ROOT / "docs/first-bot.md").read_text("utf-8")
    node = Path(found_node().node[0]).parent
    paths = [str(Path(sys.executable).parent), str(node), os.environ["PATH"]]
    monkeypatch.setenv("PATH", os.pathsep.join(paths))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    blocks = re.findall(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert [kind for kind, *_ in blocks] == ["python", "sh", "python", "python", "js", "sh"]
    for kind, file, body in blocks:
        if file:
            (tmp_path / file).write_text(body, "utf-8")
            continue
        command = [sys.executable, "-c", body] if kind == "python" else ["sh", "-ec", body]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "lost.jsonl").read_text("utf-8") == "", "the bot in JavaScript lost turns"


def test_every_measurement_names_its_command() -> None:
    """Every section of the measurements has a command in it."""
    for path in sorted((ROOT / "docs/measurements").glob("*.md")):
        for section in path.read_text("utf-8").split("\n## ")[1:]:
            words = " ".join(section.split())
            assert re.search(r"(python|node) bench/|qwirkle |make |pytest ", words), words[:60]


# The index, and the pages that only a site has


@pytest.mark.parametrize("words", BUILT)
def test_the_index_names_what_only_a_site_has(words: str) -> None:
    assert re.findall(rf"^- {words}: ", (ROOT / "docs/README.md").read_text("utf-8"), re.MULTILINE)


def test_every_page_is_in_the_index() -> None:
    index = ROOT / "docs/README.md"
    linked = {(index.parent / target).resolve() for target in links(index)}
    pages = set((ROOT / "docs").rglob("*.md")) - {index}
    assert pages <= linked


def test_every_path_in_contributing_exists() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for name in re.findall(r"`([\w./-]+)`", text):
        if "/" in name or name.endswith(".py"):
            roots = (ROOT, ROOT / "src/qwirkle")
            assert any((root / name).exists() for root in roots), f"CONTRIBUTING names {name}"


def test_the_picture_shows_the_layers_that_the_import_contract_holds() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    picture = text.partition("## The picture")[2].partition("\n## ")[0]
    rows = [line for line in picture.splitlines() if line.startswith("| ")][1:]
    for row, layer in zip(rows, layers, strict=True):
        drawn = re.findall(r"`([\w/]+)(?:\.py)?`", row.split("|")[1])
        names = re.findall(r"qwirkle\.([\w.]+)", layer)
        assert drawn == [name.replace(".", "/") for name in names]


def test_contributing_says_where_things_are() -> None:
    """Every name in the last column is in one of the files of its row."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    section = text.partition("## Where is …?")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 12
    for row in rows:
        change, _, names = (cell.strip() for cell in row.strip("|").split("|"))
        files = [ROOT / name for name in re.findall(r"`([\w./-]+/[\w./-]+)`", row)]
        assert files, change
        sources = "".join(file.read_text("utf-8") for file in files if file.is_file())
        for name in re.findall(r"`(\w+)`", names):
            assert name in sources, f"{name}, to change {change}, is somewhere else"


def test_the_servers_page_names_every_address_of_the_page() -> None:
    source = (ROOT / "frontend/src/router.svelte.ts").read_text("utf-8")
    plain = re.findall(r'"(\w+)"', source.partition("const PLAIN = [")[2].partition("]")[0])
    named = re.findall(r"(\w+):", source.partition("const NAMED = {")[2].partition("}")[0])
    assert len(plain) > 5
    assert len(named) > 3
    section = (ROOT / "docs/server.md").read_text("utf-8").partition("## The page")[2]
    told = set(re.findall(r"`(/\w*)", section.partition("The installation")[0]))
    assert told == {"/", *(f"/{name}" for name in (*plain, *named))}
    # A site without a server has a document at each of them that names no table and no person.
    assert set(plain) <= set(PLACES)


@pytest.mark.parametrize("language", GUIDES)
def test_the_guide_has_every_word_of_text_mode(language: str) -> None:
    source = (ROOT / "frontend/src/text/vocabulary.ts").read_text("utf-8")
    words = re.findall(r"^  (\w+): \(\) => t\(", source, re.MULTILINE)
    assert len(words) > 30
    guide = (ROOT / f"docs/guide/{language}.txt").read_text("utf-8")
    told = set(re.findall(r"\{(\w+)\}", " ".join(re.findall(r"`([^`]+)`", guide))))
    directions = {"right", "down", "left", "up", "and"}
    assert set(words) - directions <= told


def test_privacy_names_everything_that_the_page_keeps() -> None:
    told = (ROOT / "docs/privacy.md").read_text("utf-8")
    keys = set()
    for path in (ROOT / "frontend/src").rglob("*.ts"):
        if not path.name.endswith(".test.ts"):
            text = path.read_text("utf-8")
            if "localStorage" in text:
                keys |= set(re.findall(r"[\"`](qwirkle\.[\w.-]*)", text))
    assert len(keys) > 8
    for key in keys:
        assert f"`{key}" in told, f"docs/privacy.md does not mention {key}"
    for name in (visitors.DEVICE, visitors.SESSION):
        assert f"`{name}`" in told
