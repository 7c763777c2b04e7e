"""README and docs: every example runs, every picture is what the project draws today."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

from qwirkle.rules.family import GAMES
from qwirkle.server import visitors
from qwirkle.site import PLACES
from qwirkle.site.docs.sources import PROJECT_PAGES

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


TRAINING = ROOT / "docs" / "training.md"


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
    [path for path in DOCUMENTS if path != TRAINING],
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


def test_tests_of_the_page_are_those_that_its_document_names() -> None:
    """Each row of the table names tests, and each of them exists."""
    text = (ROOT / "docs" / "page.md").read_text("utf-8")
    table = text.partition("### What users found")[2].partition("`make gallery`")[0]
    rows = [row for row in table.splitlines() if row.startswith("| ")][1:]
    assert len(rows) > 20
    for row in rows:
        named = re.findall(r"`([\w./]+?\.(?:py|ts))(?:::(\w+))?`", row)
        assert named, f"no test is named for: {row}"
        for file, test in named:
            if file.endswith(".ts"):
                assert (ROOT / "frontend" / "src" / file).is_file(), file
            else:
                path = ROOT / ("" if "/" in file else "tests/page") / file
                assert f"def {test}" in path.read_text("utf-8"), f"{file}::{test}"


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


def test_readme_names_the_faces_as_the_page_does() -> None:
    source = (ROOT / "frontend/src/settings/TileFaceChoice.svelte").read_text("utf-8")
    labels = re.findall(r'label: t\("([^"]+)"\)', source)
    assert len(labels) == 4
    readme = (ROOT / "README.md").read_text("utf-8")
    assert re.findall(r"!\[([^\]]+)\]\(docs/pictures/face-", readme) == labels


def test_the_film_of_readme_can_stand_still() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for picture in re.findall(r'(?:srcset|src)="([^"]+)"', text):
        assert (ROOT / picture).is_file()
    film = (ROOT / "docs/pictures/film.svg").read_text("utf-8")
    assert "prefers-reduced-motion" in film
    assert len(film) < 40_000
    assert "animation" not in (ROOT / "docs/pictures/film-still.svg").read_text("utf-8")


def test_pictures_are_what_the_project_draws() -> None:
    drawn = MAKE.pictures()
    there = {path.name: path for path in (ROOT / "docs/pictures").iterdir()}
    photographed = {f"page-{theme}.webp" for theme in ("light", "dark")}
    assert there.keys() == drawn.keys() | photographed
    for name in drawn:
        assert drawn[name] == there[name].read_text("utf-8"), "out of date; run: make docs"


@pytest.mark.parametrize("path", MAKE.FILLED, ids=lambda path: path.stem)
def test_tables_say_what_the_data_says(path: Path) -> None:
    text = path.read_text("utf-8")
    assert MAKE.filled(text) == text, "out of date; run: make docs"


def test_the_api_reference_says_what_the_docstrings_say() -> None:
    page = (ROOT / "docs/api.md").read_text("utf-8")
    assert MAKE.reference() == page, "out of date; run: make docs"


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


def test_every_game_has_its_page() -> None:
    for game in GAMES:
        assert f"<!-- glance: {game} -->" in (ROOT / f"docs/games/{game}.md").read_text("utf-8")


def test_the_keys_of_the_card_game_speak_of_cards() -> None:
    assert "card within your hand" in MAKE.key_table("cards")
    assert "tile" not in MAKE.key_table("cards")


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


def test_the_guide_has_every_word_of_text_mode() -> None:
    source = (ROOT / "frontend/src/text/vocabulary.ts").read_text("utf-8")
    words = re.findall(r"^  (\w+): \(\) => t\(", source, re.MULTILINE)
    assert len(words) > 30
    guide = (ROOT / "docs/guide.md").read_text("utf-8").partition("## Text mode")[2]
    told = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", guide))))
    directions = {"right", "down", "left", "up", "and", "at", "all"}
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
