"""OpenSpiel's information-set Monte Carlo tree search plays against greedy.

    pip install "qwirkle[openspiel]"
    python is_mcts.py --simulations 100 --games 4

The search tries every turn once, then those that promise most. A leaf is worth the points by which
its player is ahead.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from qwirkle import bot
from qwirkle.engine.legal import placements
from qwirkle.env.open_spiel import NAME, QwirkleState
from qwirkle.rules.family import AnyTurn
from qwirkle.rules.placement.view import View


class PointsEvaluator:
    """Values a state by the scores, and a turn by its points."""

    def evaluate(self, state: QwirkleState) -> list[float]:
        """Return the lead of each of two players."""
        mine, theirs = state.scores()
        return [float(mine - theirs), float(theirs - mine)]

    def prior(self, state: QwirkleState) -> list[tuple[int, float]]:
        """Return the prior probability of each turn."""
        if state.is_chance_node():
            chances: list[tuple[int, float]] = state.chance_outcomes()
            return chances
        seen = state.view(state.current_player())
        if isinstance(seen, View):
            moves = placements(seen.board, seen.hand, seen.demands())
            points: dict[AnyTurn, int] = {move.turn: move.points for move in moves}
            weights = np.exp([points.get(turn, 0) / 2 for turn in state.turns()])
        else:
            # In the card game all choices of cards are alike before they are tried.
            weights = np.ones(len(state.turns()))
        return list(enumerate((weights / weights.sum()).tolist()))


def play(game_name: str, simulations: int, seed: int) -> float:
    """Play a game against greedy; the points by which the search won it."""
    game = pyspiel.load_game(NAME, {"game": game_name})
    random = np.random.RandomState(seed)
    search = ismcts.ISMCTSBot(
        game,
        PointsEvaluator(),
        uct_c=6.0,
        max_simulations=simulations,
        random_state=random,
        final_policy_type=ismcts.ISMCTSFinalPolicyType.MAX_VALUE,
        child_selection_policy=ismcts.ChildSelectionPolicy.PUCT,
    )
    greedy = bot("greedy", seed, rules=game.edition)
    own_seat = seed % 2
    state = game.new_initial_state()
    while not state.is_terminal():
        player = state.current_player()
        if player == pyspiel.PlayerId.CHANCE:
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(outcomes, p=chances))
        elif player == own_seat:
            state.apply_action(search.step(state))
        else:
            state.apply_action(state.action_of(greedy.choose(state.view(player))))
    margin: float = state.returns()[own_seat]
    return margin


def main() -> None:
    """Play some games and print the margins."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="classic")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--simulations", type=int, default=100)
    asked = parser.parse_args()
    margins = [play(asked.game, asked.simulations, seed) for seed in range(asked.games)]
    print(f"margins {margins}, mean {np.mean(margins):+.1f}")


if __name__ == "__main__":
    main()
