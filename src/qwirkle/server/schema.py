"""The OpenAPI schema of a server, as a file that is written when a request changes.

    python -m qwirkle.server.schema

writes it. The server sends that file, and the page's types are generated from it; a test fails when
it is out of date.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

FILE = Path(__file__).with_name("openapi.json")
PATHS = ("/api/schema", f"/api/schema/{FILE.name}")


def make_schema() -> bytes:
    """Return the current schema, to be written to the file."""
    # Making it takes as long as a hundred requests, so no server does it.
    from qwirkle.api.schema import schema_of  # noqa: PLC0415
    from qwirkle.server.requests import all_requests  # noqa: PLC0415
    from qwirkle.tables.requests import UNIONS  # noqa: PLC0415

    schema = schema_of(all_requests(), UNIONS, received=("ClientMessage",))
    return msgspec.json.format(msgspec.json.encode(schema), indent=1) + b"\n"


if __name__ == "__main__":
    FILE.write_bytes(make_schema())
