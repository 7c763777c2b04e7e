"""Real databases for servers; those of the service's tests."""

from __future__ import annotations

from tables.conftest import (  # noqa: F401
    postgresql_address,
    postgresql_server,
    redis_address,
    redis_server,
)
