"""The library's front door: a game to play with in a notebook or a script.

What reads, writes and draws is imported where it is used, so that a game starts at once.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from qwirkle.engine.legal import legal_turns, placements
from qwirkle.engine.position import Move
from qwirkle.errors import IllegalTurn, QwirkleError
from qwirkle.rules.cards.state import Result as CardsResult
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.decision import Decision
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import (
    AnyEdition,
    AnyGameEvent,
    AnyState,
    AnyTurn,
    AnyView,
    begin,
    decide,
    edition,
    view,
)
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.referee import Score, judge
from qwirkle.rules.placement.state import Result, State
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.tiles import Tile


class Game:
    """A game in progress, with everything the dealer knows.

    >>> game = Game.new(seed=7)
    >>> turn = next(game.legal_turns())
    >>> _ = game.play(turn)
    >>> game.take_back() == turn
    True
    """

    def __init__(self, opening: Decision[AnyState, AnyGameEvent], seed: int | str | bytes) -> None:
        self._seed = seed
        self._dealer = SeedDealer(seed)
        self._states = [opening.state]
        self._acts: list[tuple[AnyTurn | None, tuple[AnyGameEvent, ...]]] = [(None, opening.events)]

    @classmethod
    def new(
        cls,
        game: str | AnyEdition = "classic",
        players: int | Sequence[str] = 2,
        *,
        seed: int | str | None = None,
        ages: Sequence[int] | None = None,
        options: Mapping[str, OptionValue] | None = None,
    ) -> Game:
        """Sit down, shuffle and deal. The same seed gives the same game on every machine."""
        rules = edition(game, options) if isinstance(game, str) else game
        if isinstance(players, int):
            players = [f"player {seat + 1}" for seat in range(players)]
        chosen = secrets.token_hex(32) if seed is None else seed
        return cls(begin(rules, players, SeedDealer(chosen), ages), chosen)

    @property
    def state(self) -> AnyState:
        """Everything, as the dealer knows it."""
        return self._states[-1]

    @property
    def placement(self) -> State:
        """The state of a placement game."""
        if isinstance(self.state, State):
            return self.state
        raise QwirkleError("the card game has no board; its sets are in game.cards.table")

    @property
    def cards(self) -> CardsState:
        """The state of a card game."""
        if isinstance(self.state, CardsState):
            return self.state
        raise QwirkleError("this game is played with tiles on a board; see game.placement")

    @property
    def events(self) -> tuple[AnyGameEvent, ...]:
        """All that happened, from sitting down on."""
        return tuple(event for _, events in self._acts for event in events)

    @property
    def turns(self) -> tuple[AnyTurn, ...]:
        """What the players did, in order."""
        return tuple(turn for turn, _ in self._acts if turn is not None)

    @property
    def edition(self) -> AnyEdition:
        """The rules of this game."""
        return self.state.edition

    @property
    def board(self) -> Board:
        """The tiles on the table."""
        return self.placement.board

    @property
    def turn(self) -> int | None:
        """Whose turn it is, or None when the game is over."""
        return self.state.turn

    @property
    def hand(self) -> tuple[Tile, ...]:
        """The hand of the seat whose turn it is."""
        return () if self.turn is None else self.state.seats[self.turn].hand

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat; in the card game its Qwirkles."""
        return tuple(player.score for player in self.view().players)

    @property
    def result(self) -> Result | CardsResult | None:
        """How the game ended, or None while it goes on."""
        return self.state.result

    def view(self, seat: int | None = None) -> AnyView:
        """What a seat may know, or a spectator."""
        return view(self.state, seat)

    def legal_turns(self) -> Iterator[AnyTurn]:
        """Every legal turn, lazily. Trades of the same tiles count once.

        In the card game: every choice of cards once, laid with few switches.
        """
        return iter(()) if self.turn is None else legal_turns(self.view(self.turn))

    def legal_placements(self) -> Iterator[Move]:
        """Every legal placement with its points, lazily."""
        if self.turn is None:
            return iter(())
        return placements(self.board, self.hand, self.placement.demands())

    def check(self, turn: Place | str) -> Score:
        """The lines and points of a placement, without playing it; IllegalTurn if it may not be."""
        placing = self._read(turn)
        if not isinstance(placing, Place):
            raise QwirkleError("only a placement has lines and points to check")
        verdict = judge(self.board, placing.tiles, self.hand, self.placement.demands())
        if isinstance(verdict, tuple):
            raise IllegalTurn(verdict)
        return verdict

    def try_out(self, turn: AnyTurn) -> None:
        """Raise IllegalTurn with every reason if the turn may not be played; change nothing."""
        decide(self.state, self.turn if self.turn is not None else 0, turn, self._dealer)

    def play(self, turn: AnyTurn | str) -> tuple[AnyGameEvent, ...]:
        """Do this for the seat whose turn it is; IllegalTurn says every reason against it."""
        act = self._read(turn)
        seat = self.turn if self.turn is not None else 0
        decision = decide(self.state, seat, act, self._dealer)
        self._states.append(decision.state)
        self._acts.append((act, decision.events))
        return decision.events

    def take_back(self) -> AnyTurn:
        """Undo the last turn and return it."""
        last = self._acts[-1][0]
        if last is None:
            raise QwirkleError("there is no turn to take back")
        self._acts.pop()
        self._states.pop()
        return last

    def save(self, path: str | Path) -> None:
        """Write the game as a record, with its seed, so that it can be loaded and played on."""
        from qwirkle.notation.record import record_of, write_record

        record = record_of(self.events, seed=self._seed, saved=True)
        try:
            Path(path).write_bytes(write_record(record).encode())
        except OSError as error:
            raise QwirkleError(f"{path}: {error.strerror}") from None

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """Read a saved game and check every turn of it."""
        from qwirkle.notation.record import read_record
        from qwirkle.notation.record.headers import heads_of
        from qwirkle.notation.record.replay import replay
        from qwirkle.notation.text.turns import HiddenTrade

        try:
            record = read_record(Path(path).read_bytes())
        except OSError as error:
            raise QwirkleError(f"{path}: {error.strerror}") from None
        heads = heads_of(record)
        if heads.seed is None:
            raise QwirkleError(
                f"{path}: this record has no seed; it can be replayed but not played on"
            )
        moments = list(replay(record))
        dealer = SeedDealer(heads.seed)
        game = cls(begin(heads.edition(), heads.players, dealer, heads.ages), heads.seed)
        for moment in moments[1:]:
            if moment.turn is not None and not isinstance(moment.turn, HiddenTrade):
                game.play(moment.turn)
        return game

    def _read(self, turn: AnyTurn | str) -> AnyTurn:
        if not isinstance(turn, str):
            return turn
        if isinstance(self.state, CardsState):
            from qwirkle.notation.text.cards_turns import read_card_turn

            return read_card_turn(turn)
        from qwirkle.notation.text.turns import read_turn

        return read_turn(turn, self.board)

    def __str__(self) -> str:
        if isinstance(self.state, CardsState):
            from qwirkle.notation.text.cards_terminal import table_ascii

            return table_ascii(self.state.table)
        from qwirkle.notation.text.terminal import board_ascii

        return board_ascii(self.board)

    def __repr__(self) -> str:
        seen = self.view()
        scores = ", ".join(f"{player.name} {player.score}" for player in seen.players)
        return f"<Game of {self.edition.id}: {scores}; {seen.turns_played} turns played>"

    def svg(self, face: str | None = None) -> str:
        """The table as an SVG picture; what was played last is marked."""
        shown = face or self.edition.faces
        if isinstance(self.state, CardsState):
            from qwirkle.notation.cards_table import spots_of
            from qwirkle.notation.pictures.cards_svg import cards_svg

            turn = self.state.last
            return cards_svg(
                self.state.table,
                face=shown,
                highlight=() if turn is None else spots_of(turn),
                switched=() if turn is None else spots_of(turn, switched=True),
                qwirkles={seat.name: seat.qwirkles for seat in self.state.seats},
            )
        from qwirkle.notation.pictures.svg import board_svg

        last = self.state.last
        marked = [] if last is None else [placed.cell for placed in last.placed]
        stars = self.state.stars_left if self.board.layout.stars else None
        return board_svg(self.board, face=shown, highlight=marked, tokens=stars)

    def _repr_svg_(self) -> str:
        return self.svg()
