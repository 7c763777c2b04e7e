"""A game in the terminal: one person, some bots, a table and a line to type on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from qwirkle.cli.draft import Draft, live_hint
from qwirkle.errors import IllegalTurn, QwirkleError
from qwirkle.game import Game
from qwirkle.notation.terminal import board_text, hand_text, tile_style
from qwirkle.notation.turns import write_turn
from qwirkle.players import Bot
from qwirkle.rules.board import Cell
from qwirkle.rules.referee import Score
from qwirkle.rules.state import LastTurn
from qwirkle.rules.tiles import COPIES, Colour, Shape, Tile, in_order, tile_of
from qwirkle.rules.turns import Action, Place
from qwirkle.rules.view import view

ORDERS = ("colour", "shape", "off")
HELP = """\
  Ro@3,4        place the red circle on column 3, row 4
  3,4> Ro Rs    place tiles side by side to the right (v for downwards)
  trade Ro Bs   trade tiles instead of placing
  pass          when nothing else is possible
  Enter         confirm what you have put down
  undo          take the last thing back before you confirm it
  hint          a good turn, and why
  left          the tiles you have not seen yet
  sort colour   the order of your hand: colour, shape or off
  board         show the table again
  save FILE     write the game to a file; load FILE goes on with it
  quit          leave the game
