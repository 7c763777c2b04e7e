"""``qwirkle play``: a game in the terminal."""

from __future__ import annotations

import os
import secrets
import shlex
import signal
import sys
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from qwirkle.cli.arguments import Flag, GameName, Options
from qwirkle.errors import BotError, QwirkleError

if TYPE_CHECKING:
    from rich.console import Console

    from qwirkle.game import Game
    from qwirkle.players import Bot
    from qwirkle.terminal.saved import SavedGame
    from qwirkle.terminal.session import Session

DATA = "QWIRKLE_DATA"


def play(
    *,
    game: GameName = "classic",
    option: Options = None,
    against: list[str] | None = None,
    name: str | None = None,
    seed: str | None = None,
    resume: Flag = False,
    load: Path | None = None,
    teaching: int | None = None,
    data: Annotated[Path | None, Parameter(env_var=DATA)] = None,
) -> None:
    """Play in the terminal against one to three bots.

    Every game is saved as you play: leave it whenever you like and continue it with --resume.

    Parameters
    ----------
    against
        A bot to play against, such as level:3, greedy or "process:./mybot"; repeat the option for
        more. By default a level of middling strength. qwirkle bots lists them all.
    name
        Your name in the record of the game. By default the name you are logged in with.
    seed
        Deal from this seed: the same seed deals the same tiles.
    resume
        Continue the game that you left last.
    load
        Continue a game that you saved to this file.
    teaching
        Ask before a turn that loses at least this many points, with hints step by step.
    data
        The folder where games are kept, instead of the user's data folder.
    """
    from qwirkle.cli.arguments import chosen_edition
    from qwirkle.game import Game
    from qwirkle.players.levels import MIDDLING
    from qwirkle.terminal.output import PlainConsole
    from qwirkle.terminal.saved import SavedGame, games_folder, newest_game
    from qwirkle.terminal.seats import names_of, person_name, specs_of

    if resume and load is not None:
        raise QwirkleError("--resume and --load exclude each other")
    if teaching is not None and teaching < 1:
        raise QwirkleError("--teaching is a number of points, at least 1")
    rules = chosen_edition(game, option)
    specs = against or [f"level:{MIDDLING}"]
    if not 1 <= len(specs) < rules.most_players:
        raise BotError(f"you can play against 1 to {rules.most_players - 1} bots")
    chosen = seed or secrets.token_hex(32)
    folder = games_folder(data)
    kept = newest_game(folder) if resume else None
    if kept is not None or load is not None:
        table = _load(kept or load or Path())
        names = [seat.name for seat in table.state.seats[1:]]
        specs = (specs * len(names))[: len(names)] if against else specs_of(names)
    else:
        others = names_of(specs)
        table = Game.new(rules, [person_name(name, others), *others], seed=chosen)
    console = PlainConsole()
    again = "qwirkle play --resume"
    if data is not None and str(data) != os.environ.get(DATA):
        again += f" --data {shlex.quote(str(data))}"
    with ExitStack() as leaving:
        bots = _bots(specs, chosen, table, console, leaving)
        _introduce(console, table, specs, by_default=against is None and not table.turns)
        _play(table, bots, console, SavedGame(folder, kept), again, teaching=teaching)


def _load(path: Path) -> Game:
    from qwirkle.errors import NotationError
    from qwirkle.game import Game

    try:
        return Game.load(path)
    except (NotationError, ValueError) as error:
        raise QwirkleError(f"{path}: {error}") from None


def _bots(
    specs: list[str], seed: str, table: Game, console: Console, leaving: ExitStack
) -> list[Bot]:
    """Return the bots of these specs; a level takes its time if a person is watching."""
    from qwirkle.players import bot, level_of
    from qwirkle.terminal.pacing import PacedBot
    from qwirkle.terminal.prompt import interactive

    bots: list[Bot] = []
    for seat, spec in enumerate(specs):
        made = bot(spec, f"{seed}/{seat}", rules=table.edition, allow_code=True)
        leaving.enter_context(closing(made))
        level = level_of(spec)
        bots.append(PacedBot(made, level, console) if level and interactive() else made)
    return bots


def _introduce(console: Console, table: Game, specs: list[str], *, by_default: bool) -> None:
    from qwirkle.engine import backend_note
    from qwirkle.players import level_of

    if note := backend_note():
        console.print(note, style="dim")
    console.print(f"{table.edition.name}. Type help for what you can do.")
    for level in dict.fromkeys(map(level_of, specs)):
        if level is not None:
            console.print(f"You play against {level.title}. {level.character}")
    if by_default:
        console.print("qwirkle bots lists other opponents.", style="dim")


def _play(
    table: Game,
    bots: list[Bot],
    console: Console,
    saved: SavedGame,
    again: str,
    *,
    teaching: int | None,
) -> None:
    """Play until the game is over or the person leaves, however that happens."""
    from qwirkle.players import bot
    from qwirkle.terminal import new_session
    from qwirkle.terminal.prompt import PlainPrompt, RichPrompt, interactive

    hinter = bot("greedy", secrets.token_hex(8))
    session = new_session(table, bots, hinter, console, saved)
    if teaching is not None:
        from qwirkle.terminal.coach import Coach

        session.coach = Coach(teaching)
    prompt: PlainPrompt | RichPrompt = PlainPrompt()
    if interactive():
        prompt = RichPrompt(session.complete, session.live)
        session.ask_person = prompt.confirm
    _leave_when_the_terminal_closes()
    try:
        session.begin()
        while not session.over:
            line = prompt.ask(session.question)
            if line is None or not session.handle(line):
                break
    finally:
        session.keep()
        # The terminal may be gone by now.
        with suppress(OSError):
            _say_goodbye(console, session, saved, again)


def _say_goodbye(console: Console, session: Session[Any], saved: SavedGame, again: str) -> None:
    """Print where the game is saved and how to continue it."""
    if saved.trouble is not None:
        console.print(f"The game could not be saved: {saved.trouble}")
    elif session.over:
        console.print(f"The game is in {saved.path}; qwirkle replay shows it.", style="dim")
    else:
        console.print(f"The game is saved. To continue it: {again}")


def _leave_when_the_terminal_closes() -> None:
    """Leave in good order on a hang-up, unless somebody wants it to be ignored."""
    hangup = getattr(signal, "SIGHUP", None)
    if hangup is not None and signal.getsignal(hangup) == signal.SIG_DFL:
        with suppress(ValueError):  # not in the main thread: then a test is playing
            signal.signal(hangup, lambda number, _: sys.exit(128 + number))
