"""The input line of a person: Ctrl-C clears what is typed before it leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from qwirkle.terminal.prompt import RichPrompt

Type = Callable[[str], None]


@pytest.fixture
def keyboard() -> Iterator[Type]:
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        yield typed.send_text


def prompt() -> RichPrompt:
    return RichPrompt(lambda _: [], lambda _: "")


def test_ctrl_c_with_half_a_line_only_clears_it(keyboard: Type) -> None:
    keyboard("Ro@3,\x03hint\r")
    assert prompt().ask("> ") == "hint"


@pytest.mark.parametrize("keys", ["\x03", "Ro@3,\x03\x03"])
def test_ctrl_c_on_an_empty_line_leaves(keyboard: Type, keys: str) -> None:
    keyboard(keys)
    with pytest.raises(KeyboardInterrupt):
        prompt().ask("> ")


def test_ctrl_d_closes_the_input(keyboard: Type) -> None:
    keyboard("\x04")
    assert prompt().ask("> ") is None


@pytest.mark.parametrize(
    ("keys", "answer"),
    [("y\r", True), ("Yes\r", True), ("n\r", False), ("\r", False), ("\x03", False)],
)
def test_only_a_yes_confirms(keyboard: Type, keys: str, answer: bool) -> None:
    keyboard(keys)
    assert prompt().confirm("Overwrite it?") is answer
