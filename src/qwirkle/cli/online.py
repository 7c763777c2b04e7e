"""``qwirkle bot``: a bot that joins a server's table from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from qwirkle.cli.arguments import AsJson

if TYPE_CHECKING:
    from qwirkle.client import TableView


def bot(
    spec: str,
    link: str,
    /,
    *,
    name: str | None = None,
    token: Annotated[str | None, Parameter(env_var="QWIRKLE_TOKEN")] = None,
    ms: float | None = None,
    seed: str | None = None,
    patience: float = 600,
    as_json: AsJson = False,
) -> None:
    """Join a server's table as a bot, by its invitation link.

    The bot sits down, waits for the start and plays until the game is over. If the connection is
    lost or the server restarts, it comes back. It votes yes in every vote.

    Parameters
    ----------
    spec
        The bot, such as greedy, level:3 or "process:./mybot": any that qwirkle match knows.
    link
        The invitation to the table, such as https://play.example/t/ID. A link that carries a seat
        to another device gives the bot that seat.
    name
        Its name at the table. By default the name of the bot.
    token
        A secret of 20 to 200 letters, digits, - and _ that its seat belongs to. With the same
        token it can be started again in the middle of a game. By default a new one each time.
    ms
        Thinking time per move in milliseconds, for bots that think.
    seed
        The seed of everything that the bot decides at random.
    patience
        How many seconds the server may be away before the bot gives up.
    """
    import asyncio

    from qwirkle.client import Client, Invitation, RemoteBot
    from qwirkle.tables.core.names import MAX_CHARACTERS
    from qwirkle.terminal.output import PlainConsole, print_json
    from qwirkle.terminal.seats import names_of

    invitation = Invitation.read(link)
    console = PlainConsole(stderr=as_json)

    async def play() -> tuple[TableView, list[str]]:
        async with Client(invitation.address, token, patience=patience) as client:
            with RemoteBot(client, spec, ms=ms, seed=seed) as player:
                called = name or names_of([spec])[0][:MAX_CHARACTERS]
                view = await player.sit(invitation.table, called, invitation.token)
                names = " and ".join(view.now.seats[seat].name for seat in view.you.seats)
                console.print(f"At the table as {names}. Ctrl+C leaves.")
                return await player.run(invitation.table), player.faults

    view, faults = asyncio.run(play())
    if as_json:
        print_json(_result(view, faults))
        return
    for fault in dict.fromkeys(faults):
        console.print(f"A turn was lost: {fault}")
    console.print(_summary(view))


def _summary(view: TableView) -> str:
    ended = view.now.ended
    if ended is None or not ended.scores:
        return "The table was closed."
    scores = zip(view.now.seats, ended.scores, strict=True)
    return "The game is over: " + ", ".join(f"{seat.name} {score}" for seat, score in scores) + "."


def _result(view: TableView, faults: list[str]) -> dict[str, object]:
    ended = view.now.ended
    return {
        "table": view.table,
        "how": None if ended is None else ended.how,
        "seats": [seat.name for seat in view.now.seats],
        "own": view.you.seats,
        "scores": () if ended is None else ended.scores,
        "winners": () if ended is None else ended.winners,
        "lost_turns": len(faults),
        "faults": list(dict.fromkeys(faults)),
    }
