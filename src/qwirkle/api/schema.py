"""The OpenAPI schema, from the descriptions of requests and the structs in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, get_args, get_origin

import msgspec
from msgspec import inspect

from qwirkle import __version__
from qwirkle.api.problems import MEDIA_TYPE, Problem
from qwirkle.api.requests import JSON, Content, Parameter, Request
from qwirkle.rules.tiles import Tile

Schema = dict[str, Any]

PLACE = "#/components/schemas/"
# A code is a plain string here; 36 words in every place would help nobody.
TILE: Schema = {"type": "string", "title": "Tile", "description": "Such as Ro, the red circle."}
PROBLEMS = {
    400: "The request is not valid.",
    401: "Nobody is signed in.",
    403: "The caller may not do that.",
    404: "There is no such thing.",
    409: "The table or the rules refuse it.",
    413: "The request is too large.",
    422: "The values are not possible.",
    429: "Too many requests.",
    503: "Not possible at the moment.",
}
"""The problems that a request may be answered with."""


def schema_of(
    requests: Iterable[Request], unions: Mapping[str, object], received: Iterable[str] = ()
) -> Schema:
    """Return the schema of requests; unions are described under the given names.

    ``received`` are unions that clients send, such as the bodies of requests.
    """
    paths: dict[str, Schema] = {}
    types: set[Any] = {Problem}
    for request in requests:
        paths.setdefault(request.path, {})[request.method.lower()] = _operation(request, types)
    return {
        "info": {
            "title": "qwirkle",
            "version": __version__,
            "description": "Tables of the Qwirkle family: commands go in, views and events come "
            "out.",
        },
        "openapi": "3.1.0",
        "servers": [{"url": "/"}],
        "paths": {
            path: dict(sorted(found.items(), key=_by_method)) for path, found in paths.items()
        },
        "components": {"schemas": _components(paths, types, unions, received)},
    }


def _by_method(operation: tuple[str, Schema]) -> int:
    return ("get", "post", "delete").index(operation[0])


def _operation(request: Request, types: set[Any]) -> Schema:
    parameters = [
        _parameter(found) for found in request.parameters if found.place in ("path", "query")
    ]
    found: Schema = {"summary": request.summary, "operationId": _operation_id(request)}
    if parameters:
        found["parameters"] = parameters
    body = _body(request, types)
    if body is not None:
        found["requestBody"] = body
    found["responses"] = {str(request.status): _answer(request, types)}
    if request.problems:
        problem = {MEDIA_TYPE: {"schema": {"$ref": f"{PLACE}{Problem.__name__}"}}}
        for status, about in PROBLEMS.items():
            found["responses"][str(status)] = {"description": about, "content": problem}
    return found


def _operation_id(request: Request) -> str:
    """Return a name for a request: its path, each word once, and its function."""
    words = ""
    for part in request.path.strip("/").split("/"):
        word = part.strip("{}").title()
        if word not in words:
            words += word
    return re.sub(r"[._-]", "", words + request.name.title())


def _parameter(found: Parameter) -> Schema:
    schema = msgspec.json.schema(found.type)
    kinds = [schema, *schema.get("anyOf", ())]
    about = next((kind.pop("description") for kind in kinds if "description" in kind), None)
    if not found.required and found.default is not None:
        schema["default"] = found.default
    described = {} if about is None else {"description": about}
    where = {"name": found.name, "in": found.place, "required": found.required}
    return {**where, "schema": schema, **described}


def _body(request: Request, types: set[Any]) -> Schema | None:
    if request.uploads:
        content = {
            kind: {"schema": {"type": "string", "format": "binary"}} for kind in request.uploads
        }
        return {"content": content, "description": request.uploads_about, "required": True}
    for found in request.parameters:
        if found.place == "body":
            return {"content": {JSON: {"schema": _refer(found.type, types)}}, "required": True}
    return None


def _answer(request: Request, types: set[Any]) -> Schema:
    sent = request.sends or request.answer
    schema = {"type": "string"} if sent is Content else _refer(sent, types)
    about = request.about or HTTPStatus(request.status).description
    return {"description": about, "content": {request.media_type: {"schema": schema}}}


def _refer(kind: Any, types: set[Any]) -> Schema:
    """Refer to the schema of a struct, or of a list of them, and note that it is needed."""
    if get_origin(kind) is list:
        return {"type": "array", "items": _refer(get_args(kind)[0], types)}
    types.add(kind)
    return {"$ref": f"{PLACE}{kind.__name__}"}


def _components(
    paths: Schema, types: set[Any], unions: Mapping[str, object], received: Iterable[str]
) -> dict[str, Schema]:
    known = [*sorted(types, key=lambda kind: str(kind.__name__)), *unions.values()]
    made, schemas = msgspec.json.schema_components(
        known, schema_hook=_schema_of_tile, ref_template=PLACE + "{name}"
    )
    schemas = _refer_to_tile(schemas | dict(zip(unions, made[-len(unions) :], strict=True)))
    schemas[Tile.__name__] = TILE
    from_clients = _reachable(schemas, _request_names(paths) | set(received))
    for struct in _structs_in(known):
        name = struct.__name__ if struct.__name__ in schemas else _qualify(struct)
        if name not in from_clients:
            schemas[name] |= _sent_struct(struct)
    return dict(sorted(_rename(schemas).items()))


def _refer_to_tile(schema: Any) -> Any:
    """Refer to the description of a tile where a code is described."""
    match schema:
        case {"title": "Tile", "type": "string"}:
            return {"$ref": f"{PLACE}{Tile.__name__}"}
        case dict():
            return {name: _refer_to_tile(part) for name, part in schema.items()}
        case list():
            return [_refer_to_tile(part) for part in schema]
        case _:
            return schema


def _schema_of_tile(kind: type) -> Schema:
    """Refer to the description of a tile, whose class is no enumeration to msgspec."""
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


def _request_names(paths: Schema) -> set[str]:
    bodies = [
        operation.get("requestBody", {}) for path in paths.values() for operation in path.values()
    ]
    return set(_references(bodies))


def _reachable(schemas: dict[str, Schema], names: set[str]) -> set[str]:
    found: set[str] = set()
    while names:
        name = names.pop()
        found.add(name)
        names |= set(_references(schemas[name])) - found
    return found


def _references(schema: object) -> list[str]:
    text = msgspec.json.encode(schema).decode()
    return re.findall(rf'"{re.escape(PLACE)}([^"]+)"', text)


def _structs_in(types: Iterable[object]) -> set[type[msgspec.Struct]]:
    """Return all structs that these types consist of."""
    found: set[type[msgspec.Struct]] = set()
    left: list[inspect.Type] = list(inspect.multi_type_info(types))
    while left:
        kind = left.pop()
        if isinstance(kind, inspect.StructType):
            if kind.cls in found:
                continue
            found.add(kind.cls)
        left += _parts(kind)
    return found


def _parts(kind: inspect.Type) -> Iterator[inspect.Type]:
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


def _qualify(struct: type) -> str:
    return f"{struct.__module__}.{struct.__qualname__}"
