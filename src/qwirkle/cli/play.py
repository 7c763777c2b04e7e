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
        The bots you play against, such as greedy or "process:./mybot"; repeat the option for more.
    name
        Your name at the table.
    seed
        Play a known deal again.
    load
        Go on with a saved game.
    """
    from rich.console import Console

    from qwirkle.cli.cards_session import CardsSession
    from qwirkle.cli.games import chosen_edition
    from qwirkle.cli.prompting import prompt_for
    from qwirkle.cli.session import Session
    from qwirkle.engine import backend_note
    from qwirkle.game import Game
    from qwirkle.players import bot
    from qwirkle.rules.cards.edition import CardsEdition

    rules = chosen_edition(game, option)
    specs = against or ["greedy"]
    if not 1 <= len(specs) < rules.most_players:
        raise BotError(f"you can play against 1 to {rules.most_players - 1} bots")
    chosen = seed or secrets.token_hex(32)
    if load is None:
        table = Game.new(rules, [name, *_names(specs)], seed=chosen)
    else:
        table = Game.load(load)
        specs = (specs * rules.most_players)[: len(table.state.seats) - 1]
    with ExitStack() as leaving:
        bots = [
            leaving.enter_context(
                closing(bot(spec, f"{chosen}/{seat}", rules=table.edition, processes=True))
            )
            for seat, spec in enumerate(specs)
        ]
        console = Console(highlight=False)
        if note := backend_note():
            console.print(note, style="dim")
        # A loaded game may be of the other kind than the one the command line names.
        kind = CardsSession if isinstance(table.edition, CardsEdition) else Session
        session = kind(table, bots, bot("greedy", chosen), console)
        console.print(f"{table.edition.name}. Type help for what you can do.")
        session.begin()
        prompt = prompt_for(session.complete, session.live)
        while not session.over:
            line = prompt.ask(session.question)
            if line is None or not session.handle(line):
                break


def _names(specs: list[str]) -> list[str]:
    """A name for each bot; bots of one kind are numbered."""
    return [
        f"{spec} {specs[: seat + 1].count(spec)}" if specs.count(spec) > 1 else spec
        for seat, spec in enumerate(specs)
    ]
