"""Every setting has a flag, a variable and a line in the docs, and they say the same."""

from __future__ import annotations

import inspect
import re
import typing
from pathlib import Path

import msgspec
import pytest

from qwirkle.cli.serve import serve
from qwirkle.web.settings import ServerSettings, variable_of

DOCS = Path(__file__).parents[2] / "docs" / "server.md"
ROW = re.compile(r"^\| `--([a-z-]+)` \| `([A-Z_]+)` \| (.*?) \|", re.MULTILINE)


def test_flags_variables_and_docs_are_the_same() -> None:
    fields = {one.name: one.default for one in msgspec.structs.fields(ServerSettings)}
    flags = inspect.signature(serve).parameters
    assert list(flags) == list(fields)
    hints = typing.get_type_hints(serve, include_extras=True)
    documented = {
        flag.replace("-", "_"): (variable, default)
        for flag, variable, default in ROW.findall(DOCS.read_text())
    }
    assert list(documented) == list(fields)
    for name, default in fields.items():
        assert hints[name].__metadata__[0].env_var == (variable_of(name),)
        assert flags[name].default == (default or type(default)() if name != "origins" else None)
        variable, said = documented[name]
        assert variable == variable_of(name)
        if isinstance(default, bool):
            assert said == ("on" if default else "off")
        elif isinstance(default, int | float):
            assert float(said.strip("`")) == default
        elif default and isinstance(default, str):
            assert said == f"`{default}`"


@pytest.mark.parametrize("name", ServerSettings.__struct_fields__)
def test_every_setting_is_explained(name: str) -> None:
    assert f"    {name}\n        " in (serve.__doc__ or "")
