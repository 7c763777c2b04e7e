"""The command ``python -m qwirkle.engine``: one line if a slower core runs, else silence."""

from __future__ import annotations

import sys

from qwirkle.engine import backend_note

if note := backend_note():
    sys.stdout.write(note + "\n")
