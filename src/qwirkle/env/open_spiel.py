"""The placement games for OpenSpiel: ``pyspiel.load_game("python_qwirkle", {"game": "connect"})``.

Every draw is a chance node, tile by tile. An action is the number of a turn in the list of legal
turns, which depends on what its seat knows and on nothing else, so it means the same in every state
of an information set. The game needs the extra ``openspiel``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from qwirkle.engine.legal import legal_turns
from qwirkle.errors import EditionError, MissingExtra
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import named_edition
from qwirkle.rules.placement.decide import begin, decide
from qwirkle.rules.placement.edition import Edition
from qwirkle.rules.placement.possible import possible_state
from qwirkle.rules.placement.state import State
from qwirkle.rules.placement.turns import Place, Trade, Turn
from qwirkle.rules.placement.view import View, view
from qwirkle.rules.tiles import BOX, KINDS, Tile

try:
    import pyspiel
except ImportError:
    raise MissingExtra("OpenSpiel", "openspiel") from None

NAME = "python_qwirkle"
MAX_TURNS = 4096
"""Legal turns that an action can name; those beyond it are left out."""
MAX_LENGTH = 2000
MAX_MARGIN = 1000.0
T = TypeVar("T")


class _Dealer:
    """Deals what chance nodes have drawn; of what is drawn later the order does not matter."""

    def __init__(self, drawn: Sequence[Tile] = (), starter: int | None = None) -> None:
        self._drawn = drawn
        self._starter = starter
        self.tied: tuple[int, ...] = ()

    def shuffled(self, things: Sequence[T], label: str) -> tuple[T, ...]:
        """The drawn tiles first, and of the seats that may start the one that was drawn."""
        if label == "starter":
            self.tied = tuple(thing for thing in things if isinstance(thing, int))
            start = 0 if self._starter is None else self._starter
            return tuple(things[start:]) + tuple(things[:start])
        rest = list(things)
        for tile in self._drawn:
            rest.remove(tile)  # type: ignore[arg-type]
        return (*self._drawn, *rest)  # type: ignore[arg-type]


class _Moment(NamedTuple):
    """Everything that a state is, never changed: copies of a state share it."""

    state: State | None = None
    """None until the hands are dealt."""
    turn: Turn | None = None
    """The turn that waits for its tiles."""
    missing: int = 0
    """Tiles that chance has still to draw."""
    drawn: tuple[Tile, ...] = ()
    tied: int = 0
    """Players that may start, by lot, until one of them is drawn."""
    acts: tuple[tuple[int, str, str], ...] = ()
    """Who did what, as they know it, and as everybody does."""

    def __deepcopy__(self, _: object) -> _Moment:
        return self


class QwirkleGame(pyspiel.Game):  # type: ignore[misc]
    """A placement game without hidden special tiles, with returns in points."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        wanted = {**_DEFAULTS, **(params or {})}
        rules = named_edition(wanted["game"])
        if not isinstance(rules, Edition) or rules.action_tiles.kinds:
            raise EditionError(f"{rules.id} is not a game for OpenSpiel: it has cards or actions")
        if rules.trading.returned != "mixed":
            raise EditionError(f"{rules.id} is not a game for OpenSpiel: its pile has an order")
        self.edition = rules
        self.players = int(wanted["players"])
        if not rules.fewest_players <= self.players <= rules.most_players:
            raise EditionError(
                f"{rules.id} is for {rules.fewest_players} to {rules.most_players} players"
            )
        info = pyspiel.GameInfo(
            num_distinct_actions=MAX_TURNS,
            max_chance_outcomes=len(KINDS),
            num_players=self.players,
            min_utility=-MAX_MARGIN,
            max_utility=MAX_MARGIN,
            utility_sum=0.0 if self.players == 2 else None,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(_game_type(self.players), info, dict(params or {}))

    def new_initial_state(self) -> QwirkleState:
        """The state before the first tile is drawn."""
        return QwirkleState(self)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,
        params: Any = None,  # noqa: ARG002 - OpenSpiel's signature
    ) -> _Observer:
        """What a player knows, as a text; ``qwirkle.env.observe`` makes arrays of views."""
        return _Observer(perfect_recall=iig_obs_type is not None and iig_obs_type.perfect_recall)


