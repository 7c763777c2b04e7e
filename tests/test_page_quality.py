"""The page's own tools find nothing: types, style and the tests of its logic."""

from __future__ import annotations

from pathlib import Path

import pytest

import node
from qwirkle.server.schema import FILE

# Together: the first of them installs the tools, which nothing else in the tests needs.
pytestmark = pytest.mark.long


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


def test_types_are_those_of_the_schema(tmp_path: Path) -> None:
    """Made by ``npm run types`` from the schema that another test keeps fresh."""
    made = tmp_path / "schema.gen.ts"
    api = node.FRONTEND / "src" / "api"
    how = ("--alphabetize", "--immutable", "--default-non-nullable=false", "--output", str(made))
    done = node.run("openapi-typescript/bin/cli.js", str(FILE), *how)
    assert done.returncode == 0, done.stdout + done.stderr
    again = "generate them again with: npm run types, in frontend"
    assert made.read_text("utf-8") == (api / "schema.gen.ts").read_text("utf-8"), again
