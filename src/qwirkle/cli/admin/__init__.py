"""``qwirkle admin``: the tables and accounts of a server, and backups, beside it or without it."""

from __future__ import annotations

from cyclopts import App

app = App(name="admin", help_format="plaintext")

tables = App(name="tables", help="List, show, close and delete tables.", help_format="plaintext")
tables.command("qwirkle.cli.admin.tables:list_tables", name="list", help="List tables.")
tables.command("qwirkle.cli.admin.tables:show", help="Show a table, but nobody's hand.")
tables.command("qwirkle.cli.admin.tables:close", help="End a table without a result.")
tables.command("qwirkle.cli.admin.tables:delete", help="Delete tables with all their events.")
app.command(tables)

accounts = App(
    name="accounts",
    help="List, rename, ban and delete accounts, and let people set a new password.",
    help_format="plaintext",
)
accounts.command("qwirkle.cli.admin.accounts:list_accounts", name="list", help="List accounts.")
accounts.command(
    "qwirkle.cli.admin.accounts:reset", help="Print a link that sets a new password, once."
)
accounts.command("qwirkle.cli.admin.accounts:rename", help="Give an account another name.")
accounts.command("qwirkle.cli.admin.accounts:ban", help="Ban an account and sign it out.")
accounts.command("qwirkle.cli.admin.accounts:unban", help="Lift a ban.")
accounts.command("qwirkle.cli.admin.accounts:delete", help="Delete an account.")
app.command(accounts)

app.command("qwirkle.cli.admin.backups:backup", help="Write a store to a file, and check it.")
app.command("qwirkle.cli.admin.backups:restore", help="Fill a store from a backup.")
