"""A kit for authors of bots, which checks everything that users of a bot rely on.

``check_bot`` lets it play whole games of everything it knows and raises a ConformanceError with one
clear sentence when it

- makes a turn the rules refuse, returns something that is not a turn, or raises an error;
- does not repeat itself, given the same seed and the same views;
- depends on anything its seat may not know;
- answers when it is not its turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing

from qwirkle.errors import BotError, ConformanceError, IllegalTurn
from qwirkle.players.answers import ask
from qwirkle.players.base import Bot
from qwirkle.players.registry import bot
from qwirkle.players.rng import Chance
from qwirkle.rules.dealing import SeedDealer
from qwirkle.rules.family import (
    GAMES,
    AnyEdition,
    AnyState,
    AnyTurn,
    AnyView,
    begin,
    decide,
    edition,
    view,
)
from qwirkle.testing.redeal import redeal

Making = Callable[[str], Bot]
"""A function that makes a bot from a seed."""


def check_bot(
    made: str | Making,
    *,
    games: Iterable[str] = GAMES,
    players: Sequence[int] = (2, 3, 4),
    seed: str = "conformance",
    repeatable: bool = True,
    allow_code: bool = False,
) -> int:
    """Try out the bot of a spec, or of a function that makes one from a seed.

    Args:
        made: A spec, or a function that returns a bot for a seed.
        games: The ids of the games to play, of those that the bot knows.
        players: The numbers of players to try.
        seed: The seed of all games and bots.
        repeatable: False for a bot that looks at the clock and so cannot repeat itself.
        allow_code: Whether the spec may start a program or import a module.

    Returns:
        The number of turns played.

    Raises:
        ConformanceError: The bot failed; the message is one sentence.
    """
    make = (
        (lambda chosen: bot(made, chosen, allow_code=allow_code)) if isinstance(made, str) else made
    )
    editions = [edition(game) for game in games]
    with closing(make(seed)) as player:
        known = [rules for rules in editions if player.knows(rules)]
    if not known:
        raise ConformanceError("the bot plays none of these games")
    return sum(
        _Trial(make, rules, count, seed, repeatable).play()
        for rules in known
        for count in players
        if rules.fewest_players <= count <= rules.most_players
    )


class _Trial:
    """One whole game in which the bot takes every seat, each with a seed of its own."""

    def __init__(
        self, make: Making, rules: AnyEdition, players: int, seed: str, repeatable: bool
    ) -> None:
        self._make = make
        self._rules = rules
        self._seeds = [f"{seed}/{seat}" for seat in range(players)]
        self._dealer = SeedDealer(seed)
        self._chance = Chance(seed)
        self._repeatable = repeatable
        self._turns = 0

    def play(self) -> int:
        """Play it to its end; return the number of turns."""
        names = [f"player {seat + 1}" for seat in range(len(self._seeds))]
        state = begin(self._rules, names, self._dealer).state
        with ExitStack() as leaving:
            bots, twins = (
                [leaving.enter_context(closing(self._make(seed))) for seed in self._seeds]
                for _ in range(2)
            )
            while (seat := state.turn) is not None:
                self._check_refusals(bots, state)
                turn = self._choose(bots[seat], view(state, seat))
                if self._repeatable:
                    self._check_twin(twins[seat], state, seat, turn)
                try:
                    state = decide(state, seat, turn, self._dealer).state
                except IllegalTurn as refused:
                    raise self._error(f"its turn {turn} is illegal: {refused}") from None
                self._turns += 1
            self._check_refusals(bots, state)
        return self._turns

    def _choose(self, player: Bot, seen: AnyView) -> AnyTurn:
        try:
            turn = ask(player, seen)
        except BotError as error:
            raise self._error(str(error)) from error
        if player.lost_turns:
            raise self._error(str(player.last_fault))
        return turn

    def _check_twin(self, twin: Bot, state: AnyState, seat: int, turn: AnyTurn) -> None:
        """Ask a twin with the same seed about a game that its seat cannot tell from this one."""
        other = self._choose(twin, view(redeal(state, seat, self._chance), seat))
        if other != turn:
            raise self._error(
                f"with the same seed and the same view it played {turn} and then {other}; "
                "a turn may depend on nothing else"
            )

    def _check_refusals(self, bots: Sequence[Bot], state: AnyState) -> None:
        """Check that neither a seat that is not to move nor a spectator can be asked for a turn."""
        for seat in (*range(len(bots)), None):
            if seat is not None and seat == state.turn:
                continue
            try:
                bots[seat or 0].choose(view(state, seat))
            except BotError:
                continue
            raise self._error("it made a turn when it was not its turn")

    def _error(self, sentence: str) -> ConformanceError:
        players = len(self._seeds)
        return ConformanceError(
            f"{self._rules.id}, {players} players, turn {self._turns + 1}: {sentence}"
        )
