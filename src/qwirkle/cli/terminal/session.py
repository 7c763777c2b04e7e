"""A game in the terminal: one person, some bots, a table and a line to type on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from qwirkle.cli.terminal.draft import Draft, live_hint
from qwirkle.cli.terminal.seats import Seated
from qwirkle.errors import QwirkleError
from qwirkle.game import Game
from qwirkle.notation.text.terminal import board_text
from qwirkle.notation.text.turns import write_turn
from qwirkle.players import Bot
from qwirkle.rules.cells import Cell
from qwirkle.rules.placement.referee import Score
from qwirkle.rules.placement.state import LastTurn
from qwirkle.rules.placement.turns import Action, Place
from qwirkle.rules.placement.view import view
from qwirkle.rules.tiles import BOX, Tile, in_order

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


class Session(Seated):
    """The person sits at seat 0; bots take the other seats."""

    def __init__(self, game: Game, bots: Sequence[Bot], hinter: Bot, console: Console) -> None:
        super().__init__(game, bots, hinter, console)
        self.draft = Draft()
        self._drafts: list[Draft] = []
        self._commands |= {
            "help": lambda _: self._say(HELP),
            "undo": lambda _: self._undo(),
            "hint": lambda _: self._hint(),
            "board": lambda _: self.show(),
        }

    @property
    def question(self) -> str:
        """What stands before the input line."""
        return "confirm with Enter> " if self.draft.turn else "your turn> "

    def begin(self) -> None:
        """Let the bots play until it is the person's turn, and show the table."""
        self._bots_play()
        self.show()

    def complete(self, typed: str) -> Iterable[str]:
        """Words that could come next: commands, own tiles, and where a tile fits."""
        word = typed.rsplit(" ", maxsplit=1)[-1]
        hand = in_order(set(self.game.hand))
        code, at, _ = word.partition("@")
        if at and code in {tile.value for tile in hand}:
            for move in self.game.legal_placements:
                if len(move.tiles) == 1 and move.tiles[0].tile == code:
                    yield f"{code}@{move.tiles[0].x},{move.tiles[0].y}"
            return
        yield from (tile.value for tile in hand)
        if " " not in typed:
            yield from (*self._commands, "trade", "pass", "quit")

    def live(self, typed: str) -> str:
        """What the line would do, while it is typed."""
        if not typed.strip():
            if self.draft.turn is not None:
                return f"{self.draft.summary(self.game)}   Enter confirms, undo takes it back."
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
        self._tell()
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

    def _tell(self) -> None:
        """Say in one line what was done last."""
        state = self.game.placement
        doing = state.doing
        if doing is None or not _done(doing):
            doing = state.last
        if doing is None:
            return
        name = state.seats[doing.seat].name
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

    def _unseen(self) -> Counter[Tile]:
        unseen = Counter(BOX)
        unseen.subtract(self.game.board.values())
        unseen.subtract(self.game.placement.seats[0].hand)
        return unseen

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
        return self._dressed_hand(hand)


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
