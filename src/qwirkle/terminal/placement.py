"""A placement game in the terminal: one person, some bots, a board and a line to type on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec
from rich.console import Console

from qwirkle.errors import QwirkleError
from qwirkle.game import Game
from qwirkle.notation.narration import name_placed, narrate_placement, went_out
from qwirkle.notation.text.terminal import board_text
from qwirkle.notation.text.turns import write_turn
from qwirkle.notation.text.viewport import Viewport, fit
from qwirkle.notation.text.words import count_of
from qwirkle.players import Bot
from qwirkle.rules.cells import Cell
from qwirkle.rules.editions.placement import Action
from qwirkle.rules.placement.state import LastTurn
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.placement.view import view
from qwirkle.rules.refusals.sentences import write_sentence
from qwirkle.rules.tiles import Tile, in_order
from qwirkle.tables.live.hints import SENTENCES as HINTS
from qwirkle.terminal.placement_draft import PlacementDraft, live_hint
from qwirkle.terminal.questions import (
    column_words,
    find_words,
    legal_words,
    look_words,
    open_lines,
    row_words,
)
from qwirkle.terminal.saved import SavedGame
from qwirkle.terminal.session import WIDE, Session
from qwirkle.terminal.vocabulary import plain_turn, tiles_in

HELP = """\
  Ro 3,4        place the red circle in column 3, row 4 (also Ro@3,4)
  3,4> Ro Rs    place tiles side by side to the right (3,4v downwards)
  trade Ro Bs   trade tiles instead of placing
  pass          when nothing else is possible
  Enter         confirm what you have put down
  undo          take back the last step; if nothing is put down, your last turn
  clear         take back everything you put down in this turn
  takeback      take back your last turn and what the bots played after it
  hint          a good turn, and why
  legal         where your tiles fit; legal Ro lists the places of one tile
  row 2, column 3, look 3,0, find Ro, lines
                the table in words: lines are those that can be extended
  hand, score, last, players
                your tiles, the points, the last move, who plays
  unseen        the tiles you have not seen yet
  sort colour   the order of your hand: colour, shape or off
  board         show the table again
  left, right, up, down
                look at another part of a table that is too large for the screen
  save FILE     write the game to a file; load FILE opens one
  quit          leave; the game is saved, and qwirkle play --resume continues it
