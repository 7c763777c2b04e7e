"""A game that is played by numbers of actions: by turns (``turns.py``) or by tiles (``tiles.py``).

This module has the succession of games and rewards; ``opponents.py`` has the seats that the core
plays. Like ``board.py`` it serves both backends and works with numbers only.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from qwirkle.engine.episodes import columns, game, opponents, ranking, state_columns
from qwirkle.engine.placement import bits, grid

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

SEED_ROOM = 24

REWARD_POINTS = 0
REWARD_MARGIN = 1
REWARD_WIN = 2


class Episode(opponents.Opponents):
    """A game of which some or all seats are played from outside."""

    def __init__(self, position: grid.Grid, candidates: ranking.Ranking) -> None:
        """Make a game on this position; ``attach_actions`` sets how it is played."""
        super().__init__(position, candidates)
        self.by_tiles = 0
        self.outside = array("i", [1]) * bits.SEATS
        self.number = 0
        self.episode = 0
        self.reward_kind = REWARD_MARGIN
        self.rewards = array("d", [0]) * bits.SEATS
        self.paid = array("i", [0]) * bits.SEATS
        self.seed = array("B", bytes(SEED_ROOM))
        self.seed_n = 0
        self.refused = 0

    def attach_actions(
        self, mask: array[int], features: array[int], number: int, room: int, by_tiles: bool
    ) -> None:
        """Play by turns or by tiles, with a mask and, by turns, features in these flat arrays."""
        choices = self.actions_by_tiles() if by_tiles else room
        if len(mask) < (number + 1) * choices or (
            not by_tiles and len(features) < (number + 1) * room * columns.FEATURES
        ):
            raise ValueError("the arrays are too small for this game")
        self.by_tiles = 1 if by_tiles else 0
        self.choices = choices
        self.mask = mask
        self.features = features
        self.mask_at = number * self.choices
        self.features_at = 0 if by_tiles else number * room * columns.FEATURES
        self.codes = array("Q", [0]) * (1 if by_tiles else room)
        self.acts = array("H", [0]) * (1 if by_tiles else room)
        self.worths = array("H", [0]) * (1 if by_tiles else room)
        self.number = number

    def set_outside_seats(self, seats: Sequence[bool], reward: int) -> None:
        """Set which seats are played from outside, and what is rewarded."""
        for seat, outside in enumerate(seats):
            self.outside[seat] = 1 if outside else 0
        self.reward_kind = reward

    def start(self, seed: bytes) -> None:
        """Begin the first game of a seed; later games follow automatically."""
        if len(seed) > SEED_ROOM:
            raise ValueError("the seed of an environment has at most 24 bytes")
        for which, byte in enumerate(seed):
            self.seed[which] = byte
        self.seed_n = len(seed)
        self.episode = 0
        self.make_room_for_deals()
        with cython.nogil:
            self._restart()

    def start_from(self, key: bytes, chances: Sequence[int]) -> None:
        """Begin the game of a dealer's key, as ``begin`` does, and write its arrays."""
        self.begin(key, chances)
        with cython.nogil:
            self._show_start()

    def step(self, action: int) -> bool:
        """Do an action; return False, with nothing changed, if the mask forbids it."""
        if self.ending:
            raise ValueError("the game is over")
        return self._step_released(action) == 0

    def _step_released(self, action: int) -> int:
        """Do an action, and play the other seats, while other threads of the interpreter run."""
        with cython.nogil:
            return self._step(action)

    def do(
        self, act: int, placed: Sequence[tuple[int, int]], traded: Sequence[int], cell: int
    ) -> None:
        """Do an act that the rules have judged, in a turn with nothing put down yet."""
        seat = self.seat
        self.act = act
        if act == columns.TAKE:
            # The rest of the turn clears what is drawn there.
            self.cell = cell
        for which, (where, kind) in enumerate(placed):
            self.check_free(where, kind)
            self.partial_cells[which] = where
            self.partial_kinds[which] = kind
        self.partial_n = len(placed)
        for which, kind in enumerate(traded):
            self.aside[which] = kind
        self.aside_n = len(traded)
        if placed:
            self._finish_placement(seat)
        else:
            self._do()
            self._draw_act(seat)
        with cython.nogil:
            self._follow_up()

    def check_free(self, cell: int, kind: int) -> None:
        """Raise ValueError if the kind cannot be put on the cell, whatever the rules."""
        if self.position.tile_on(cell) >= 0 or not 0 <= kind < bits.KINDS:
            raise ValueError("a tile goes on an empty cell")

    def list_loaded(self) -> None:
        """List the turns of the view that was loaded; none of them can be done."""
        with cython.nogil:
            self._show_choice()

    def play_alone(self) -> None:
        """Play one act of the seat to move by its policy."""
        if self.ending:
            raise ValueError("the game is over")
        with cython.nogil:
            self._act_alone(self.seat)
            self._follow_up()

    def write_counts(self, seat: int) -> None:
        """Write the counts for a seat, whether it is its turn or not."""
        if not 0 <= seat < self.players:
            raise ValueError("no such seat")
        self._count_for(seat)

    def earned(self) -> list[float]:
        """Return the rewards of each seat for the last step."""
        return [self.rewards[seat] for seat in range(self.players)]

    def snapshot(self) -> array[int]:
        """Return the game as a row (``state_columns.py``); ValueError in the middle of a turn."""
        row = array("H", bytes(2 * state_columns.TILES_ROOM))
        if self.partial_n or any(self.aside_so_far()):
            raise ValueError("the turn is not complete")
        self._store(row)
        return row

    def restore(self, row: array[int], episode: int) -> None:
        """Continue the game of a row, which must be right, and write its arrays.

        ``episode`` is the number of the game that follows it. Points are rewarded from here on. If
        seats rotate, the one to move is that from outside; else the others play until it is.
        """
        self._load(row)
        self.episode = episode
        if self.rotates:
            self._seat_outside(self.seat)
        for seat in range(self.players):
            self.paid[seat] = self.score[seat]
            self.rewards[seat] = 0
        self._draw_start()
        with cython.nogil:
            self._play_others()
            self._show_choice()

    def begin_next(self) -> None:
        """Begin the next game."""
        with cython.nogil:
            self._restart()

    def _restart(self) -> int:
        """Deal the next game: the seed's text, the number and the count of games form its seed."""
        self.dealer._seed_game(self.seed, self.seed_n, self.number, self.episode, self.players)
        if self.rotates:
            self._seat_outside((self.number + self.episode) % self.players)
        self.episode += 1
        self._begin_game()
        return self._show_start()

    def _seat_outside(self, seat: int) -> int:
        """Let this seat alone be played from outside."""
        self._rotate(seat)
        for other in range(self.players):
            self.outside[other] = 1 if other == seat else 0
        return 0

    def _show_start(self) -> int:
        self._forget()
        for seat in range(self.players):
            self.paid[seat] = 0
            self.rewards[seat] = 0
        self._play_others()
        return self._show_choice()

    def _play_others(self) -> int:
        """Play the core's seats until a seat played from outside is to move."""
        while self.ending == game.RUNNING and self.outside[self.seat] == 0:
            self._act_alone(self.seat)
        return 0

    def _act_alone(self, seat: int) -> int:
        self._play_style(seat)
        if self.too_many:
            # Some of the choices are as good as all of them here.
            self.too_many = 0
            self._choose_placement(seat)
            self._do()
        return self._draw_act(seat)

    def _show_choice(self) -> int:
        """Write counts, mask and features for the seat whose turn it is."""
        self._clear_mask()
        self._count_for(self.seat)
        if self.by_tiles:
            return 0 if self.ending else self._mark_tiles()
        self.listed = 0
        if self.ending:
            self._blank_rest()
        else:
            self._list_turns()
        return self._describe_turns() if self.described_room else 0

    def _step(self, action: int) -> int:
        """Do an action and let the others play; return 1 if it is not allowed."""
        if action < 0 or action >= self.choices or self.mask[self.mask_at + action] == 0:
            self.refused = 1
            return 1
        self.refused = 0
        if self.by_tiles:
            self._act_by_tiles(action)
        else:
            self._act_by_turns(action)
        return self._follow_up()

    def _follow_up(self) -> int:
        self._play_others()
        running = 1 if self.ending == game.RUNNING else 0
        _reward(self.rewards, self.paid, self.score, self.players, self.reward_kind, running)
        return self._show_choice()


def _reward(  # noqa: PLR0917 - one for each number
    rewards: array[float],
    paid: array[int],
    score: array[int],
    players: int,
    kind: int,
    running: int,
) -> int:
    """Compute the rewards: points as they are scored; margin and win when the game is over."""
    for seat in range(players):
        rewards[seat] = 0
        if kind == REWARD_POINTS:
            rewards[seat] = score[seat] - paid[seat]
            paid[seat] = score[seat]
    if running or kind == REWARD_POINTS:
        return 0
    for seat in range(players):
        best = -1
        winners = 1
        for other in range(players):
            if other != seat:
                best = max(best, score[other])
                if score[other] == score[seat]:
                    winners += 1
        if kind == REWARD_MARGIN:
            rewards[seat] = score[seat] - best
        elif score[seat] >= best:
            rewards[seat] = 1.0 / winners
    return 0
