"""The card game in the terminal: one person, some bots, a table of sets and a line to type on.

The draft shows at every step which sets are sets; nothing is final before the person confirms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain

from rich.console import Console

from qwirkle.errors import NotationError, QwirkleError
from qwirkle.game import Game
from qwirkle.notation.cards_table import spots_of
from qwirkle.notation.narration import name_set, narrate_cards
from qwirkle.notation.text.cards_terminal import table_text
from qwirkle.notation.text.cards_turns import read_card_turn
from qwirkle.notation.text.words import count_of
from qwirkle.players import Bot
from qwirkle.rules.cards.referee import QWIRKLE, SMALLEST_SET, set_faults
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.cards.switching import switches
from qwirkle.rules.cards.turns import Exchange, Play
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import view
from qwirkle.rules.tiles import Tile, in_order
from qwirkle.rules.turns import Pass
from qwirkle.terminal.cards_draft import CardsDraft, read_move
from qwirkle.terminal.saved import SavedGame
from qwirkle.terminal.session import Session
from qwirkle.terminal.vocabulary import command_of, tiles_in, with_codes

HELP = f"""\
  Ro 3          put the red circle into set 3 (also ro3, Ro>3)
  Ro            the same, if there is only one set it fits
  Ro Rs Rb      begin a new set (also Ro Rs > new)
  Bs 2>4        switch the blue square from set 2 to set 4 (also Bs 2>new)
  2>4           put all of set 2 into set 4
  Ro > hand     take back a card you put down in this turn
  ;             separates several moves: Ro 3; Bs 2>4
  Enter         play what you have put down, when every set is complete
  undo          take back the last step; if nothing is put down, your last turn
  redo          take back the undoing
  clear         take back everything you put down in this turn
  takeback      take back your last turn and what the bots played after it
  arrange       find sets for the cards you put down, or for as many as possible;
                arrange Ro Bs does it for these: most Qwirkles, fewest switches
  hint          a good turn, step by step; follow puts it down
  exchange      a new hand, when you cannot play a card
  pass          when you cannot play a card and the deck is empty
  legal         the cards you can play
  find Ro       the sets with a red circle
  hand, score, last, players
                your cards, the Qwirkles, the last move, who plays
  unseen        the cards you have not seen yet
  sort colour   the order of your hand: colour, shape or off
  board         show the table again
  save FILE     write the game to a file; load FILE opens one
  quit          leave; the game is saved, and qwirkle play --resume continues it
