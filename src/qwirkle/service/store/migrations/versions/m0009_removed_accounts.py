"""Names that accounts which were removed earlier have left in results and tournaments."""

from __future__ import annotations

import hashlib
import json

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

ACCOUNT = "account:"
ACCOUNTS = sa.table("accounts", sa.column("id"))
RESULTS = sa.table("results", sa.column("person"), sa.column("name"))
TOURNAMENTS = sa.table(
    "tournaments", sa.column("tournament"), sa.column("version"), sa.column("body")
)


def upgrade() -> None:
    """Go to this step."""
    connection = op.get_bind()
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
