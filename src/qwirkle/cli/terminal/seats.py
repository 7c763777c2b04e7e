"""What sitting at a table in the terminal is like, whatever is played: commands, bots, files."""

from __future__ import annotations

import textwrap
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from qwirkle.errors import IllegalTurn, QwirkleError
from qwirkle.game import Game
from qwirkle.notation.text.terminal import hand_text, tile_style
from qwirkle.players import Bot
from qwirkle.rules.tiles import Colour, Shape, Tile, in_order, tile_of

ORDERS = ("colour", "shape", "off")


class Seated(ABC):
    """The person sits at seat 0; bots take the other seats."""

    def __init__(self, game: Game, bots: Sequence[Bot], hinter: Bot, console: Console) -> None:
        self.game = game
        self._bots = bots
        self._hinter = hinter
        self._console = console
        self._order = "colour"
        self._commands: dict[str, Callable[[str], None]] = {
            "sort": self._sort,
            "save": self._save,
            "load": self._load,
            "left": lambda _: self._left(),
        }

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.to_move is None

    @abstractmethod
    def begin(self) -> None:
        """Let the bots play until it is the person's turn, and show the table."""

    @abstractmethod
    def show(self) -> None:
        """The table, the scores and the hand."""

    def handle(self, line: str) -> bool:
        """Do what a line says; False when the player leaves or the game is over."""
        text = line.strip()
        word, _, rest = text.partition(" ")
        if word.lower() in {"quit", "exit", "q"}:
            return False
        try:
            if word.lower() in self._commands:
                self._commands[word.lower()](rest.strip())
            elif text.lower() in {"", "ok", "play"}:
                self._confirm()
            else:
                self._put_down(text)
        except IllegalTurn as error:
            for refusal in error.refusals:
                self._say(f"  {refusal.message}")
        except QwirkleError as error:
            self._say(f"  {error}")
        return not self.over

    @abstractmethod
    def _confirm(self) -> None:
        """Play what has been put down."""

    @abstractmethod
    def _put_down(self, text: str) -> None:
        """Add what was typed to the turn being made up."""

    @abstractmethod
    def _tell(self) -> None:
        """Say what was done last."""

    @abstractmethod
    def _unseen(self) -> Counter[Tile]:
        """What the person has not seen yet."""

    def _bots_play(self) -> None:
        while (seat := self.game.to_move) not in {0, None}:
            bot = self._bots[(seat or 1) - 1]
            lost = bot.lost_turns
            self.game.play(bot.choose(self.game.view(seat)))
            if bot.lost_turns > lost:
                self._say(f"{bot.last_fault}.")
            self._tell()

    def _left(self) -> None:
        unseen = self._unseen()
        self._say("what you have not seen yet:")
        self._console.print(Text("           " + "".join(f"{s.value:>11}" for s in Shape)))
        for colour in Colour:
            row = Text(f"{colour.value:>11}")
            for shape in Shape:
                tile = tile_of(colour, shape)
                style = tile_style(tile) if unseen[tile] and self._coloured else "dim"
                row.append(f"{unseen[tile]:>11}", style)
            self._console.print(row)

    def _sort(self, order: str) -> None:
        if order not in ORDERS:
            raise QwirkleError(f"Sort by {', '.join(ORDERS)}.")
        self._order = order
        self.show()

    def _save(self, name: str) -> None:
        if not name:
            raise QwirkleError("Say where: save FILE.")
        self.game.save(Path(name))
        self._say(f"  saved to {name}")

    def _load(self, name: str) -> None:
        if not name:
            raise QwirkleError("Say which file: load FILE.")
        loaded = Game.load(Path(name))
        if type(loaded.state) is not type(self.game.state):
            raise QwirkleError("That is another kind of game: qwirkle play --load FILE opens it.")
        seats, here = len(loaded.state.seats), len(self.game.state.seats)
        if seats != here:
            raise QwirkleError(f"That game has {seats} players, this table {here}.")
        self.game = loaded
        self._forget_draft()
        self.begin()

    @abstractmethod
    def _forget_draft(self) -> None:
        """Begin the turn anew."""

    def _dressed_hand(self, tiles: Sequence[Tile]) -> Text:
        """These tiles in the order the player likes."""
        hand = list(tiles)
        if self._order == "colour":
            hand = list(in_order(hand))
        elif self._order == "shape":
            hand.sort(key=lambda tile: (list(Shape).index(tile.shape), tile.index))
        return hand_text(hand, colour=self._coloured)

    @property
    def _coloured(self) -> bool:
        return self._console.color_system is not None

    @property
    def _unicode(self) -> bool:
        return (self._console.encoding or "").lower().startswith("utf")

    def _say(self, sentence: str) -> None:
        for line in sentence.splitlines():
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            told = textwrap.wrap(line, self._console.width, subsequent_indent=indent)
            self._console.print(Text("\n".join(told)))