Colours R O Y G B P: red orange yellow green blue purple.
Shapes o x d s b c: circle cross diamond square starburst clover."""


class Session:
    """The person sits at seat 0; bots take the other seats."""

    def __init__(self, game: Game, bots: Sequence[Bot], hinter: Bot, console: Console) -> None:
        self.game = game
        self.draft = Draft()
        self._drafts: list[Draft] = []
        self._bots = bots
        self._hinter = hinter
        self._console = console
        self._order = "colour"
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._say(HELP),
            "undo": lambda _: self._undo(),
            "hint": lambda _: self._hint(),
            "left": lambda _: self._left(),
            "sort": self._sort,
            "save": self._save,
            "load": self._load,
            "board": lambda _: self.show(),
        }

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.turn is None

    @property
    def question(self) -> str:
        """What stands before the input line."""
        return "confirm with Enter> " if self.draft.turn else "your turn> "

    def begin(self) -> None:
        """Let the bots play until it is the person's turn, and show the table."""
        self._bots_play()
        self.show()

    def handle(self, line: str) -> bool:
        """Do what a line says; False when the player leaves."""
        text = line.strip()
        word, _, rest = text.partition(" ")
        if word.lower() in {"quit", "exit", "q"}:
            return False
        try:
            if word.lower() in self._commands:
                self._commands[word.lower()](rest.strip())
            elif not text or word.lower() in {"ok", "play"}:
                self._confirm()
            else:
                self._put_down(text)
        except IllegalTurn as error:
            for refusal in error.refusals:
                self._say(f"  {refusal.message}")
        except QwirkleError as error:
            self._say(f"  {error}")
        return not self.over

    def complete(self, typed: str) -> Iterable[str]:
        """Words that could come next: commands, own tiles, and where a tile fits."""
        word = typed.rsplit(" ", maxsplit=1)[-1]
        hand = in_order(set(self.game.hand))
        code, at, _ = word.partition("@")
        if at and code in {tile.value for tile in hand}:
            for move in self.game.legal_placements():
                if len(move.tiles) == 1 and move.tiles[0].tile == code:
                    yield f"{code}@{move.tiles[0].x},{move.tiles[0].y}"
            return
        yield from (tile.value for tile in hand)
        if " " not in typed:
            yield from (*self._commands, "trade", "pass", "quit")

    def live(self, typed: str) -> str:
        """What the line would do, while it is typed."""
        if not typed.strip():
            return "Type a turn, Tab completes, help explains."
        return live_hint(typed, self.draft, self.game)

    def show(self) -> None:
        """The table, the scores and the hand."""
        state = self.game.placement
        last = state.last
        marked: list[Cell] = [] if last is None else [placed.cell for placed in last.placed]
        board = self.draft.table(self.game)
        tentative = self.draft.tiles()
        for placed in tentative:
            board = board.without(placed.cell)
        self._console.print()
        self._console.print(
            board_text(
                board,
                highlight=marked,
                tentative=tentative,
                tokens=state.stars_left,
                colour=self._coloured,
                unicode=self._unicode,
            )
        )
        scores = "   ".join(f"{seat.name} {seat.score}" for seat in state.seats)
        self._say(f"{scores}   bag {view(self.game.placement, 0).bag}")
        if not self.over:
            self._console.print(Text("your hand "), self._hand(), sep="")
            self._say_extras()

    def _say_extras(self) -> None:
        """The tokens and action tiles in front of the player, and how to use them."""
        sitter = self.game.placement.seats[0]
        if sitter.tokens:
            plural = "s" * (sitter.tokens > 1)
            self._say(f"{sitter.tokens} star token{plural}: take 3,4 takes a tile first")
        if Action.TAKE in sitter.actions:
            self._say("action tile: take 3,4 takes a tile first")
        if Action.DRAW_THREE in sitter.actions:
            self._say("action tile: draw3 draws three more tiles first")

    def _put_down(self, text: str) -> None:
        draft = self.draft.with_text(text, self.game)
        summary = draft.summary(self.game)
        self._drafts.append(self.draft)
        self.draft = draft
        self.show()
        self._say(f"{summary}   Enter to confirm, undo to take it back.")

    def _confirm(self) -> None:
        if self.draft.turn is None:
            raise QwirkleError("There is nothing to confirm yet. help says what you can do.")
        self.game.play(self.draft.turn)
        self._tell(self.game)
        self._forget_draft()
        self._bots_play()
        self.show()
        if self.over:
            self._ending()

    def _undo(self) -> None:
        if not self._drafts:
            raise QwirkleError("There is nothing to take back: a confirmed turn is final.")
        self.draft = self._drafts.pop()
        self.show()

    def _bots_play(self) -> None:
        while (seat := self.game.turn) not in {0, None}:
            bot = self._bots[(seat or 1) - 1]
            self.game.play(bot.choose(self.game.view(seat)))
            self._tell(self.game)

    def _tell(self, game: Game) -> None:
        """Say in one line what was done last."""
        doing = game.placement.doing
        if doing is None or not _done(doing):
            doing = game.placement.last
        if doing is None:
            return
        name = game.placement.seats[doing.seat].name
        self._say(f"{name}: {_in_words(doing)}")

    def _hint(self) -> None:
        turn = self._hinter.choose(view(self.game.placement, 0))
        draft = Draft(turn)
        self._say(f"  {write_turn(turn)}   {draft.summary(self.game)}")
        score = draft.check(self.game)
        if score is not None:
            self._say(f"  No placement scores more now: {self._lines_in_words(draft, score)}.")

    def _lines_in_words(self, draft: Draft, score: Score) -> str:
        board = draft.table(self.game)
        parts = []
        for line in score.lines:
            tiles = [board[cell] for cell in line.cells]
            one_colour = len({tile.colour for tile in tiles}) == 1
            kind = tiles[0].colour.value if one_colour else tiles[0].shape.value
            parts.append(f"{len(tiles)} {kind}{' and 6 for the Qwirkle' * line.qwirkle}")
        return ", ".join(parts)

    def _left(self) -> None:
        unseen = Counter(dict.fromkeys(Tile, COPIES))
        unseen.subtract(self.game.board.values())
        unseen.subtract(self.game.placement.seats[0].hand)
        self._say("not on the table and not in your hand:")
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
        if len(loaded.placement.seats) != len(self.game.placement.seats):
            raise QwirkleError(
                f"That game has {len(loaded.placement.seats)} players, "
                f"this table {len(self.game.placement.seats)}."
            )
        self.game = loaded
        self._forget_draft()
        self.begin()

    def _ending(self) -> None:
        result = self.game.result
        if result is None:
            return
        names = [self.game.placement.seats[seat].name for seat in result.winners]
        won = f"{' and '.join(names)} share the win" if len(names) > 1 else f"{names[0]} won"
        why = {
            "went-out": "ran out of tiles first and got 6 more points",
            "all-passed": "nobody could place a tile",
            "no-progress": "nobody placed a tile for four rounds",
        }[result.ending]
        if result.ending == "went-out" and self.game.placement.last is not None:
            why = f"{self.game.placement.seats[self.game.placement.last.seat].name} {why}"
        self._say(f"The game is over: {why}. {won}.")

    def _forget_draft(self) -> None:
        self.draft = Draft()
        self._drafts.clear()

    def _hand(self) -> Text:
        hand = list(self.game.placement.seats[0].hand)
        for placed in self.draft.tiles():
            if placed.tile in hand:
                hand.remove(placed.tile)
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
        self._console.print(Text(sentence))


def _done(doing: LastTurn) -> bool:
    return doing != LastTurn(doing.seat)


def _in_words(doing: LastTurn) -> str:
    parts = []
    if doing.took is not None:
        parts.append(f"took {doing.took.tile.value} from {doing.took.x},{doing.took.y}")
    if doing.drew_three:
        parts.append("drew three tiles")
    if doing.placed:
        qwirkle = ", Qwirkle!" if any(line.qwirkle for line in doing.lines) else ""
        parts.append(f"{write_turn(Place(doing.placed))} for {doing.points}{qwirkle}")
    if doing.stars:
        parts.append("won a star token")
    if doing.traded:
        parts.append(f"traded {doing.traded} tile{'s' * (doing.traded > 1)}")
    if doing.passed:
        parts.append("passed")
    return "; ".join(parts)
