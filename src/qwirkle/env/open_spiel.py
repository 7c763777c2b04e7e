"""The games for OpenSpiel: ``pyspiel.load_game("python_qwirkle", {"game": "connect"})``.

Every draw is a chance node, piece by piece. An action is the number of a turn in the list of legal
turns, which depends only on what its seat knows, so it means the same in every state of an
information set: ``state.turns()`` is the list, ``state.action_of(turn)`` the number of a turn, and
``state.view(player)`` what bots see. Returns are margins. The game needs the extra ``openspiel``.

The lot that decides who starts is a chance node, too. The outcomes 0 to 35 are the kinds, 36 and 37
the special tiles of mini, which are replaced by another draw; drawing three is three nodes in the
middle of a turn. In Schmidt, traded tiles are drawn, in any order, once everything above them is
gone. After an exchange of cards, the same cards may come back; if nobody is dealt a set, the deal
begins again.

An information state has the player's hand, their own turns, what the others showed, and the tiles
on black squares. ``resample_from_infostate`` deals again what a player's view does not show. Tiles
that a player put under the pile stay there as long as nobody has drawn from them; otherwise all
deals that fit the view are equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from qwirkle.engine.legal import legal_turns
from qwirkle.env.cards import Cards, card_choices, choice_turn, played_cards
from qwirkle.env.chance import (
    OUTCOMES,
    ChanceDealer,
    DealAgain,
    Heaps,
    draws_of,
    next_pieces,
    tiles_drawn,
)
from qwirkle.env.tensors import Act, Observer, act_of
from qwirkle.errors import EditionError, MissingExtra
from qwirkle.rules.cards.turns import Play
from qwirkle.rules.cards.view import View as CardsView
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import (
    AnyEdition,
    AnyGameEvent,
    AnyState,
    AnyTurn,
    AnyView,
    begin,
    decide,
    named_edition,
    view,
)
from qwirkle.rules.placement.events import SpecialShown, TableLaid
from qwirkle.rules.placement.state import Piece, Special
from qwirkle.rules.placement.turns import Place, Trade
from qwirkle.rules.placement.view import View

try:
    import pyspiel
except ImportError:
    raise MissingExtra("OpenSpiel", "openspiel") from None

NAME = "python_qwirkle"
MAX_TURNS = 4096
"""The most legal turns that actions can name; further ones are left out."""
MAX_LENGTH = 2000
MAX_MARGIN = 1000.0


class _Moment(NamedTuple):
    """The immutable contents of a state, which copies of a state share."""

    state: AnyState | None = None
    """None until the hands are dealt."""
    heaps: Heaps = ()
    """The pieces that can still be drawn, in the order in which they are used up."""
    turn: AnyTurn | None = None
    """The turn that is waiting for its tiles."""
    missing: int = 0
    """Tiles that chance still has to draw."""
    drawn: tuple[Piece, ...] = ()
    tied: int = 0
    """Players among whom the starter is drawn, until one has been."""
    acts: tuple[tuple[int, str, str], ...] = ()
    """The acts so far, as their own seat knows them, and as everybody does."""
    history: tuple[Act, ...] = ()
    """The same acts, for tensors."""
    shown: str = ""
    """Everything that was visible during the deal."""

    def __deepcopy__(self, _: object) -> _Moment:
        return self


class CardTurns(Sequence[AnyTurn]):
    """The turns of the card game, one per choice of cards; sets are laid only on request."""

    def __init__(self, seen: CardsView) -> None:
        self._seen = seen
        self._choices: list[Cards | None] = [*card_choices(seen)] or [None]

    def __len__(self) -> int:
        return len(self._choices)

    def __getitem__(self, number: Any) -> Any:
        if isinstance(number, slice):
            return [choice_turn(self._seen, cards) for cards in self._choices[number]]
        return choice_turn(self._seen, self._choices[number])

    def action_of(self, turn: AnyTurn) -> int:
        """Return the number of a turn."""
        cards = played_cards(self._seen, turn) if isinstance(turn, Play) else None
        if cards not in self._choices:
            raise ValueError(f"{turn} is not among the legal turns")
        return self._choices.index(cards)


def _placement_turns(seen: View) -> list[AnyTurn]:
    return list(islice(legal_turns(seen), MAX_TURNS))


def _turns(seen: AnyView) -> Sequence[AnyTurn]:
    return _placement_turns(seen) if isinstance(seen, View) else CardTurns(seen)


class QwirkleGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the family, with returns in points, or in Qwirkles in the card game."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        wanted = {**_DEFAULTS, **(params or {})}
        rules = named_edition(wanted["game"])
        self.edition = rules
        self.players = int(wanted["players"])
        if not rules.fewest_players <= self.players <= rules.most_players:
            raise EditionError(
                f"{rules.id} is for {rules.fewest_players} to {rules.most_players} players"
            )
        info = pyspiel.GameInfo(
            num_distinct_actions=MAX_TURNS,
            max_chance_outcomes=len(OUTCOMES),
            num_players=self.players,
            min_utility=-MAX_MARGIN,
            max_utility=MAX_MARGIN,
            utility_sum=0.0 if self.players == 2 else None,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(_game_type(self.players), info, dict(params or {}))

    def new_initial_state(self) -> QwirkleState:
        """Return the state before the first tile is drawn."""
        return QwirkleState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: object = None) -> Observer:
        """Return an observer of the requested kind; ``env/tensors.py`` describes its tensor."""
        if params:
            raise ValueError(f"observations have no parameters here, not {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(
            self.edition,
            self.players,
            private=wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER,
            recall=wanted.perfect_recall,
        )


class QwirkleState(pyspiel.State):  # type: ignore[misc]
    """A game at one moment, in the terms of OpenSpiel."""

    def __init__(self, game: QwirkleGame) -> None:
        super().__init__(game)
        self._rules, self._players = _Shared(game.edition), game.players
        self._at = self._before_dealing()

    def _before_dealing(self) -> _Moment:
        edition = self._rules.edition
        return _Moment(missing=draws_of(edition).opening_draws(edition, self._players))

    @property
    def dealt(self) -> AnyState | None:
        """The state of the rules; None during the deal."""
        return self._at.state

    @property
    def acts_done(self) -> tuple[Act, ...]:
        """The acts so far, those of all players."""
        return self._at.history

    @property
    def state(self) -> AnyState:
        """The state of the rules; ValueError during the deal."""
        if self._at.state is None:
            raise ValueError("the hands are not dealt yet")
        return self._at.state

    def view(self, player: int) -> AnyView:
        """Return the knowledge of a player, as a view for bots."""
        return view(self.state, player)

    def turns(self) -> Sequence[AnyTurn]:
        """Return the legal turns of the player to move; an action is an index into this list."""
        seen = self.view(self.state.turn or 0)
        return _turns(seen)

    def scores(self) -> list[int]:
        """Return the points of each player; in the card game, their Qwirkles."""
        return [player.score for player in self.view(0).players]

    def action_of(self, turn: AnyTurn) -> int:
        """Return the action that plays a turn: its tiles in any order, its cards in any sets."""
        turns = self.turns()
        if isinstance(turns, CardTurns):
            return turns.action_of(turn)
        wanted = _content(turn)
        for action, listed in enumerate(turns):
            if _content(listed) == wanted:
                return action
        raise ValueError(f"{turn} is not among the legal turns")

    def current_player(self) -> int:
        """Return the player to move, chance, or the end of the game."""
        at = self._at
        if at.missing or at.tied:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.state.turn or 0

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._at.state is not None and self._at.state.turn is None

    def returns(self) -> list[float]:
        """Return, at the end, each player's points beyond those of the best other one."""
        if not self.is_terminal():
            return [0.0] * self._players
        scores = self.scores()
        return [
            float(score - max(scores[:seat] + scores[seat + 1 :]))
            for seat, score in enumerate(scores)
        ]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the kinds that may be drawn next, or the players that may start."""
        at = self._at
        if at.tied:
            return [(number, 1 / at.tied) for number in range(at.tied)]
        left = self._remaining()
        total = left.total()
        return [
            (number, left[piece] / total) for number, piece in enumerate(OUTCOMES) if left[piece]
        ]

    def _remaining(self) -> Counter[Piece]:
        """Return the pieces that may be drawn next."""
        at = self._at
        if at.state is None or at.turn is None:
            edition = self._rules.edition
            return next_pieces([draws_of(edition).box(edition, len(at.drawn))], at.drawn)
        return next_pieces(draws_of(at.state).heaps(at.state, at.heaps, at.turn), at.drawn)

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []
        return list(range(len(self.turns())))

    def _apply_action(self, action: int) -> None:
        at = self._at
        if at.tied:
            self._begin(action)
        elif at.missing:
            piece = OUTCOMES[action]
            # M-DRAW-1: a special tile is replaced by another draw.
            missing = at.missing - (not isinstance(piece, Special))
            self._at = at._replace(missing=missing, drawn=(*at.drawn, piece))
            self._advance()
        else:
            turn = self.turns()[action]
            self._at = at._replace(turn=turn, missing=tiles_drawn(self.state, turn), drawn=())
            self._advance()

    def _advance(self) -> None:
        """Carry out the act that was waiting for its last tile."""
        at = self._at
        if at.missing:
            return
        if at.turn is None:
            self._begin(None)
            return
        state, turn = self.state, at.turn
        seat, draws = state.turn or 0, draws_of(self.state)
        dealt = draws.with_next(state, at.heaps, at.drawn)
        decision = decide(dealt, seat, turn, ChanceDealer(at.drawn))
        shown = _observation_text(decision.events)
        public = f"trade {len(turn.tiles)}" if isinstance(turn, Trade) else str(turn)
        self._at = _Moment(
            state=decision.state,
            heaps=draws.heaps_after(state, at.heaps, turn, decision.state),
            acts=(*at.acts, (seat, str(turn) + shown, public + shown)),
            history=(*at.history, act_of(turn, state, decision.state, seat)),
            shown=at.shown,
        )

    def _begin(self, starter: int | None) -> None:
        """Deal the hands as soon as the starter is known."""
        edition = self._rules.edition
        draws = draws_of(edition)
        dealer = ChanceDealer(self._at.drawn, starter, draws.first_shuffle(edition))
        names = [f"player {seat + 1}" for seat in range(self._players)]
        try:
            begun = begin(edition, names, dealer)
        except DealAgain:
            self._at = self._before_dealing()
            return
        if starter is None and len(dealer.tied) > 1:
            self._at = self._at._replace(tied=len(dealer.tied))
            return
        heaps = draws.heaps_after(begun.state, (), None, begun.state)
        self._at = _Moment(state=begun.state, heaps=heaps, shown=_observation_text(begun.events))

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.turns()[action])
        return f"starter {action}" if self._at.tied else f"draw {_name(OUTCOMES[action])}"

    def __str__(self) -> str:
        at = self._at
        if at.state is None:
            return f"drawn: {' '.join(map(_name, at.drawn))}"
        hands = " / ".join(" ".join(seat.hand) for seat in at.state.seats)
        acts = [own for _, own, _ in at.acts] + ([] if at.turn is None else [str(at.turn)])
        drawn = " ".join(map(_name, at.drawn))
        return f"{at.shown}; {'; '.join(acts)} | {hands} | {drawn}"

    def information_state_string(self, player: int | None = None) -> str:
        """Return the player's hand, their own turns, and what the others revealed."""
        seat = self.current_player() if player is None else player
        if self._at.state is None:
            return "dealing"
        hand = " ".join(sorted(self.state.seats[seat].hand))
        acts = "; ".join(own if who == seat else known for who, own, known in self._at.acts)
        return f"{seat} | {hand} | {self._at.shown} | {acts}"

    def observation_string(self, player: int | None = None) -> str:
        """Return the same text, which contains the board turn by turn."""
        return self.information_state_string(player)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> QwirkleState:
        """Return a random state, by likelihood, that the player cannot tell from this one."""
        sampled = self.clone()
        dealer = SeedDealer(f"{probability_sampler()!r}")
        at, draws = self._at, draws_of(self.state)
        dealt = draws.resample(self.state, at.heaps, player_id, dealer)
        sampled._at = at._replace(state=dealt)
        return sampled  # type: ignore[no-any-return]


class _Shared:
    """The rules of a game, which copies of a state share."""

    def __init__(self, edition: AnyEdition) -> None:
        self.edition = edition

    def __deepcopy__(self, _: object) -> _Shared:
        return self


def _observation_text(events: Sequence[AnyGameEvent]) -> str:
    """Return the public part of the draws: tiles on black squares, and special tiles."""
    laid = [
        " black " + " ".join(f"{placed.tile}" for placed in event.tiles)
        for event in events
        if isinstance(event, TableLaid)
    ]
    specials = [
        f" shows {event.action.value}" for event in events if isinstance(event, SpecialShown)
    ]
    return "".join(laid + specials)


def _name(piece: Piece) -> str:
    return piece.action.value if isinstance(piece, Special) else str(piece)


def _content(turn: AnyTurn) -> tuple[object, ...]:
    tiles = sorted(turn.tiles) if isinstance(turn, Place | Trade) else ()
    return type(turn), tuple(tiles), getattr(turn, "cell", None)


_DEFAULTS = {"game": "classic", "players": 2}


def _game_type(players: int) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=NAME,
        long_name="Qwirkle",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if players == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


pyspiel.register_game(_game_type(2), QwirkleGame)
