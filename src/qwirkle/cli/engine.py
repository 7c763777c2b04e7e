"""``qwirkle engine``: the JSON Lines protocol on standard input and output."""

from __future__ import annotations

import sys


def engine() -> None:
    """Answer the engine protocol: one JSON object per line in, one per line out."""
    from qwirkle.protocol.server.dispatch import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
