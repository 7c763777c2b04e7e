"""Flags, environment variables and docs follow from one class."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from qwirkle.cli import run
from qwirkle.server.serving import process
from qwirkle.server.settings import PREFIX, ServerSettings, Setting, all_settings

VALUES: dict[str, tuple[str, Any]] = {
    "host": ("0.0.0.0", "0.0.0.0"),  # noqa: S104
    "port": ("8123", 8123),
    "origins": ("https://a.example", ("https://a.example",)),
    "listing": ("off", "off"),
    "notice_language": ("de", "de"),
    "logs": ("json", "json"),
    "log_level": ("error", "error"),
}


def another(setting: Setting) -> tuple[str, Any]:
    """A value other than the default, as text and as what it is read as."""
    if setting.name in VALUES:
        return VALUES[setting.name]
    match setting.default:
        case int() | float() as number:
            return str(number + 1), number + 1
        case _:
            return "somewhere", "somewhere"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[ServerSettings]:
    """The settings that servers were started with."""
    found: list[ServerSettings] = []
    monkeypatch.setattr(process, "run", lambda settings, _: found.append(settings))
    for setting in all_settings():
        monkeypatch.delenv(setting.variable, raising=False)
    return found


def test_the_defaults_are_those_of_the_class(started: list[ServerSettings]) -> None:
    assert run(["serve"]) == 0
    assert dataclasses.asdict(started[0]) == dataclasses.asdict(ServerSettings())


@pytest.mark.parametrize("setting", all_settings(), ids=lambda setting: setting.name)
def test_each_has_a_flag_that_wins_over_its_variable(
    setting: Setting, started: list[ServerSettings], monkeypatch: pytest.MonkeyPatch
) -> None:
    if isinstance(setting.default, bool):
        flags, variable, value = [f"--no-{setting.flag.removeprefix('--')}"], "0", False
        assert run(["serve", setting.flag]) == 0
        assert getattr(started.pop(), setting.name) is True
    else:
        variable, value = another(setting)
        flags = [setting.flag, variable]
    assert run(["serve", *flags]) == 0
    monkeypatch.setenv(setting.variable, variable)
    assert run(["serve"]) == 0
    assert [getattr(settings, setting.name) for settings in started] == [value, value]
    if setting.name in ("host", "url"):
        assert run(["serve", setting.flag, "elsewhere"]) == 0
        assert getattr(started[-1], setting.name) == "elsewhere"


def test_each_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    run(["serve", "--help"])
    help_text = " ".join(capsys.readouterr().out.replace("│", " ").split())
    for setting in all_settings():
        assert setting.variable.startswith(PREFIX)
        assert setting.about[0].isupper()
        assert setting.about.endswith(".")
        assert f"{setting.flag} " in help_text
        assert setting.about in help_text
        assert f"[env var: {setting.variable}]" in help_text


@pytest.mark.parametrize("flag", ["--empty-origins", "--no-host", "--most-body"])
def test_there_are_no_other_flags(flag: str, started: list[ServerSettings]) -> None:
    assert run(["serve", flag]) == 2
    assert started == []
