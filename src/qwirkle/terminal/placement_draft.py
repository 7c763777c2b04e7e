"""An unfinished turn: its tiles on the table, and its score or the reasons why it is illegal.

Nothing here is final and nothing is printed; the session confirms or drops it.
"""

from __future__ import annotations

import msgspec

from qwirkle.errors import IllegalTurn, NotationError
from qwirkle.game import Game
from qwirkle.notation.text.turns import read_turn
from qwirkle.notation.text.words import count_of
from qwirkle.rules.placement.board import Board, Placed
from qwirkle.rules.placement.referee import judge
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.placement.turns import DrawThree, Place, Take, Trade, Turn
from qwirkle.rules.turns import Pass


class PlacementDraft(msgspec.Struct, frozen=True):
    """The turn so far; successive placements are combined."""

    turn: Turn | None = None

    def with_text(self, text: str, game: Game) -> PlacementDraft:
        """Return the draft with typed text added; raise NotationError if it cannot be read."""
        typed = read_turn(text, self.table(game))
        match self.turn, typed:
            case Place(tiles=before, take=take), Place(tiles=more, take=None):
                return PlacementDraft(Place((*before, *more), take))
            case Take(cell=cell), Place() | Trade() | Pass() if typed.take is None:
                return PlacementDraft(msgspec.structs.replace(typed, take=cell))
        return PlacementDraft(typed)

    def table(self, game: Game) -> Board:
        """Return the table with the tentative tiles on it."""
        board = game.board
        take = self.turn.cell if isinstance(self.turn, Take) else getattr(self.turn, "take", None)
        if take is not None and take in board:
            board = board.without(take)
        return board.with_tiles(self.tiles())

    def tiles(self) -> tuple[Placed, ...]:
        """Return the tentative tiles."""
        return self.turn.tiles if isinstance(self.turn, Place) else ()

    def check(self, game: Game) -> Score | None:
        """Return the score of a placement, None for another turn; raise IllegalTurn if illegal."""
        if self.turn is None:
            raise NotationError("There is nothing to play yet.")
        game.check(self.turn)
        if not isinstance(self.turn, Place):
            return None
        bare = PlacementDraft(None if self.turn.take is None else Take(self.turn.take))
        verdict = judge(bare.table(game), self.turn.tiles)
        if isinstance(verdict, tuple):
            raise IllegalTurn(verdict)
        return verdict

    def summary(self, game: Game) -> str:
        """Describe what confirming would do, in a few words."""
        points = self.check(game)
        if points is not None:
            parts = [str(line.points) for line in points.lines]
            if points.bonus:
                parts.append(f"{points.bonus} bonus")
            sum_of = f" = {' + '.join(parts)}" if len(parts) > 1 else ""
            qwirkle = "  Qwirkle!" if any(line.qwirkle for line in points.lines) else ""
            return f"+{points.points}{sum_of}{qwirkle}"
        match self.turn:
            case Trade(tiles=tiles):
                return f"trade {count_of(len(tiles), 'tile')}"
            case Take(cell=cell):
                return f"take the tile on {cell.x},{cell.y}"
            case DrawThree():
                return "draw three tiles"
        return "pass"


def live_hint(text: str, draft: PlacementDraft, game: Game) -> str:
    """Describe what the text on the input line would do, while it is being typed."""
    try:
        return draft.with_text(text, game).summary(game)
    except IllegalTurn as error:
        return error.refusals[0].message
    except NotationError:
        return ""
