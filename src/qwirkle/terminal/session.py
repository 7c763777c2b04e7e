"""A session at a table in the terminal, for any game: commands, bots, files, taking back."""

from __future__ import annotations

import re
import textwrap
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from rich.console import Console
from rich.text import Text

from qwirkle.analysis.reasons.explain import reasons_for_hint
from qwirkle.errors import BotError, IllegalTurn, NotationError, QwirkleError
from qwirkle.game import Game
from qwirkle.notation.narration import name_winners
from qwirkle.notation.text.terminal import hand_text, tile_style
from qwirkle.notation.text.words import nearest
from qwirkle.players import Bot
from qwirkle.players.answers import ask
from qwirkle.rules.family import AnyTurn, AnyView
from qwirkle.rules.refusals.sentences import write_sentence
from qwirkle.rules.tiles import Colour, Shape, Tile, in_order
from qwirkle.rules.winning import ENDINGS
from qwirkle.terminal.output import printable, refusal
from qwirkle.terminal.saved import SavedGame
from qwirkle.terminal.vocabulary import command_of

if TYPE_CHECKING:
    from qwirkle.terminal.coach import Coach

DraftT = TypeVar("DraftT")

ORDERS = ("colour", "shape", "off")
PERSON, YOU = 0, "You"
WIDE = 60
"""From this width on, a turn with its places fits on two lines."""
WIDEST = 110
"""From this width on, it fits on one."""
FEWEST_LINES = 6
"""The least height of a board, even on a small screen."""


