"""When the page is built, and what happens where it cannot be."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The builder in a project with two sources and a built page."""
    spec = importlib.util.spec_from_file_location("page_build", ROOT / "frontend" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    places = {"ROOT": "", "FRONTEND": "frontend", "LOCALE": "locale", "PAGE": "page"}
    for name, place in {**places, "STAMP": "page/sources.sha256"}.items():
        monkeypatch.setattr(module, name, tmp_path / place)
    for folder in ("frontend/node_modules", "locale", "page"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "frontend" / "package.json").write_text("{}\n")
    (tmp_path / "frontend" / "main.ts").write_text("play()\n")
    (tmp_path / "locale" / "de.po").write_text("")
    (tmp_path / "page" / "index.html").write_text("")
    module.STAMP.write_text(module.digest())
    return module


def test_a_page_is_built_once(build: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "found_node", lambda: pytest.fail("there was nothing to build"))
    assert build.is_fresh()
    assert build.requirements() == []
    assert build.build()


@pytest.mark.parametrize("path", ["frontend/main.ts", "frontend/new.svelte", "locale/de.po"])
def test_a_changed_source_is_noticed(build: ModuleType, path: str) -> None:
    (build.ROOT / path).write_text("other\n")
    assert not build.is_fresh()


@pytest.mark.parametrize(
    "path", ["frontend/main.test.ts", "frontend/words.py", "frontend/node_modules/x.js"]
)
def test_what_is_no_part_of_the_page_does_not_count(build: ModuleType, path: str) -> None:
    (build.ROOT / path).write_text("other\n")
    assert build.is_fresh()


def test_line_ends_do_not_count(build: ModuleType) -> None:
    (build.FRONTEND / "main.ts").write_bytes(b"play()\r\n")
    assert build.is_fresh()


def test_node_is_asked_for_only_where_there_is_a_wheel(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    (build.FRONTEND / "main.ts").write_text("other\n")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("platform.libc_ver", lambda: ("glibc", "2.31"))
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert build.requirements() == [build.NODE]
    monkeypatch.setattr("platform.libc_ver", lambda: ("glibc", "2.17"))
    assert build.requirements() == []
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert build.requirements() == []


def test_without_node_one_line_is_said_and_nothing_half_made_is_left(
    build: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (build.FRONTEND / "main.ts").write_text("other\n")
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert not build.build()
    said = capsys.readouterr().err
    assert said.startswith("qwirkle: the page is not built")
    assert said.count("\n") == 1
    assert not build.PAGE.exists()


def test_only_the_page_is_enough(build: ModuleType) -> None:
    shutil.rmtree(build.FRONTEND)
    assert build.is_fresh()
