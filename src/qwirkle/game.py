"""``Game``: deal, list legal turns, play them, take them back, save, load, draw and review.

All eight games behave alike here. The rules decide (``qwirkle.rules``), the core lists legal turns
(``qwirkle.engine``), and text, records and pictures come from ``qwirkle.notation``, which is
imported only when it is needed, so that a game starts quickly. Bots never see a ``Game``: they
receive ``game.view(seat)``.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count, islice, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, overload

from qwirkle.engine import backend
from qwirkle.engine.legal import LegalPlacements, legal_turns
from qwirkle.engine.loading import HAS_STATES
from qwirkle.engine.position import Move
from qwirkle.errors import ArgumentError, IllegalTurn, NotationError, QwirkleError
from qwirkle.rules.cards.state import State as CardsState
from qwirkle.rules.dealing import SeedDealer, joint_seed
from qwirkle.rules.editions.files import OptionValue
from qwirkle.rules.family import (
    AnyEdition,
    AnyGameEvent,
    AnyResult,
    AnyState,
    AnyTurn,
    AnyView,
    begin,
    decide,
    named_edition,
    set_up,
    view,
)
from qwirkle.rules.placement.board import Board
from qwirkle.rules.placement.events import TilesPlaced, TokensWon
from qwirkle.rules.placement.scoring import Score
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place
from qwirkle.rules.tiles import Hand

if TYPE_CHECKING:
    from qwirkle.analysis.review.report import Review
    from qwirkle.engine.state import PlacementState, StatePlacements

Seed = int | str | bytes
_QUICK = HAS_STATES and backend() != "python"


class _Step:
    """A turn with its events and the state after it; the first step is the deal, without a turn.

    A turn that the core has listed needs no judge. It is played in the core immediately; its events
    and the state after it are made when they are first needed.
    """

    __slots__ = ("_before", "_core", "_events", "_placements", "_played", "_seed", "_state")

    def __init__(
        self,
        turn: AnyTurn | None,
        events: tuple[AnyGameEvent, ...],
        state: AnyState,
        seed: Seed,
    ) -> None:
        self._played: AnyTurn | Move | None = turn
        self._events: tuple[AnyGameEvent, ...] | None = events
        self._state: AnyState | None = state
        self._before: _Step | None = None
        self._core: PlacementState | None = None
        self._placements: StatePlacements | None = None
        self._seed = seed

    @classmethod
    def _listed(cls, move: Move, before: _Step, core: PlacementState) -> _Step:
        """Return the step of a move that was listed before, and the core's state after it."""
        step = cls.__new__(cls)
        step._played, step._before, step._core, step._seed = move, before, core, before._seed
        step._events = step._state = step._placements = None
        return step

    @property
    def turn(self) -> AnyTurn | None:
        return self._played.turn if isinstance(self._played, Move) else self._played

    @property
    def events(self) -> tuple[AnyGameEvent, ...]:
        self._look()
        return self._events or ()

    @property
    def state(self) -> AnyState:
        return self._look()

    def _look(self) -> AnyState:
        """Return the state, after judging all turns up to this one that were not judged yet."""
        if self._state is not None:
            return self._state
        unseen = [self]
        while (before := unseen[-1]._before) is not None and before._state is None:
            unseen.append(before)
        for step in reversed(unseen):
            step._judge()
        return self._look()

    def _judge(self) -> None:
        if self._before is not None and self.turn is not None:
            decided = self._before.decide(self.turn)
            self._events, self._state = decided._events, decided._state

    def decide(self, turn: AnyTurn) -> _Step:
        """Return the step after a turn; IllegalTurn if the rules refuse it."""
        state = self.state
        seat = state.turn if state.turn is not None else 0
        decision = decide(state, seat, turn, SeedDealer(self._seed))
        return _Step(turn, decision.events, decision.state, self._seed)

    @property
    def core(self) -> PlacementState | None:
        """The core's state of a placement game, made when it is needed; None if it cannot be."""
        if self._core is None and isinstance(self.state, State) and _QUICK:
            from qwirkle.engine.state import PlacementState

            # A house rule with a board, seats, hands or special tiles beyond the core's arrays.
            with suppress(QwirkleError, ValueError):
                self._core = PlacementState.of(self.state, seed=self._seed)
        return self._core

    @property
    def placements(self) -> LegalPlacements:
        """The legal placements now."""
        if self._placements is not None:
            return self._placements
        core = self.core
        if core is None:
            state = self.state
            if not isinstance(state, State):
                raise QwirkleError("the card game has no board; its sets are in game.cards.table")
            hand = () if state.turn is None else state.seats[state.turn].hand
            return LegalPlacements(state.board, hand, state.demands())
        from qwirkle.engine.state import StatePlacements

        self._placements = StatePlacements(core)
        return self._placements

    def play(self, move: Move) -> _Step | None:
        """Return the step after a move that was listed here; None if it is from another list."""
        core = self._core
        if core is None or self._placements is None or not self._placements.holds(move):
            return None
        # Nobody changes a core's state that a step has: a list may still refer to it.
        after = core.clone()
        after.apply(core.placement(move.which))
        return self._listed(move, self, after)