A set has {SMALLEST_SET} or more cards of one colour or one shape, none of them twice.
A set of {QWIRKLE} is a Qwirkle.
Colours R O Y G B P: red orange yellow green blue purple.
Shapes o x d s b c: circle cross diamond square starburst clover."""


class CardsSession(Session[CardsDraft]):
    """A session of the card game; the person sits at seat 0, and bots take the other seats."""

    def __init__(
        self,
        game: Game,
        bots: Sequence[Bot],
        hinter: Bot,
        console: Console,
        saved: SavedGame | None = None,
    ) -> None:
        super().__init__(game, bots, hinter, console, saved)
        self.draft = CardsDraft.of((), ())
        self._commands |= {
            "help": lambda _: self._say(HELP),
            "clear": lambda _: self._reset(),
            "legal": lambda _: self._legal(),
            "find": self._find,
            "arrange": self._arrange,
            "hint": lambda _: self._hint(),
            "follow": lambda _: self._follow(),
            "exchange": lambda _: self._instead(Exchange()),
            "pass": lambda _: self._instead(Pass()),
        }

    @property
    def question(self) -> str:
        """The words before the input line."""
        if not self.draft.has_changes:
            return "your turn> "
        wrong = len(self.draft.troubles())
        return f"{count_of(wrong, 'set')} to mend> " if wrong else "play it with Enter> "

    def complete(self, typed: str) -> Iterable[str]:
        """Return words that could come next: commands, own cards, and the sets they fit."""
        word = typed.rsplit(" ", maxsplit=1)[-1]
        before, arrow, _ = word.partition(">")
        if arrow:
            try:
                cards = read_move(f"{typed.rpartition(';')[2].partition('>')[0]} > new").cards
            except NotationError:
                cards = ()
            for which in self.draft.fitting_sets(cards):
                yield f"{before}>{which + 1}"
            yield f"{before}>new"
            return
        yield from (card.value for card in in_order(set(self.draft.hand_left)))
        if " " not in typed:
            yield from (*self._commands, "quit")

    def live(self, typed: str) -> str:
        """Describe what the line would do, while it is typed."""
        if not typed.strip():
            if self.draft.has_changes:
                return self.draft.summary()
            return "Type cards and a set. Tab completes."
        if command_of(typed.split(maxsplit=1)[0]) in self._commands:
            return ""
        try:
            return self.draft.with_text(with_codes(typed))[-1].summary()
        except NotationError as error:
            return str(error)

    def show(self) -> None:
        """Show the table, the Qwirkles and the hand."""
        state = self._state
        played, switched = self.draft.arrivals()
        marks = spots_of(state.last), spots_of(state.last, switched=True)
        self._console.print()
        self._console.print(
            table_text(
                self.draft.sets,
                highlight=() if self.draft.has_changes else marks[0],
                tentative=played,
                switched=switched if self.draft.has_changes else marks[1],
                faults=self.draft.troubles(),
                colour=self._coloured,
                legend=True,
                width=self._console.width,
                height=self._height,
            )
        )
        self._say(self._scores())
        if not self.over:
            if self.draft.hand_left:
                self._console.print(self._styled_hand(self.draft.hand_left))
            else:
                self._say("your hand is empty")

    def _scores(self) -> str:
        state = self._state
        scores = "   ".join(
            f"{self._name(at)}: {len(seat.qwirkles)}" for at, seat in enumerate(state.seats)
        )
        deck = f"deck: {len(state.deck)}"
        if state.turns_left:
            deck += f"   last round: {count_of(state.turns_left, 'turn')} to go"
        return f"Qwirkles   {scores}   {deck}"

    def _hand(self) -> tuple[Tile, ...]:
        return self.draft.hand_left

    def _legal(self) -> None:
        """List the cards of the hand that can be played in some way."""
        cards = self.draft.playable_cards()
        if not cards:
            raise QwirkleError(f"No card of your hand can be played. {self._way_out()}")
        self._say(f"You can play: {', '.join(f'{card.words} {card.value}' for card in cards)}.")

    def _find(self, text: str) -> None:
        """Print the sets that contain these cards."""
        cards = tiles_in(text)
        if not cards:
            raise QwirkleError("Which card? For example: find Ro")
        for card in cards:
            places = [
                f"set {which}, {name_set(cards)}"
                for which, cards in enumerate(self.draft.sets, start=1)
                if card in cards
            ]
            self._say(f"{card.words}: {'; '.join(places) or 'not on the table'}.")

    def _put_down(self, text: str) -> None:
        self._lay(self.draft.with_text(with_codes(text)))

    def _lay(self, drafts: Sequence[CardsDraft]) -> None:
        """Advance to a draft, step by step, and show it."""
        for draft in drafts:
            self._drafts.append(self.draft)
            self.draft = draft
        self.show()
        self._say(f"{self.draft.summary()}.{'' if self.draft.troubles() else '  Enter plays it.'}")

    def _confirm(self) -> None:
        if not self.draft.has_changes:
            raise QwirkleError("You have put nothing down yet. Type help for what you can do.")
        wrong = [
            f"Set {which + 1}: {fault.message}"
            for which in self.draft.troubles()
            for fault in set_faults(self.draft.sets[which])
        ]
        if wrong:
            raise QwirkleError("\n  ".join(wrong))
        if self._looks_again(self.draft.turn()):
            return
        self.game.play(self.draft.turn())
        self._play()

    def _instead(self, turn: CardTurn) -> None:
        if self.draft.has_changes:
            raise QwirkleError("You have put cards down: clear takes them back first.")
        self.game.play(turn)
        self._play()

    def _reset(self) -> None:
        if not self.draft.has_changes:
            raise QwirkleError("The table is as it was at the start of your turn.")
        self._drafts.append(self.draft)
        self.draft = CardsDraft.of(self.draft.table, self.draft.hand)
        self.show()

    def _arrange(self, text: str) -> None:
        """Find sets for cards: those named, those put down, or as many as possible."""
        cards = _cards_in(with_codes(text)) or self.draft.played
        if not cards:
            cards = self.draft.most_cards()
            if not cards:
                raise QwirkleError(f"No card of your hand can be played. {self._way_out()}")
            self._say(f"  {len(cards)} of your {len(self.draft.hand)} cards can be played at once.")
        if missing := Counter(cards) - Counter(self.draft.hand):
            raise QwirkleError(f"You do not have {' '.join(missing.elements())}.")
        arranged = self.draft.arrange(cards)
        if arranged is None:
            raise QwirkleError(
                f"There is no way to play {' '.join(cards)} so that every card is in a set."
            )
        self._say_steps(arranged)
        self._lay((arranged,))

    def _hint(self) -> None:
        draft = self._hint_draft()
        if draft is None:
            self._say(f"  No card of your hand can be played. {self._way_out()}")
            return
        self._say(f"  {draft.summary()}; follow puts it down:")
        self._say_steps(draft)
        self._explain(view(self._state, 0), Play(draft.sets))

    def _follow(self) -> None:
        draft = self._hint_draft()
        if draft is None:
            self._instead(Exchange() if self._state.deck else Pass())
        else:
            self._lay((draft,))

    def _hint_draft(self) -> CardsDraft | None:
        """Return the turn of the hinting bot as a draft; None if it plays no card."""
        turn = self._hinter.choose(view(self._state, 0))
        if not isinstance(turn, Play):
            return None
        return self.draft.lay_out(turn.after, switches(self.draft.table, turn.after))

    def _say_steps(self, draft: CardsDraft) -> None:
        steps = list(draft.steps())
        wide = min(30, max(len(typed) for typed, _ in steps))
        for typed, words in steps:
            line = f"  {typed:<{wide}}   {words}"
            if len(line) <= self._console.width:
                self._say(line)
            else:
                self._say(f"  {typed}\n      {words}")

    def _way_out(self) -> str:
        return "Write exchange." if self._state.deck else "Write pass."

    def _announce_turn(self, *, again: bool = False) -> None:  # noqa: ARG002
        last = self._state.last
        if last is not None:
            self._say(" ".join(narrate_cards(last, self._third_person(last.seat))))

    def _unseen(self) -> Counter[Tile]:
        return view(self._state, 0).unseen()

    def _announce_result(self) -> None:
        result = self._state.result
        if result is None:
            return
        for at, seat in enumerate(self._state.seats):
            names = ", ".join(name_set(made) for made in seat.qwirkles)
            made = f"{count_of(len(seat.qwirkles), 'Qwirkle')}{': ' * bool(names)}{names}"
            self._say(f"{self._name(at)}: {made}")
        why = self._ending(result.ending, 0)
        self._say(f"The game is over. {why} {self._winners(result.winners)}")

    def _forget_draft(self) -> None:
        self.draft = CardsDraft.of(self._state.table, self._state.seats[0].hand)
        self._drafts.clear()

    @property
    def _state(self) -> CardsState:
        return self.game.cards


def _cards_in(text: str) -> tuple[Tile, ...]:
    """Return the cards after a command; refuse an empty list."""
    if not text:
        return ()
    turn = read_card_turn(text)
    return tuple(chain(*turn.after)) if isinstance(turn, Play) else ()
