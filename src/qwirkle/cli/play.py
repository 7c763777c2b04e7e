"""``qwirkle play``: a game in the terminal."""

from __future__ import annotations

import secrets
from contextlib import ExitStack, closing
from pathlib import Path

from qwirkle.errors import BotError


def play(
    *,
    game: str = "classic",
    option: list[str] | None = None,
    against: list[str] | None = None,
    name: str = "You",
    seed: str | None = None,
    load: Path | None = None,
) -> None:
    """Play in the terminal against one to three bots.

    Parameters
    ----------
    game
        The game to play, or the path of a house rule (a .toml file).
    option
        An option of the game, written name=value; repeat it for more.
    against
        The bots you play against, such as level:3, greedy or "process:./mybot"; repeat the option
        for more. qwirkle bots lists them.
    name
        Your name at the table.
    seed
        Play a known deal again.
    load
        Go on with a saved game.
    """
    from rich.console import Console

    from qwirkle.cli.editions import chosen_edition
    from qwirkle.cli.terminal.cards_session import CardsSession
    from qwirkle.cli.terminal.pacing import UnhurriedBot
    from qwirkle.cli.terminal.prompt import interactive, prompt_for
    from qwirkle.cli.terminal.session import Session
    from qwirkle.engine import backend_note
    from qwirkle.game import Game
    from qwirkle.players import bot, level_of
    from qwirkle.players.levels import MIDDLING
    from qwirkle.rules.cards.edition import Edition as CardsEdition

    rules = chosen_edition(game, option)
    specs = against or [f"level:{MIDDLING}"]
    if not 1 <= len(specs) < rules.most_players:
        raise BotError(f"you can play against 1 to {rules.most_players - 1} bots")
    chosen = seed or secrets.token_hex(32)
    if load is None:
        table = Game.new(rules, [name, *_names(specs)], seed=chosen)
    else:
        table = Game.load(load)
        sitters = [seat.name for seat in table.state.seats[1:]]
        specs = (specs * len(sitters))[: len(sitters)] if against else _specs(sitters)
    with ExitStack() as leaving:
        bots = [
            leaving.enter_context(
                closing(bot(spec, f"{chosen}/{seat}", rules=table.edition, allow_code=True))
            )
            for seat, spec in enumerate(specs)
        ]
        console = Console(highlight=False)
        levels = [level_of(spec) for spec in specs]
        if interactive():
            bots = [
                one if level is None else UnhurriedBot(one, level, console)
                for one, level in zip(bots, levels, strict=True)
            ]
        if note := backend_note():
            console.print(note, style="dim")
        # A loaded game may be of the other kind than the one the command line names.
        kind = CardsSession if isinstance(table.edition, CardsEdition) else Session
        session = kind(table, bots, bot("greedy", chosen), console)
        console.print(f"{table.edition.name}. Type help for what you can do.")
        for level in dict.fromkeys(levels):
            if level is not None:
                console.print(f"You play against {level.title}. {level.character}")
        if against is None and load is None:
            console.print("qwirkle bots lists other opponents.", style="dim")
        session.begin()
        prompt = prompt_for(session.complete, session.live)
        while not session.over:
            line = prompt.ask(session.question)
            if line is None or not session.handle(line):
                break


def _specs(names: list[str]) -> list[str]:
    """Who sits at these seats of a saved game: the level of that name, or the middling one."""
    from qwirkle.players.levels import LEVELS, MIDDLING

    numbers = {one.name: one.number for one in LEVELS}
    return [f"level:{numbers.get(name.rstrip(' 0123456789'), MIDDLING)}" for name in names]


def _names(specs: list[str]) -> list[str]:
    """A name for each bot; bots of one kind are numbered."""
    from qwirkle.players import level_of

    levels = [level_of(spec) for spec in specs]
    names = [
        spec if level is None else level.name for spec, level in zip(specs, levels, strict=True)
    ]
    return [
        f"{name} {names[: seat + 1].count(name)}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]