class _Events(Sequence[AnyGameEvent]):
    """The events of a turn, made when they are first read."""

    __slots__ = ("_step",)

    def __init__(self, step: _Step) -> None:
        self._step = step

    @overload
    def __getitem__(self, index: int) -> AnyGameEvent: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[AnyGameEvent, ...]: ...
    def __getitem__(self, index: int | slice) -> AnyGameEvent | tuple[AnyGameEvent, ...]:
        return self._step.events[index]

    def __len__(self) -> int:
        return len(self._step.events)

    def __eq__(self, other: object) -> bool:
        return self._step.events == (other._step.events if isinstance(other, _Events) else other)

    def __hash__(self) -> int:
        return hash(self._step.events)

    def __repr__(self) -> str:
        return repr(self._step.events)


class LegalTurns:
    """The legal turns of a game at one moment: a sequence, computed as far as it is read.

    Trades of the same tiles are listed once. In the card game every choice of cards is listed once,
    laid with few switches, and on an empty open table a placement stands for all its translations;
    ``in`` accepts the others, too.
    """

    __slots__ = ("_game", "_listed", "_rest")

    def __init__(self, game: Game) -> None:
        self._game = game.copy()
        self._listed: list[AnyTurn] = []
        seat = game.to_move
        self._rest = iter(()) if seat is None else legal_turns(game.view(seat))

    def __iter__(self) -> Iterator[AnyTurn]:
        return (self._listed[number] for number in takewhile(self._has, count()))

    @overload
    def __getitem__(self, index: int) -> AnyTurn: ...
    @overload
    def __getitem__(self, index: slice) -> list[AnyTurn]: ...
    def __getitem__(self, index: int | slice) -> AnyTurn | list[AnyTurn]:
        if isinstance(index, slice) or index < 0 or not self._has(index):
            self._list_all()
        return self._listed[index]

    def __len__(self) -> int:
        self._list_all()
        return len(self._listed)

    def __bool__(self) -> bool:
        return self._has(0)

    def _has(self, number: int) -> bool:
        """List as many turns as needed to know whether there is one with this number."""
        self._listed += islice(self._rest, max(0, number + 1 - len(self._listed)))
        return number < len(self._listed)

    def _list_all(self) -> None:
        self._listed += self._rest

    def __contains__(self, turn: object) -> bool:
        try:
            return self._game.is_legal(turn)  # type: ignore[arg-type]
        except (TypeError, NotationError):
            return False

    def __repr__(self) -> str:
        return f"<{len(self)} legal turns>"


