"""A bot in any language: a program that is asked for its turns over the engine protocol.

It may hang, lie or die. Then it loses that turn: the least that the rules allow is played for it,
and the game continues. It never learns the seed of the game: the ``seed`` it receives is derived
from that of its seat and leads nowhere else.
"""

from __future__ import annotations

import re
from typing import cast

from qwirkle.errors import BotError, IllegalTurn, QwirkleError
from qwirkle.players.base import Bot, Fault, LostTurn, add_fault
from qwirkle.players.fallback import fallback_turn
from qwirkle.players.legality import check_turn
from qwirkle.players.process.programs import Program, release_program, start_program
from qwirkle.players.process.spec import ProcessSpec
from qwirkle.players.rng import Chance
from qwirkle.protocol.process import ChildFault
from qwirkle.protocol.questions import write_question
from qwirkle.protocol.shapes.turns import read_turn
from qwirkle.protocol.shapes.values import Json
from qwirkle.rules.cards.turns import Turn as CardTurn
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.family import AnyEdition, AnyTurn, AnyView
from qwirkle.rules.placement.turns import Turn
from qwirkle.rules.placement.view import View

MOST_FAULTS = 3
"""Lost turns in a row after which a program is not asked again."""
SEEDS = 1 << 53
"""Whole numbers below this one are exact in every language that reads JSON."""
SENTENCE = 300
"""How much of a program's own error message is passed on."""
ANSWER = 4000
"""How much of an answer is kept for the transcript of a lost turn."""


class ProcessBot(Bot):
    """A bot that asks its program for every turn, and plays the least possible if it gets none."""

    def __init__(self, spec: ProcessSpec, chance: Chance) -> None:
        self.lost_turns = 0
        self._spec = spec
        self._chance = chance
        self._faults_in_a_row = 0
        self._closed = False
        # The last question and its answer, for the transcript.
        self._said: tuple[bytes | None, bytes | None] = None, None
        try:
            self._program: Program | None = start_program(spec.command)
            self._games = self._program.games
        except QwirkleError as fault:
            raise BotError(f"the bot {spec.name}: {_sentence(fault)}") from None

    def knows(self, rules: AnyEdition) -> bool:
        """Return whether the program has announced that it plays that game."""
        return rules.id in self._games

    def play_tiles(self, view: View) -> Turn:
        """Return the program's turn, or the least possible one."""
        turn = self._ask_for_turn(view)
        return fallback_turn(view) if turn is None else cast("Turn", turn)

    def play_cards(self, view: CardsView) -> CardTurn:
        """Return the program's turn, or the least possible one."""
        turn = self._ask_for_turn(view)
        return fallback_turn(view) if turn is None else cast("CardTurn", turn)

    def close(self) -> None:
        """Stop the program, or keep it for another game where programs are kept."""
        self._closed = True
        if self._program is not None:
            release_program(self._program)
            self._program = None

    def _ask_for_turn(self, view: AnyView) -> AnyTurn | None:
        """Return the program's turn if it is legal and comes in time; else the turn is lost."""
        if self._closed:
            raise BotError("this bot has been closed")
        if not self.knows(view.edition):
            raise BotError(f"the bot {self._spec.name} does not play {view.game}")
        seed = self._chance.below(SEEDS)
        if self._faults_in_a_row >= MOST_FAULTS:
            self._count("not asked", f"it was not asked again after {MOST_FAULTS} in a row")
            return None
        try:
            turn = read_turn(self._answer(view, seed), view)
            check_turn(view, turn)
        except IllegalTurn as error:
            why = f"its turn is against the rules: {_sentence(error)}"
            self._lose(view, " ".join(("illegal", *error.reasons)), why)
        except (QwirkleError, RecursionError, OverflowError) as fault:
            why = _sentence(fault)
            # What follows a colon or a quotation mark differs from case to case.
            self._lose(view, re.split("[:“]", why)[0], why)
        else:
            self._faults_in_a_row = 0
            return turn
        return None

    def _answer(self, view: AnyView, seed: int) -> Json:
        """Ask the program; restart it if it has ended."""
        question = {**write_question(view), "seed": seed, "limit": self._spec.limit}
        if self._spec.ms is not None:
            question["ms"] = self._spec.ms
        if self._spec.bot is not None:
            question["bot"] = self._spec.bot
        self._said = None, None
        if self._program is None:
            self._program = start_program(self._spec.command)
            self._games = self._program.games
        engine = self._program.engine
        try:
            return engine.ask_within(self._spec.limit / 1000, "best", question).get("turn")
        except ChildFault:
            self._program = None
            raise
        finally:
            self._said = engine.last_question, engine.last_answer

    def _lose(self, view: AnyView, kind: str, why: str) -> None:
        self._count(kind, why)
        asked, answered = self._said
        self.transcript = (
            *self.transcript,
            LostTurn(
                bot=self._spec.name,
                turn=view.turns_played,
                fault=why,
                question=None if asked is None else asked.decode(),
                answer=None if answered is None else answered[:ANSWER].decode(errors="replace"),
            ),
        )
        self._faults_in_a_row += 1
        self.last_fault = f"{self._spec.name} lost its turn: {why}"
        if self._faults_in_a_row >= MOST_FAULTS:
            self.last_fault += f". After {MOST_FAULTS} in a row it is not asked again"
            if self._program is not None:
                self._program.engine.kill()
                self._program = None

    def _count(self, kind: str, why: str) -> None:
        self.lost_turns += 1
        self.faults = add_fault(self.faults, Fault(kind, 1, why))


def _sentence(error: Exception) -> str:
    """Return an error as one line: a program may write anything."""
    text = "".join(letter if letter.isprintable() else " " for letter in str(error)[:SENTENCE])
    return text.strip().removesuffix(".") or "it answered out of all bounds"
