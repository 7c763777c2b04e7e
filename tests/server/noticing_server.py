"""``qwirkle`` with claims that expire soon and mail that does not wait: tests need not either."""

from __future__ import annotations

import sys

from qwirkle.cli import run
from qwirkle.tables.notices import notifier, plan

if __name__ == "__main__":
    notifier.LEASE_MS = 2_000
    plan.MAIL_WAIT = 0
    sys.exit(run(sys.argv[1:]))
