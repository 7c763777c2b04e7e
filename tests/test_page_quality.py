"""The page's own tools find nothing: types, style and the tests of its logic."""

from __future__ import annotations

import pytest

import node


@pytest.mark.parametrize(
    "command",
    [
        ["svelte-check/bin/svelte-check", "--fail-on-warnings", "--output", "human"],
        ["@biomejs/biome/bin/biome", "check", "."],
        ["vitest/vitest.mjs", "run", "--reporter", "dot"],
    ],
    ids=lambda command: command[0].partition("/bin")[0].partition("/vitest")[0],
)
def test_tool_of_the_page_finds_nothing(command: list[str]) -> None:
    done = node.run(*command)
    assert done.returncode == 0, done.stdout + done.stderr
