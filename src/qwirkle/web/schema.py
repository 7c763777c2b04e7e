"""The whole schema: what Litestar knows of HTTP, the socket's messages, and shapes with names.

    python -m qwirkle.web.schema frontend/src/api/openapi.json

writes it where the page takes its types from; a test fails when that file is stale.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from qwirkle.web import shapes

Schema = dict[str, Any]

PLACE = "#/components/schemas/"
NULL: Schema = {"type": "null"}
TURN: Schema = {"$ref": f"{PLACE}Turn"}
GAME: Schema = {"$ref": f"{PLACE}Game"}
TYPED: dict[str, Schema] = {
    "TableView.game": {"oneOf": [GAME, NULL]},
    "Told.event": {"$ref": f"{PLACE}TableEvent"},
    "Told.game": {"oneOf": [{"$ref": f"{PLACE}GameChange"}, NULL]},
    "StepSeen.game": GAME,
    "Hint.turn": TURN,
    "PreviewSeen.lines": {"type": "array", "items": {"$ref": f"{PLACE}Line"}},
}
"""Fields that the service writes by hand, and their shapes. Turns that come in stay open: what is
no turn is refused with a reason of its own."""


class WholeSchema(JsonRenderPlugin):
    """Renders the whole of it."""

    def render(self, _: Request[Any, Any, Any], openapi_schema: Schema) -> bytes:
        """As JSON."""
        return msgspec.json.encode(whole(openapi_schema))


def whole(http: Schema) -> Schema:
    """The schema of HTTP with everything that Litestar does not know."""
    known = http["components"]["schemas"]
    schemas = {**_shapes(), **known}
    for field, shape in TYPED.items():
        name, _, part = field.partition(".")
        found = schemas[name]
        schemas[name] = {**found, "properties": {**found["properties"], part: shape}}
    return {**http, "components": {**http["components"], "schemas": dict(sorted(schemas.items()))}}


def _shapes() -> dict[str, Schema]:
    games = (shapes.TilesGame, shapes.CardsGame)
    types = [*shapes.TURNS, *games, *shapes.UNIONS.values()]
    made, schemas = msgspec.json.schema_components(types, ref_template=PLACE + "{name}")
    unions = dict(zip(shapes.UNIONS, made[len(types) - len(shapes.UNIONS) :], strict=True))
    changes = {f"{one.__name__}Change": {**schemas[one.__name__], "required": []} for one in games}
    together = {
        **schemas,
        **unions,
        **changes,
        "Turn": _any_of(one.__name__ for one in shapes.TURNS),
        "Game": _any_of(one.__name__ for one in games),
        "GameChange": _any_of(changes),
        # A code is a code; 36 words in every place would help nobody.
        "Tile": {"type": "string", "title": "Tile", "description": "Such as Ro, the red circle."},
    }
    renamed: dict[str, Schema] = _renamed(together)
    return renamed


def _any_of(names: Any) -> Schema:
    return {"anyOf": [{"$ref": PLACE + name} for name in names]}


def _renamed(schemas: dict[str, Schema]) -> Any:
    """Acts under names that say so: both families of games have, say, ``Drew``."""
    names: dict[str, str] = {}
    for prefix, acts in (("", shapes.TILE_ACTS), ("Cards", shapes.CARD_ACTS)):
        for act in acts:
            new = f"{prefix}{act.__name__.removeprefix(prefix)}Act"
            names[act.__name__ if act.__name__ in schemas else _qualified(act)] = new
    text = msgspec.json.encode(schemas).decode()
    for old, new in names.items():
        text = re.sub(f'"({re.escape(PLACE)}|){re.escape(old)}"(?=[:,}}])', f'"\\g<1>{new}"', text)
    return msgspec.json.decode(text)


def _qualified(act: type) -> str:
    return f"{act.__module__}.{act.__qualname__}"


def written() -> bytes:
    """The schema as a file."""
    from qwirkle.web.app import application  # noqa: PLC0415 - which uses this module

    text = msgspec.json.encode(whole(application(None).openapi_schema.to_schema()))
    return msgspec.json.format(text, indent=1) + b"\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(written())
