"""The OpenAPI schema: paths from Litestar, everything in them from the structs that are sent.

    python -m qwirkle.server.schema frontend/src/api/openapi.json

writes it where the page takes its types from; a test fails when that file is out of date.

Litestar's own generator knows neither named tuples nor which fields an answer always has, so
msgspec describes the structs.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition
from msgspec import inspect

from qwirkle.api.messages import ClientMessage, ServerMessage
from qwirkle.protocol.shapes import AnyChange, AnyGame
from qwirkle.protocol.shapes.turns import Turn
from qwirkle.rules.tiles import Tile
from qwirkle.server.page import File
from qwirkle.tables.core.commands import Command
from qwirkle.tables.core.views import Act, TableEvent

Schema = dict[str, Any]

NAME = "openapi.json"
PLACE = "#/components/schemas/"
NAMED: dict[str, Any] = {
    "Act": Act,
    "ClientMessage": ClientMessage,
    "Command": Command,
    "Game": AnyGame,
    "GameChange": AnyChange,
    "ServerMessage": ServerMessage,
    "TableEvent": TableEvent,
}
"""Unions that have a name of their own in the schema."""
# A code is a code; 36 words in every place would help nobody.
TILE: Schema = {"type": "string", "title": "Tile", "description": "Such as Ro, the red circle."}


class StructSchemas(OpenAPISchemaPlugin):
    """Has Litestar refer to the schemas that msgspec makes, and notes which ones it needs."""

    def __init__(self) -> None:
        self.types: set[Any] = {Turn}

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        """Every struct is described here."""
        return not field_definition.is_union and field_definition.is_subclass_of(msgspec.Struct)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Any:
        """Return an empty schema of that name, which ``complete`` replaces."""
        self.types.add(field_definition.annotation)
        return schema_creator.create_component_schema(
            field_definition, required=[], property_fields={}
        )


class SchemaRenderer(JsonRenderPlugin):
    """Renders the whole schema, once: that takes as long as a hundred requests."""

    def __init__(self, structs: StructSchemas, *, path: str) -> None:
        super().__init__(path=path)
        self._structs = structs
        self._file: File | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: Schema) -> Any:
        """Answer with the file, or with nothing if the client has it already."""
        if self._file is None:
            self._file = File(NAME, msgspec.json.encode(complete(openapi_schema, self._structs)))
        status, headers, body = self._file.answer(dict(request.scope["headers"]))
        return Response(
            body,
            status_code=status,
            headers={name.decode(): value.decode() for name, value in headers},
        )


def complete(http: Schema, structs: StructSchemas) -> Schema:
    """Return Litestar's schema together with everything it refers to."""
    types = [*sorted(structs.types, key=lambda kind: str(kind.__name__)), *NAMED.values()]
    made, schemas = msgspec.json.schema_components(
        types, schema_hook=_schema_of_tile, ref_template=PLACE + "{name}"
    )
    schemas |= dict(zip(NAMED, made[-len(NAMED) :], strict=True))
    schemas["Tile"] = TILE
    received = _reachable(schemas, _request_names(http) | {"ClientMessage"})
    for struct in _structs_in(types):
        name = struct.__name__ if struct.__name__ in schemas else _qualify(struct)
        if name not in received:
            schemas[name] |= _sent_struct(struct)
    schemas = _rename(_open_objects(schemas))
    known = http.get("components", {})
    return {**http, "components": {**known, "schemas": dict(sorted(schemas.items()))}}


def _schema_of_tile(kind: type) -> Schema:
    """Refer to the description of a tile: msgspec does not take its class for an enumeration."""
    if kind is Tile:
        return {"$ref": f"{PLACE}{Tile.__name__}"}
    raise NotImplementedError


def _sent_struct(struct: type[msgspec.Struct]) -> Schema:
    """Mark the required fields of a struct that is only sent, and allow no others."""
    config = struct.__struct_config__
    always = [
        field.encode_name
        for field in msgspec.structs.fields(struct)
        if field.required or not (config.omit_defaults or field.default is msgspec.UNSET)
    ]
    tag = [config.tag_field] if config.tag_field else []
    return {"required": [*tag, *always], "additionalProperties": False}


def _request_names(http: Schema) -> set[str]:
    bodies = [
        operation.get("requestBody", {})
        for path in http["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict)
    ]
    return set(_references(bodies))


def _reachable(schemas: dict[str, Schema], names: set[str]) -> set[str]:
    found: set[str] = set()
    while names:
        name = names.pop()
        found.add(name)
        names |= set(_references(schemas[name])) - found
    return found


def _references(schema: Any) -> list[str]:
    text = msgspec.json.encode(schema).decode()
    return re.findall(rf'"{re.escape(PLACE)}([^"]+)"', text)


def _structs_in(types: Iterable[Any]) -> set[type[msgspec.Struct]]:
    """Return all structs that these types consist of."""
    found: set[type[msgspec.Struct]] = set()
    left: list[Any] = list(inspect.multi_type_info(types))
    while left:
        kind = left.pop()
        if isinstance(kind, inspect.StructType):
            if kind.cls in found:
                continue
            found.add(kind.cls)
        left += _parts(kind)
    return found


def _parts(kind: Any) -> Iterator[inspect.Type]:
    for name in ("type", "item_type", "key_type", "value_type"):
        if isinstance(part := getattr(kind, name, None), inspect.Type):
            yield part
    for name in ("types", "item_types"):
        yield from getattr(kind, name, ())
    for field in getattr(kind, "fields", ()):
        yield field.type


def _rename(schemas: dict[str, Schema]) -> dict[str, Schema]:
    """Put the family before a name that both families have: ``Result`` is ``CardsResult``."""
    text = msgspec.json.encode(schemas).decode()
    for name in schemas:
        *package, short = name.split(".")
        if package:
            new = ("Cards" if "cards" in package else "Placement") + short
            text = re.sub(
                rf'"({re.escape(PLACE)}|){re.escape(name)}"(?=[:,}}])', f'"\\g<1>{new}"', text
            )
    renamed: dict[str, Schema] = msgspec.json.decode(text)
    return renamed


def _open_objects(schema: Any) -> Any:
    """Allow any fields in an object without known ones: a turn that a client sends."""
    match schema:
        case {"type": "object", **rest} if not rest.keys() & {"properties", "additionalProperties"}:
            return {**schema, "additionalProperties": True}
        case dict():
            return {name: _open_objects(part) for name, part in schema.items()}
        case list():
            return [_open_objects(part) for part in schema]
        case _:
            return schema


def _qualify(struct: type) -> str:
    return f"{struct.__module__}.{struct.__qualname__}"


def schema_file() -> bytes:
    """Return the schema as a file."""
    from qwirkle.server.app import application  # noqa: PLC0415 - which uses this module

    app, structs = application(None)
    text = msgspec.json.encode(complete(app.openapi_schema.to_schema(), structs))
    return msgspec.json.format(text, indent=1) + b"\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(schema_file())
