"""What the features of a server rely on, besides tables and documents."""

from __future__ import annotations

import account_checks
import admin_checks
import archive_checks
import lease_checks
import notice_checks
import result_checks
import tournament_checks
import training_checks

from qwirkle.tables.stores import SqlStore
from qwirkle.testing.stores.kit import Check

CHECKS: list[Check[SqlStore]] = [
    *tournament_checks.CHECKS,
    *result_checks.CHECKS,
    *notice_checks.CHECKS,
    *account_checks.CHECKS,
    *admin_checks.CHECKS,
    *lease_checks.CHECKS,
    *archive_checks.CHECKS,
    *training_checks.CHECKS,
]
