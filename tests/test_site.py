"""A site without a server: a document at every address, and nothing that was there is touched."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from qwirkle import site
from qwirkle.server.page import CARD, STAMP
from qwirkle.site import NO_SERVER, PLACES, WITH_DOCS, SiteError, write_site

KEPT = [
    "assets/a.js",
    "assets/b.css",
    "docs/games/index.html",
    "docs/search.js",
    "icon.png",
    "manifest.webmanifest",
    "tile.svg",
]
FILES = [
    *KEPT,
    "docs/_downloads/big.zip",
    "docs/_sources/index.md",
    "docs/search.js.map",
    "other/icon.png",
    "robots.txt",
]


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A small page instead of the real one; the files that a browser is told to keep."""
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_bytes(b'<head>%s<script src="./assets/a.js"></script>' % CARD)
    (page / STAMP).touch()
    for name in FILES:
        (page / name).parent.mkdir(parents=True, exist_ok=True)
        (page / name).touch()
    told: list[str] = []

    def write_python(_: Path, __: Path, rest: list[str]) -> list[object]:
        told.extend(rest)
        return []

    monkeypatch.setattr(site, "FOLDER", page)
    monkeypatch.setattr(site, "is_built", lambda: True)
    monkeypatch.setattr(site, "can_write_docs", lambda: False)
    monkeypatch.setattr(site, "write_python", write_python)
    return told


@pytest.mark.parametrize(("base", "begin"), [("", "/"), ("/games/qwirkle", "/games/qwirkle/")])
def test_every_address_has_the_same_document(
    tmp_path: Path, kept: list[str], base: str, begin: str
) -> None:
    folder = tmp_path / "site"
    folder.mkdir()  # one that is there already, and empty
    write_site(folder, base)
    document = (folder / "index.html").read_bytes()
    assert document == b'<head>%s<script src="%sassets/a.js"></script>' % (
        NO_SERVER,
        begin.encode(),
    )
    # A host answers with 404.html where there is no file, such as at the address of a table.
    for name in ("404.html", *(f"{place}/index.html" for place in PLACES)):
        assert (folder / name).read_bytes() == document, name
    assert (folder / ".nojekyll").is_file(), "or folders with an underscore would be left out"
    assert not (folder / STAMP).exists()
    assert kept == KEPT


@pytest.mark.usefixtures("kept")
def test_the_page_is_told_of_the_documentation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Path] = []
    monkeypatch.setattr(site, "can_write_docs", lambda: True)
    monkeypatch.setattr(site, "write_docs", written.append)
    write_site(tmp_path / "site")
    assert written == [tmp_path / "site" / "docs"]
    assert NO_SERVER + WITH_DOCS in (tmp_path / "site/404.html").read_bytes()


@pytest.mark.usefixtures("kept")
def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine", "utf-8")
    with pytest.raises(SiteError, match="is not empty"):
        write_site(folder)
    assert [path.name for path in folder.iterdir()] == ["mine.txt"]


@pytest.mark.usefixtures("kept")
def test_without_a_page_there_is_no_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "is_built", lambda: False)
    with pytest.raises(SiteError, match="no page to write"):
        write_site(tmp_path / "site")
    assert not (tmp_path / "site").exists()


@pytest.mark.usefixtures("kept")
def test_a_site_knows_its_views_wherever_it_is(tmp_path: Path) -> None:
    """Also the addresses of tables and tournaments, which are in links from elsewhere."""
    page = tmp_path / "page" / "index.html"
    page.write_bytes(b"<head>%s\n  </head>" % CARD)
    write_site(tmp_path / "site")
    found = re.search(r"VIEWS = (\[.*?\]);", (tmp_path / "site/index.html").read_text("utf-8"))
    assert found is not None
    firsts = {place.split("/")[0] for place in PLACES}
    assert set(json.loads(found[1])) == firsts | {"t", "swiss"}
