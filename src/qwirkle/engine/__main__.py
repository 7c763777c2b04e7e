"""``python -m qwirkle.engine``: one line if a slower core runs, silence if all is well."""

from __future__ import annotations

import sys

from qwirkle.engine import backend_note

if note := backend_note():
    sys.stdout.write(note + "\n")