class Game:
    """A game in progress, with everything the dealer knows.

    A ``Game`` is dealt (``new``), lists the legal turns (``legal_turns``,
    ``legal_placements``), plays one (``play``), takes it back (``take_back``), and can be
    saved, loaded, copied, compared, drawn and reviewed. It starts after the deal, with the
    first turn still to play; ``from_position`` starts in the middle and ``load`` where a
    saved game stopped.

    A turn is a value such as ``Place``, ``Trade`` or ``Pass`` (``Play`` or ``Exchange`` in the card
    game), a ``Move`` from ``legal_placements``, or its text, such as ``"Ro@0,0 Rs@1,0"``. Where
    the rules give a seat a token or an action tile, ``Take`` and ``DrawThree`` are acts of their
    own and the turn stays with the seat.

    ``play`` raises ``IllegalTurn`` with every reason if the rules refuse a turn, ``NotationError``
    if a text cannot be read, and ``TypeError`` if a value is not a turn of this game. After any of
    them the game is as it was.

    States, views, events and turns are immutable and may be kept and shared. Only the game itself
    changes, so a game that two threads play needs a lock; ``copy`` is cheap. The same seed
    deals the same game on every machine. **A game knows every hand and the order of the bag**: show
    players and bots ``view`` instead.

    >>> game = Game.new(seed=7)
    >>> best = max(game.legal_placements, key=lambda move: move.points)
    >>> _ = game.play(best)
    >>> game.take_back() == best.turn
    True
    """

    def __init__(
        self,
        game: str | Path | AnyEdition = "classic",
        players: int | Sequence[str] = 2,
        *,
        seed: Seed | None = None,
        ages: Sequence[int] | None = None,
        options: Mapping[str, OptionValue] | None = None,
    ) -> None:
        rules = named_edition(game, options)
        names = _names(players)
        _check_ages(ages)
        chosen = secrets.token_hex(32) if seed is None else _seed(seed)
        opening = begin(rules, names, SeedDealer(chosen), ages)
        self._start(chosen, [_Step(None, opening.events, opening.state, chosen)])

    def _start(self, seed: Seed, steps: list[_Step], nonces: tuple[str, ...] = ()) -> None:
        self._seed = seed
        self._nonces = nonces
        self._steps = steps

    @classmethod
    def _from_steps(cls, seed: Seed, steps: list[_Step], nonces: tuple[str, ...] = ()) -> Game:
        game = cls.__new__(cls)
        game._start(seed, steps, nonces)
        return game

    @classmethod
    def new(
        cls,
        game: str | Path | AnyEdition = "classic",
        players: int | Sequence[str] = 2,
        *,
        seed: Seed | None = None,
        ages: Sequence[int] | None = None,
        options: Mapping[str, OptionValue] | None = None,
    ) -> Game:
        """Shuffle and deal a new game.

        Args:
            game: The id of a game (``qwirkle.GAMES``), an edition, or the path of a house-rule
                file.
            players: The number of players, or their names in the order of their seats.
            seed: A number or text that decides every draw; by default a secret one.
            ages: The players' ages, where the rule book lets age decide a tie for the first turn.
            options: The options of the rule book, such as ``{"same-spot": False}``.

        Returns:
            The game, with the first turn to play.

        Raises:
            EditionError: There is no such game, house rule or option, the game is not for this many
                players, or there is not one age for each of them.
            ArgumentError: ``players`` is neither a number nor a list of different names, or an age
                or the seed is of the wrong type.
        """
        return cls(game, players, seed=seed, ages=ages, options=options)

    @classmethod
    def from_position(cls, text: str, *, seed: Seed | None = None) -> Game:
        """Set up a game from the text of a position, as ``position`` writes it.

        Args:
            text: The position as one seat sees it.
            seed: Deals what the text leaves out: the other hands and the order of the bag.

        Returns:
            A game in that position. Its turns so far are unknown, so ``turns`` is empty.

        Raises:
            EditionError: The text names no game of the family.
            NotationError: The text cannot be read.
            BadPosition: The position cannot occur; every fault is listed.
        """
        from qwirkle.notation.family import read_view

        if not isinstance(text, str):
            raise ArgumentError(f"a position is a text, not {text!r}")
        chosen = secrets.token_hex(32) if seed is None else _seed(seed)
        seen = read_view(text)
        began = set_up(seen, [player.name for player in seen.players], SeedDealer(chosen))
        return cls._from_steps(chosen, [_Step(None, began.events, began.state, chosen)])

    @property
    def state(self) -> AnyState:
        """The complete state, as the dealer knows it."""
        return self._steps[-1].state

    @property
    def placement(self) -> State:
        """The state of a placement game; the card game raises QwirkleError."""
        if isinstance(self.state, State):
            return self.state
        raise QwirkleError("the card game has no board; its sets are in game.cards.table")

    @property
    def cards(self) -> CardsState:
        """The state of a card game; games with tiles raise QwirkleError."""
        if not isinstance(self.state, State):
            return self.state
        raise QwirkleError("this game is played with tiles on a board; see game.placement")

    @property
    def events(self) -> tuple[AnyGameEvent, ...]:
        """Everything that has happened, from the deal on."""
        return tuple(event for step in self._steps for event in step.events)

    @property
    def turns(self) -> tuple[AnyTurn, ...]:
        """The turns played so far, in order."""
        return tuple(step.turn for step in self._steps if step.turn is not None)

    @property
    def edition(self) -> AnyEdition:
        """The rules of this game."""
        return self.state.edition

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, seat by seat."""
        return tuple(seat.name for seat in self.state.seats)

    @property
    def board(self) -> Board:
        """The tiles on the table."""
        return self.placement.board

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, or None when the game is over."""
        core = self._steps[-1]._core
        return self.state.turn if core is None else core.to_move

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_move is None

    @property
    def hand(self) -> Hand:
        """The hand of the seat whose turn it is."""
        core, seat = self._steps[-1]._core, self.to_move
        if seat is None:
            return Hand()
        return Hand(self.state.seats[seat].hand if core is None else core.hand(seat))

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat; in the card game its Qwirkles."""
        core = self._steps[-1]._core
        if core is not None:
            return core.scores
        return tuple(player.score for player in self.view().players)

    @property
    def result(self) -> AnyResult | None:
        """The result, or None while the game is in progress."""
        return self.state.result

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won: several after a tie, none while the game is in progress."""
        return () if self.state.result is None else self.state.result.winners

    @property
    def position(self) -> str:
        """The position as the seat to move sees it, in one line of text."""
        from qwirkle.notation.family import write_position

        return write_position(self.view(self.to_move))

    def view(self, seat: int | None = None) -> AnyView:
        """Return the view of a seat: what it may know, and nothing else.

        Args:
            seat: The number of a seat, from 0; None for a spectator, who sees no hand.

        Raises:
            ArgumentError: There is no such seat.
        """
        return view(self.state, seat)

    @property
    def legal_turns(self) -> LegalTurns:
        """The legal turns as a lazy sequence; ``turn in game.legal_turns`` works for texts too."""
        return LegalTurns(self)

    @property
    def legal_placements(self) -> LegalPlacements:
        """The legal placements with their points, lazily; the card game raises QwirkleError."""
        return self._steps[-1].placements

    def is_legal(self, turn: AnyTurn | Move | str) -> bool:
        """Return whether the turn may be played now.

        Raises:
            TypeError: The value is not a turn of this game.
            NotationError: The text cannot be read.
        """
        try:
            self._steps[-1].decide(self._read(turn))
        except IllegalTurn:
            return False
        return True

    def check(self, turn: AnyTurn | Move | str) -> None:
        """Raise IllegalTurn, with every reason, if the turn may not be played now.

        Raises:
            IllegalTurn: The rules refuse the turn.
            TypeError: The value is not a turn of this game.
            NotationError: The text cannot be read.
        """
        self._steps[-1].decide(self._read(turn))

    def score_of(self, placement: Place | Move | str) -> Score:
        """Return the lines and points of a placement without playing it.

        Raises:
            IllegalTurn: The placement may not be played now.
            ArgumentError: The turn is not a placement.
            NotationError: The text cannot be read.
        """
        act = self._read(placement)
        if not isinstance(act, Place):
            raise ArgumentError(f"only a placement has lines and points, not {act!r}")
        events = self._steps[-1].decide(act).events
        placed = next(event for event in events if isinstance(event, TilesPlaced))
        won = next((event.cells for event in events if isinstance(event, TokensWon)), ())
        return Score(placed.points, placed.lines, placed.bonus, won)

    def play(self, turn: AnyTurn | Move | str) -> Sequence[AnyGameEvent]:
        """Play a turn for the seat to move.

        Args:
            turn: A turn, a listed move, or the text of either.

        Returns:
            The events of the turn: tiles placed and scored, tiles drawn, and the result if the game
            is over. After a listed move they are made when you first read them.

        Raises:
            IllegalTurn: The rules refuse the turn. ``reasons`` has every code, and the message
                explains why. The game has not changed.
            NotationError: The text cannot be read.
            TypeError: The value is not a turn of this game.
        """
        last = self._steps[-1]
        step = last.play(turn) if isinstance(turn, Move) else None
        if step is None:
            step = last.decide(self._read(turn))
        self._steps.append(step)
        return _Events(step)

    def take_back(self) -> AnyTurn:
        """Undo the last turn and return it.

        Raises:
            QwirkleError: No turn has been played since the start.
        """
        last = self._steps[-1].turn
        if last is None:
            raise QwirkleError("there is no turn to take back")
        self._steps.pop()
        return last

    def copy(self) -> Game:
        """Return an independent game in the same position, with the same turns played."""
        return self._from_steps(self._seed, list(self._steps), self._nonces)

    __copy__ = copy

    def review(self, *, deep: bool = False, open_hands: bool = False) -> Review:
        """Judge every turn so far: points lost, luck, and chances of winning.

        Args:
            deep: Search longer, for up to a minute.
            open_hands: Judge as if every hand had been open.

        Returns:
            A review to ``print``, or to show as a picture in a notebook.

        Raises:
            QwirkleError: No turn has been played yet.
        """
        from qwirkle.analysis.review.review import review
        from qwirkle.analysis.review.steps import steps_from

        history = [(step.turn, step.events, step.state) for step in self._steps]
        return review(steps_from(history), deep=deep, open_hands=open_hands)

    def save(self, path: str | Path) -> None:
        """Write the game as a record, with its seed, so that it can be loaded and continued.

        Raises:
            QwirkleError: The file cannot be written.
        """
        from qwirkle.notation.record import record_of, write_record

        record = record_of(self.events, seed=self._seed, nonces=self._nonces, saved=True)
        try:
            Path(path).write_bytes(write_record(record).encode())
        except OSError as error:
            raise QwirkleError(f"{path}: {error.strerror}") from None

    @classmethod
    def load(cls, path: str | Path) -> Game:
        """Read a saved game, checking every turn of it.

        Raises:
            NotationError: The file is not a record; the message names the line.
            QwirkleError: The file cannot be read, or has no seed to deal on from.
        """
        from qwirkle.notation.record import read_record
        from qwirkle.notation.record.headers import headers_of
        from qwirkle.notation.record.replay import replay_with_seed

        try:
            record = read_record(Path(path).read_bytes())
        except OSError as error:
            raise QwirkleError(f"{path}: {error.strerror}") from None
        headers = headers_of(record)
        if headers.seed is None:
            raise QwirkleError(
                f"{path}: this record has no seed; it can be replayed but not played on"
            )
        seed = joint_seed(headers.seed, headers.nonces)
        steps = [_Step(*step, seed) for step in replay_with_seed(record)]
        return cls._from_steps(headers.seed, steps, headers.nonces)

    def _read(self, turn: AnyTurn | Move | str) -> AnyTurn:
        if isinstance(turn, Move):
            return turn.turn
        if not isinstance(turn, str):
            return turn
        from qwirkle.notation.family import read_turn

        return read_turn(turn, self.state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = (
            (game._seed, game._nonces, game._steps[0].events, game.turns, game.state)
            for game in (self, other)
        )
        return mine == theirs

    __hash__ = None  # type: ignore[assignment] # it changes with every turn

    def __str__(self) -> str:
        from qwirkle.notation.family import draw

        return draw(self.state)

    def __repr__(self) -> str:
        from qwirkle.notation.text.words import count_of

        seen = self.view()
        scores = ", ".join(f"{player.name} {player.score}" for player in seen.players)
        played = count_of(seen.turns_played, "turn")
        return f"<Game of {self.edition.id}: {scores}; {played} played>"

    def svg(self, face: str | None = None) -> str:
        """Draw the table as an SVG picture, with the last turn marked.

        Args:
            face: How tiles are drawn: ``"colour"``, ``"two-shape"``, ``"colour-letter"`` or
                ``"high-contrast"``; by default as in the game's box.

        Raises:
            NotationError: There is no such face.
        """
        from qwirkle.notation.family import svg

        return svg(self.state, face)

    def _repr_svg_(self) -> str:
        return self.svg()


def _names(players: int | Sequence[str]) -> list[str]:
    if isinstance(players, int) and not isinstance(players, bool):
        return [f"player {seat + 1}" for seat in range(players)]
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ArgumentError(f"players are a number or a list of names, not {players!r}")
    for name in players:
        if not isinstance(name, str) or not name.strip():
            raise ArgumentError(f"a player has a name, not {name!r}")
    if len(set(players)) < len(players):
        raise ArgumentError("two players have the same name")
    return list(players)


def _check_ages(ages: Sequence[int] | None) -> None:
    if ages is None:
        return
    if isinstance(ages, str) or not isinstance(ages, Sequence):
        raise ArgumentError(f"ages are a list of numbers, not {ages!r}")
    for age in ages:
        if not isinstance(age, int) or isinstance(age, bool):
            raise ArgumentError(f"an age is a whole number, not {age!r}")


def _seed(seed: Seed) -> Seed:
    if isinstance(seed, bool) or not isinstance(seed, int | str | bytes):
        raise ArgumentError(f"a seed is a whole number or a text, not {seed!r}")
    return seed