class Session(ABC, Generic[DraftT]):
    """A session at a table; the person sits at seat 0, and bots take the other seats.

    ``saved`` keeps the game after every turn.
    """

    draft: DraftT
    """The unfinished turn: the tiles or cards put down so far."""
    turn_words: ClassVar[tuple[str, ...]] = ()
    """Words that begin a turn."""
    rare_words: ClassVar[tuple[str, ...]] = ()
    """Words that begin a turn in some games only."""
    ask_person: Callable[[str], bool] | None = None
    """Asks the person for confirmation; None if nobody can be asked."""
    coach: Coach | None = None
    """Looks at the person's turns before they are played; None if the game does not teach."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[Bot],
        hinter: Bot,
        console: Console,
        saved: SavedGame | None = None,
    ) -> None:
        self.game = game
        self._bots = bots
        self._hinter = hinter
        self._console = console
        self._saved = saved
        self._order = "colour"
        self._drafts: list[DraftT] = []
        self._undone: list[tuple[DraftT, DraftT]] = []
        """Drafts before and after a step that was undone."""
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": lambda _: self._undo(),
            "redo": lambda _: self._redo(),
            "clear": lambda _: self._clear(),
            "takeback": lambda _: self._take_back(),
            "board": lambda _: self.show(),
            "hand": lambda _: self._show_hand(),
            "score": lambda _: self._say(self._scores()),
            "players": lambda _: self._show_players(),
            "last": lambda _: self._repeat_last(),
            "again": lambda _: self._repeat_last(),
            "rules": lambda _: self._say(f"{self.game.edition.name}: {self.game.edition.about}"),
            "sort": self._sort,
            "save": self._save,
            "save!": lambda name: self._save(name, overwrite=True),
            "load": self._load,
            "unseen": lambda _: self._show_unseen(),
        }

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.to_move is None

    @property
    @abstractmethod
    def question(self) -> str:
        """The words before the input line."""

    @abstractmethod
    def show(self) -> None:
        """Show the table, the scores and the hand."""

    @abstractmethod
    def complete(self, typed: str) -> Iterable[str]:
        """Return words that could come next."""

    @abstractmethod
    def live(self, typed: str) -> str:
        """Describe what the line would do, while it is typed."""

    def begin(self) -> None:
        """Play the bots' turns until it is the person's turn, and show the table."""
        self._let_bots_play()
        self._forget_draft()
        self.show()
        if self.over:
            self._announce_result()

    def handle(self, line: str) -> bool:
        """Carry out a line; return False when the player leaves or the game is over."""
        text = line.strip()
        word, _, rest = text.partition(" ")
        command = command_of(word)
        if command == "leave" and not rest:
            return False
        try:
            if command == "hint" and (hints := self._coached()):
                self._tell([f"  {hint}" for hint in hints])
            elif command in self._commands:
                self._commands[command](rest.strip())
            elif not text or (command == "play" and not rest):
                self._confirm()
            elif command == "play":
                self._put_down(rest)
                self._confirm()
            else:
                self._put_down(text)
        except BotError:
            raise  # the game cannot go on at this table; it is saved on the way out
        except IllegalTurn as error:
            for reason in error.refusals:
                self._say(f"  {refusal(reason.message)}")
        except NotationError as error:
            self._say(f"  {self._unknown_command(word) or refusal(error)}")
        except QwirkleError as error:
            for sentence in str(error).splitlines():
                self._say(f"  {refusal(sentence)}")
        return not self.over

    def keep(self) -> None:
        """Save the game to its file, so that it can be resumed."""
        if self._saved is not None:
            self._saved.save(self.game)

    def _coached(self) -> Sequence[str]:
        """Return the next hint of the coach, if it has asked about this turn."""
        if self.coach is None or self.game.to_move != PERSON:
            return ()
        return self.coach.hint(self.game.view(PERSON))

    def _looks_again(self, turn: AnyTurn) -> bool:
        """Return whether the coach asks to look again instead of playing this turn."""
        if self.coach is None or not self.coach.asks_about(self.game.view(PERSON), turn):
            return False
        self._say(f"  {self.coach.question}")
        return True

    def _play(self) -> None:
        """Continue after a turn of the person: announce it, save it, let the bots play."""
        self._announce_turn()
        self.keep()
        self.begin()
        self.keep()

    @abstractmethod
    def _confirm(self) -> None:
        """Play the tiles or cards that were put down."""

    @abstractmethod
    def _put_down(self, text: str) -> None:
        """Add the typed text to the unfinished turn."""

    def _undo_draft(self) -> bool:
        """Take back the last step of the unfinished turn; return False if there is none."""
        if not self._drafts:
            return False
        after, self.draft = self.draft, self._drafts.pop()
        self._undone.append((self.draft, after))
        return True

    def _redo(self) -> None:
        """Take the last step again that was undone, if nothing has changed since."""
        if not self._undone or self._undone[-1][0] != self.draft:
            raise QwirkleError("There is nothing to redo.")
        before, self.draft = self._undone.pop()
        self._drafts.append(before)
        self.show()

    def _clear(self) -> None:
        """Take back everything that was put down in this turn."""
        if not self._drafts:
            raise QwirkleError("There is nothing to take back: you have put nothing down.")
        while self._undo_draft():
            pass
        self.show()

    def _show_hand(self) -> None:
        hand = self._hand()
        names = ", ".join(f"{tile.words} {tile.value}" for tile in in_order(hand))
        self._say(f"In your hand: {names}." if hand else "Your hand is empty.")

    def _show_players(self) -> None:
        for seat in range(len(self.game.state.seats)):
            self._say(f"{self._name(seat)}{', to move' * (seat == self.game.to_move)}")

    def _repeat_last(self) -> None:
        if not self.game.turns:
            raise QwirkleError("No moves yet.")
        self._announce_turn(again=True)

    @abstractmethod
    def _hand(self) -> Sequence[Tile]:
        """Return the tiles or cards of the person that are not put down."""

    @abstractmethod
    def _scores(self) -> str:
        """Return the line with the scores, and how much is left to draw."""

    @abstractmethod
    def _forget_draft(self) -> None:
        """Empty the unfinished turn."""

    @abstractmethod
    def _announce_turn(self, *, again: bool = False) -> None:
        """Announce the last turn; ``again`` repeats all of it."""

    @abstractmethod
    def _announce_result(self) -> None:
        """Announce how the game ended."""

    @abstractmethod
    def _unseen(self) -> Counter[Tile]:
        """Show the tiles the person has not seen yet."""

    def _third_person(self, seat: int) -> str | None:
        """Return the name of a seat in a sentence about it; None for the person, who is “you”."""
        return None if seat == PERSON else self._name(seat)

    def _winners(self, winners: Sequence[int]) -> str:
        names = [seat.name for seat in self.game.state.seats]
        who = name_winners(winners, names, PERSON)
        return who if who.endswith("!") else f"{who}."

    def _name(self, seat: int) -> str:
        """Return the displayed name of a seat: “You” for the person."""
        return YOU if seat == PERSON else self.game.state.seats[seat].name

    def _ending(self, ending: str, last: int) -> str:
        """Return why the game ended; ``last`` is the seat that ended it."""
        name = self._name(last)
        case = "you" if name == YOU and f"{ending}/you" in ENDINGS else ""
        why, _ = write_sentence(ENDINGS, ending, case=case, name=name)
        return why

    def _let_bots_play(self) -> None:
        while (seat := self.game.to_move) not in {0, None}:
            bot = self._bots[(seat or 1) - 1]
            lost = bot.lost_turns
            try:
                self.game.play(ask(bot, self.game.view(seat)))
            except (BotError, IllegalTurn) as error:
                name = self.game.state.seats[seat or 1].name
                raise BotError(f"the bot {name}: {error}") from error
            if bot.lost_turns > lost and bot.last_fault is not None:
                self._say(f"{bot.last_fault}.")
            self._announce_turn()

    def _undo(self) -> None:
        if self._undo_draft():
            self.show()
        else:
            self._take_back()

    def _take_back(self) -> None:
        """Return to before the person's last turn, also undoing the bots' turns after it."""
        undone: list[AnyTurn] = []
        while not undone or self.game.to_move != 0:
            try:
                undone.append(self.game.take_back())
            except QwirkleError:
                for turn in reversed(undone):
                    self.game.play(turn)
                raise QwirkleError("There is nothing to take back.") from None
        self._forget_draft()
        self.keep()
        if len(undone) > 1:
            self._say("Your last turn and what the bots played after it are taken back.")
        else:
            self._say("Your last turn is taken back.")
        self.show()

    def _show_unseen(self) -> None:
        unseen = self._unseen()
        self._say("What you have not seen yet:")
        room = self._console.width
        wide = 11 if room >= 11 * (len(Shape) + 1) else max(5, room // (len(Shape) + 1))
        heads = "".join(f"{shape.value[: wide - 1]:>{wide}}" for shape in Shape)
        self._console.print(Text(" " * wide + heads))
        for colour in Colour:
            row = Text(f"{colour.value[: wide - 1]:>{wide}}")
            for shape in Shape:
                tile = Tile.of(colour, shape)
                style = tile_style(tile) if unseen[tile] and self._coloured else "dim"
                row.append(f"{unseen[tile]:>{wide}}", style)
            self._console.print(row)

    def _sort(self, order: str) -> None:
        if order not in ORDERS:
            raise QwirkleError(f"Sort by {', '.join(ORDERS)}.")
        self._order = order
        self.show()

    def _save(self, name: str, *, overwrite: bool = False) -> None:
        if not name:
            raise QwirkleError("Say where: save FILE.")
        path = _path(name)
        if path.exists() and not overwrite:
            if self.ask_person is None:
                raise QwirkleError(f"{name} exists: save! {name} overwrites it.")
            if not self.ask_person(f"{name} exists. Overwrite it?"):
                self._say("  Not saved.")
                return
        self.game.save(path)
        self._say(f"  Saved to {name}.")

    def _load(self, name: str) -> None:
        if not name:
            raise QwirkleError("Say which file: load FILE.")
        loaded = Game.load(_path(name))
        if loaded.edition.family != self.game.edition.family:
            raise QwirkleError("That is another kind of game: qwirkle play --load FILE opens it.")
        seats, here = len(loaded.state.seats), len(self.game.state.seats)
        if seats != here:
            raise QwirkleError(f"That game has {seats} players, this table {here}.")
        self.keep()
        if self._saved is not None:
            self._saved.start_another()
        self.game = loaded
        self.begin()

    def _unknown_command(self, word: str) -> str | None:
        """Return the answer to a word that looks like a mistyped command."""
        if not word.isalpha() or len(word) < 3:
            return None
        if word.lower() in {*self.turn_words, *self.rare_words}:
            return None  # it lacks something, and is told what
        meant = nearest(word, [*self._commands, *self.turn_words, "quit"])
        return f"There is no command '{refusal(word)}'. Did you mean '{meant}'?" if meant else None

    def _styled_hand(self, tiles: Sequence[Tile]) -> Text:
        """Return these tiles in the order the player prefers."""
        hand = list(tiles)
        if self._order == "colour":
            hand = list(in_order(hand))
        elif self._order == "shape":
            hand.sort(key=lambda tile: (list(Shape).index(tile.shape), tile.index))
        text = Text("your hand ")
        text.append_text(hand_text(hand, colour=self._coloured))
        if len(text) <= self._console.width:
            return text
        # Closer together, and on two lines only if even that is too long.
        text = Text("your hand")
        for tile in hand:
            text.append(" ")
            text.append(tile.value, tile_style(tile) if self._coloured else "")
        return text

    @property
    def _coloured(self) -> bool:
        return self._console.color_system is not None

    @property
    def _unicode(self) -> bool:
        return (self._console.encoding or "").lower().startswith("utf")

    @property
    def _height(self) -> int | None:
        """The lines for a table so that everything else fits the screen; None in a file."""
        if not self._console.is_terminal:
            return None
        # A sentence for every player, the scores; an empty line, the hand, the input and the line
        # below it.
        sentence = 1 if self._console.width >= WIDEST else 2
        around = sentence * (len(self._bots) + 2) + 4
        return max(FEWEST_LINES, self._console.height - around)

    def _explain(self, seen: AnyView, turn: AnyTurn) -> None:
        """Explain why a turn is better than another that scores more, as reviews do."""
        for reason in reasons_for_hint(seen, turn):
            self._say(f"  {reason.text}")

    def _tell(self, sentences: Sequence[str]) -> None:
        for sentence in sentences:
            self._say(sentence)

    def _say(self, sentence: str) -> None:
        for line in sentence.splitlines():
            indent = " " * _hanging(line)
            wrapped = textwrap.wrap(
                printable(line),
                self._console.width,
                subsequent_indent=indent[: self._console.width // 2],
            )
            self._console.print(Text("\n".join(wrapped)))


def _path(name: str) -> Path:
    if "\0" in name:
        raise QwirkleError("A file name has no such characters.")
    try:
        return Path(name).expanduser()
    except RuntimeError as error:
        raise QwirkleError(f"{name}: {error}") from None


def _hanging(line: str) -> int:
    """Return the indentation of a wrapped line: that of its second column, if it has one."""
    start = len(line) - len(line.lstrip())
    columns = re.match(r" *\S.*?  +(?=\S)", line)
    return start + 2 if columns is None else columns.end()