class QwirkleState(pyspiel.State):  # type: ignore[misc]
    """A game at one moment, in the terms of OpenSpiel."""

    def __init__(self, game: QwirkleGame) -> None:
        super().__init__(game)
        tiles = len(game.edition.layout.black) + game.players * game.edition.hand
        self._rules, self._players = _Shared(game.edition), game.players
        self._at = _Moment(missing=tiles)

    @property
    def state(self) -> State:
        """The state of the rules; a state in which hands are dealt has none."""
        if self._at.state is None:
            raise ValueError("the hands are not dealt yet")
        return self._at.state

    def view(self, player: int) -> View:
        """What a player may know, as bots see it."""
        return view(self.state, player)

    def turns(self) -> list[Turn]:
        """The legal turns of the player to move; an action is a number in this list."""
        listed = legal_turns(self.view(self.state.turn or 0))
        return [turn for turn, _ in zip(listed, range(MAX_TURNS), strict=False)]

    def action_of(self, turn: Turn) -> int:
        """The action that plays a turn, whatever the order of its tiles."""
        wanted = _content(turn)
        for action, listed in enumerate(self.turns()):
            if _content(listed) == wanted:
                return action
        raise ValueError(f"{turn} is not among the legal turns")

    def current_player(self) -> int:
        """Who moves: a player, chance, or nobody."""
        at = self._at
        if at.missing or at.tied:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.state.turn or 0

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self._at.state is not None and self._at.state.turn is None

    def returns(self) -> list[float]:
        """At the end, the points of each player beyond those of the best other one."""
        if not self.is_terminal():
            return [0.0] * self._players
        scores = [seat.score for seat in self.state.seats]
        return [
            float(score - max(scores[:seat] + scores[seat + 1 :]))
            for seat, score in enumerate(scores)
        ]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kinds that may be drawn next, or the players that may start."""
        at = self._at
        if at.tied:
            return [(number, 1 / at.tied) for number in range(at.tied)]
        left = self._left()
        total = left.total()
        return [(tile.index, left[tile] / total) for tile in KINDS if left[tile]]

    def _left(self) -> Counter[Tile]:
        """The tiles in the bag, less those drawn at this moment."""
        state = self._at.state
        bag = Counter(BOX) if state is None else Counter(_tiles(state))
        bag.subtract(self._at.drawn)
        return bag

    def _legal_actions(self, player: int) -> list[int]:
        if player != self.current_player():
            return []
        return list(range(len(self.turns())))

    def _apply_action(self, action: int) -> None:
        at = self._at
        if at.tied:
            self._begin(action)
        elif at.missing:
            drawn = (*at.drawn, KINDS[action])
            self._at = at._replace(missing=at.missing - 1, drawn=drawn)
            self._go_on()
        else:
            turn = self.turns()[action]
            self._at = at._replace(turn=turn, missing=_draws(self.state, turn), drawn=())
            self._go_on()

    def _go_on(self) -> None:
        """Do what has waited for the last tile."""
        at = self._at
        if at.missing:
            return
        if at.turn is None:
            self._begin(None)
            return
        state, turn = self.state, at.turn
        seat = state.turn or 0
        rest = Counter(_tiles(state))
        rest.subtract(at.drawn)
        dealt = replace(state, pile=(*at.drawn, *sorted(rest.elements())))
        after = decide(dealt, seat, turn, _Dealer()).state
        known = f"trade {len(turn.tiles)}" if isinstance(turn, Trade) else str(turn)
        self._at = _Moment(state=after, acts=(*at.acts, (seat, str(turn), known)))

    def _begin(self, starter: int | None) -> None:
        """Deal the hands, as soon as it is known who starts."""
        dealer = _Dealer(self._at.drawn, starter)
        names = [f"player {seat + 1}" for seat in range(self._players)]
        begun = begin(self._rules.edition, names, dealer).state
        if starter is None and len(dealer.tied) > 1:
            self._at = self._at._replace(tied=len(dealer.tied))
        else:
            self._at = _Moment(state=begun)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.turns()[action])
        return f"starter {action}" if self._at.tied else f"draw {KINDS[action]}"

    def __str__(self) -> str:
        at = self._at
        if at.state is None:
            return f"drawn: {' '.join(at.drawn)}"
        hands = " / ".join(" ".join(seat.hand) for seat in at.state.seats)
        acts = [own for _, own, _ in at.acts] + ([] if at.turn is None else [str(at.turn)])
        return f"{'; '.join(acts)} | {hands} | {' '.join(at.drawn)}"

    def information_state_string(self, player: int | None = None) -> str:
        """The player's hand, their own turns, and what the others showed."""
        seat = self.current_player() if player is None else player
        if self._at.state is None:
            return "dealing"
        hand = " ".join(sorted(self.state.seats[seat].hand))
        acts = "; ".join(own if who == seat else known for who, own, known in self._at.acts)
        return f"{seat} | {hand} | {acts}"

    def observation_string(self, player: int | None = None) -> str:
        """The same text: it has the board in it, turn by turn."""
        return self.information_state_string(player)

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> QwirkleState:
        """A state that the player cannot tell from this one, any one as likely as it is."""
        sampled = self.clone()
        dealer = SeedDealer(f"{probability_sampler()!r}")
        sampled._at = self._at._replace(state=possible_state(self.view(player_id), dealer))
        return sampled  # type: ignore[no-any-return]


class _Shared:
    """The rules of a game, which copies of a state share."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def __deepcopy__(self, _: object) -> _Shared:
        return self


class _Observer:
    """Observations as texts."""

    def __init__(self, *, perfect_recall: bool) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}
        self._perfect_recall = perfect_recall

    def set_from(self, state: QwirkleState, player: int) -> None:
        """There is no tensor to set."""

    def string_from(self, state: QwirkleState, player: int) -> str:
        """What the player knows."""
        return state.information_state_string(player)


def _tiles(state: State) -> list[Tile]:
    return [piece for piece in state.pile if isinstance(piece, Tile)]


def _content(turn: Turn) -> tuple[object, ...]:
    tiles = sorted(getattr(turn, "tiles", ()))
    return type(turn), tuple(tiles), getattr(turn, "cell", None)


def _draws(state: State, turn: Turn) -> int:
    """How many tiles a turn draws."""
    if not isinstance(turn, Place | Trade):
        return 0
    seat = state.turn or 0
    after = decide(state, seat, turn, _Dealer()).state
    kept = len(state.seats[seat].hand) - len(turn.tiles)
    return len(after.seats[seat].hand) - kept


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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification=_DEFAULTS,
    )


pyspiel.register_game(_game_type(2), QwirkleGame)