Colours R O Y G B P: red orange yellow green blue purple.
Shapes o x d s b c: circle cross diamond square starburst clover."""

DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class PlacementSession(Session[PlacementDraft]):
    """A session of a placement game; the person sits at seat 0, and bots take the other seats."""

    turn_words = ("trade", "pass")
    rare_words = ("take", "draw3")

    def __init__(
        self,
        game: Game,
        bots: Sequence[Bot],
        hinter: Bot,
        console: Console,
        saved: SavedGame | None = None,
    ) -> None:
        super().__init__(game, bots, hinter, console, saved)
        self.draft = PlacementDraft()
        self._viewport: Viewport | None = None
        self._centre: Cell | None = None
        """Where the person looks; None follows the play."""
        self._commands |= {
            "help": lambda _: self._say(HELP),
            "hint": lambda _: self._hint(),
            "legal": self._legal,
            "row": lambda text: self._say(row_words(self.game.board, text)),
            "column": lambda text: self._say(column_words(self.game.board, text)),
            "look": lambda text: self._say(look_words(self.game.board, text)),
            "find": lambda text: self._tell(find_words(self.game.board, tiles_in(text))),
            "lines": lambda _: self._tell(open_lines(self.game.board)),
            **{word: self._look(*step) for word, step in DIRECTIONS.items()},
        }

    @property
    def question(self) -> str:
        """The words before the input line."""
        return "confirm with Enter> " if self.draft.turn else "your turn> "

    def complete(self, typed: str) -> Iterable[str]:
        """Return words that could come next: commands, own tiles, and where a tile fits."""
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
            yield from (*self._commands, *self.turn_words, "quit")

    def live(self, typed: str) -> str:
        """Describe what the line would do, while it is typed."""
        if not typed.strip():
            if self.draft.turn is not None:
                return f"{self.draft.summary(self.game)}   Enter confirms, undo takes it back."
            return "Type a turn, or help. Tab completes."
        return live_hint(plain_turn(typed), self.draft, self.game)

    def show(self) -> None:
        """Show the table, the scores and the hand."""
        state = self.game.placement
        last = state.last
        marked: list[Cell] = [] if last is None else [placed.cell for placed in last.placed]
        board = self.draft.table(self.game)
        tentative = self.draft.tiles()
        for placed in tentative:
            board = board.without(placed.cell)
        lifted = [placed.cell for placed in tentative]
        focus = [self._centre] if self._centre is not None else lifted or marked
        extras = self._extras()
        height = None if self._height is None else self._height - len(extras)
        self._viewport = fit(
            board, self._console.width, height, also=[*lifted, *marked], focus=focus
        )
        self._console.print()
        self._console.print(
            board_text(
                board,
                highlight=marked,
                tentative=tentative,
                tokens=state.stars_left,
                colour=self._coloured,
                unicode=self._unicode,
                viewport=self._viewport,
                width=self._console.width,
                pan=True,
            )
        )
        self._say(self._scores())
        if not self.over:
            self._console.print(self._styled_hand(self._hand()))
            for sentence in extras:
                self._say(sentence)

    def _scores(self) -> str:
        state = self.game.placement
        scores = "   ".join(
            f"{self._name(at)}: {seat.score}" for at, seat in enumerate(state.seats)
        )
        return f"{scores}   bag: {view(state, 0).bag}"

    def _legal(self, text: str) -> None:
        self._tell(legal_words(self.game, tiles_in(text)))

    def _look(self, across: int, down: int) -> Callable[[str], None]:
        """Return a command that moves the window by half of its size."""

        def look(_: str) -> None:
            shown = self._viewport
            if shown is None or shown.is_whole:
                raise QwirkleError("The whole table is on the screen.")
            columns, rows = len(shown.columns) // 2, len(shown.rows) // 2
            self._centre = Cell(shown.middle.x + across * columns, shown.middle.y + down * rows)
            self.show()

        return look

    def _extras(self) -> list[str]:
        """Describe the tokens and action tiles of the person, and how to use them."""
        seat = self.game.placement.seats[0]
        extras = []
        if seat.tokens:
            extras.append(f"{count_of(seat.tokens, 'star token')}: take 3,4 takes a tile first")
        if Action.TAKE in seat.actions:
            extras.append("action tile: take 3,4 takes a tile first")
        if Action.DRAW_THREE in seat.actions:
            extras.append("action tile: draw3 draws three more tiles first")
        return extras

    def _put_down(self, text: str) -> None:
        draft = self.draft.with_text(plain_turn(text), self.game)
        summary = draft.summary(self.game)
        self._drafts.append(self.draft)
        self.draft = draft
        self._centre = None
        self.show()
        self._say(f"{summary}   Enter to confirm, undo to take it back.")

    def _confirm(self) -> None:
        if self.draft.turn is None:
            raise QwirkleError("There is nothing to confirm yet. Type help for what you can do.")
        if self._looks_again(self.draft.turn):
            return
        self.game.play(self.draft.turn)
        self._play()

    def _announce_turn(self, *, again: bool = False) -> None:
        state = self.game.placement
        doing = state.doing
        if doing is None or not _use_extra(doing):
            doing = state.last
            if doing is not None and not again:
                # What came before the tiles was announced when it was done.
                doing = msgspec.structs.replace(doing, took=None, drew_three=False)
        if doing is None:
            return
        bonus = state.board.layout.bonus if again else None
        places = again or self._console.width >= WIDE
        who = self._third_person(doing.seat)
        self._say(" ".join(narrate_placement(doing, who, bonus, places=places)))

    def _hint(self) -> None:
        seen = view(self.game.placement, 0)
        turn = self._hinter.choose(seen)
        draft = PlacementDraft(turn)
        self._say(f"  {write_turn(turn)}   {draft.summary(self.game)}")
        if isinstance(turn, Place):
            most, _ = write_sentence(HINTS, "place-most")
            self._say(f"  {name_placed(turn.tiles)}. {most}")
        self._explain(seen, turn)

    def _unseen(self) -> Counter[Tile]:
        unseen = Counter(self.game.placement.edition.box)
        unseen.subtract(self.game.board.values())
        unseen.subtract(self.game.placement.seats[0].hand)
        return unseen

    def _announce_result(self) -> None:
        state = self.game.placement
        result = state.result
        if result is None:
            return
        bonus = state.edition.end.going_out if result.ending == "went-out" else 0
        last = 0 if state.last is None else state.last.seat
        why = self._ending(result.ending, last)
        if bonus:
            why = went_out(bonus, self._third_person(last))
        self._say(f"The game is over. {why} {self._winners(result.winners)}")

    def _forget_draft(self) -> None:
        self.draft = PlacementDraft()
        self._drafts.clear()
        self._centre = None

    def _hand(self) -> list[Tile]:
        hand = list(self.game.placement.seats[0].hand)
        for placed in self.draft.tiles():
            if placed.tile in hand:
                hand.remove(placed.tile)
        return hand


def _use_extra(doing: LastTurn) -> bool:
    return doing != LastTurn(doing.seat, points=0)
