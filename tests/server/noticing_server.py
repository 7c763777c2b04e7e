"""``qwirkle`` with claims that expire soon: a test need not wait for those of killed processes."""

from __future__ import annotations

import sys

from qwirkle.cli import run
from qwirkle.tables.notices import notifier

if __name__ == "__main__":
    notifier.LEASE_MS = 2_000
    sys.exit(run(sys.argv[1:]))
