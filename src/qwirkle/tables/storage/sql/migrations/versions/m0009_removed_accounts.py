"""Names: those that removed accounts have left behind, and newly recognized look-alikes.

Two accounts whose names are now known to look alike both keep them.
"""

from __future__ import annotations

import hashlib
import json

import sqlalchemy as sa
from alembic import op

from qwirkle.tables.core.names import alike

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ACCOUNT = "account:"
ACCOUNTS = sa.table(
    "accounts",
    sa.column("id"),
    sa.column("name"),
    sa.column("folded_name"),
    sa.column("created_at"),
)
RESULTS = sa.table("results", sa.column("person"), sa.column("name"))
TOURNAMENTS = sa.table(
    "tournaments", sa.column("tournament"), sa.column("version"), sa.column("body")
)


def upgrade() -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.select(ACCOUNTS).order_by(ACCOUNTS.c.created_at)).all()
    folds = {row.folded_name for row in rows}
    for row in rows:
        folded = alike(row.name)
        if folded not in folds:
            folds.add(folded)
            connection.execute(
                sa.update(ACCOUNTS).where(ACCOUNTS.c["id"] == row.id).values(folded_name=folded)
            )
    known = set(connection.scalars(sa.select(ACCOUNTS.c.id)))
    people = sa.select(RESULTS.c.person).where(RESULTS.c.person.startswith(ACCOUNT)).distinct()
    for person in connection.scalars(people).all():
        if person.removeprefix(ACCOUNT) not in known:
            digest = hashlib.sha256(person.encode()).hexdigest()[:16]
            connection.execute(
                sa.update(RESULTS)
                .where(RESULTS.c.person == person)
                .values(person=f"removed:{digest}", name="Guest")
            )
    for row in connection.execute(sa.select(TOURNAMENTS)).all():
        body = json.loads(row.body)
        names = {entrant["name"] for entrant in body["entrants"]}
        changed = False
        for entrant in body["entrants"]:
            if entrant.get("account") is not None and entrant["account"] not in known:
                number = next(n for n in range(1, 99) if _guest(n) not in names)
                names.add(_guest(number))
                entrant.update(account=None, name=_guest(number))
                changed = True
        if changed:
            text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
            connection.execute(
                sa.update(TOURNAMENTS)
                .where(TOURNAMENTS.c.tournament == row.tournament)
                .values(body=text, version=row.version + 1)
            )


def _guest(number: int) -> str:
    return "Guest" if number == 1 else f"Guest {number}"
