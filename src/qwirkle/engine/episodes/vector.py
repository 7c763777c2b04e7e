"""Many games stepped together by several threads, without the interpreter's lock.

Games are the leaves of trees, because compiled code can follow the attributes of an object without
the lock, but not look into a list. Each thread has a tree of its own, which it steps from the
front; then it helps the others, from the back. So a thread that is late, or has longer games,
delays nobody. Like ``board.py`` this serves both backends.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from qwirkle.engine.episodes import atomics, card_episode, episode
from qwirkle.engine.placement import bits

try:
    import cython  # type: ignore[import-untyped, import-not-found, unused-ignore]
except ImportError:
    from qwirkle.engine import uncompiled as cython

# Branches: two others, or a game of one of the families.
NODE = 0
TILES = 1
CARDS = 2

# The numbers that all threads of a vector share.
STEP = 0
FINISHED = 1
REFUSED = 2


class Results:
    """The flat arrays, owned by the caller, into which steps write their results."""

    def __init__(  # noqa: PLR0917 - one for each array
        self,
        actions: Any,
        rewards: Any,
        ended: Any,
        seats: Any,
        scores: Any,
        turns: Any,
    ) -> None:
        """Use these arrays, with an entry for each game.

        For each game: its action, four rewards, whether it ended, the seat to move, and of the last
        game that ended its four scores and its number of turns.
        """
        self.actions = actions
        self.rewards = rewards
        self.ended = ended
        self.seats = seats
        self.scores = scores
        self.turns = turns
        # Whether the next game begins only with the step after the end of one.
        self.waits = 0

    def wait_after_end(self) -> None:
        """Leave games that are over as they are; the next step begins the next one instead."""
        self.waits = 1

    def _clear_rewards(self, number: int) -> int:
        for seat in range(bits.SEATS):
            self.rewards[bits.SEATS * number + seat] = 0.0
        return 0

    def _keep_rewards(self, number: int, players: int, rewards: array[float]) -> int:
        for seat in range(players):
            self.rewards[bits.SEATS * number + seat] = rewards[seat]
        return 0

    def _keep_end(self, number: int, players: int, scores: array[int], turns: int) -> int:
        for seat in range(players):
            self.scores[bits.SEATS * number + seat] = scores[seat]
        self.turns[number] = turns
        return 0


class Branch:
    """One game, or two branches of the tree."""

    def __init__(
        self,
        left: Branch | None = None,
        right: Branch | None = None,
        *,
        results: Any = None,
        tiles: Any = None,
        cards: Any = None,
    ) -> None:
        """Make a node with two branches, or a leaf with the game of a family and its results."""
        self.results = results
        self.tiles = tiles
        self.cards = cards
        self.leaf = NODE
        if tiles is not None:
            self.leaf = TILES
        elif cards is not None:
            self.leaf = CARDS
        self.group = -1
        # Attributes that compiled code follows are never None, so a leaf refers to itself here.
        self.left = self if left is None else left
        self.right = self if right is None else right

    def _step(self) -> int:
        """Step all games; return how many actions were not allowed.

        A game that ends is followed immediately by the next one.
        """
        if self.leaf == TILES:
            return self._step_tiles()
        if self.leaf == CARDS:
            return self._step_cards()
        return self.left._step() + self.right._step()

    def _step_tiles(self) -> int:
        number = self.tiles.number
        if self.tiles.ending:
            return self._begin_after_end(number)
        if self.tiles._step(self.results.actions[number]):
            return 1
        self.results._keep_rewards(number, self.tiles.players, self.tiles.rewards)
        self.results.ended[number] = 1 if self.tiles.ending else 0
        if self.tiles.ending:
            self.results._keep_end(number, self.tiles.players, self.tiles.score, self.tiles.turns)
            if self.results.waits == 0:
                self.tiles._restart()
        self.results.seats[number] = self.tiles.seat
        return 0

    def _step_cards(self) -> int:
        number = self.cards.number
        if self.cards.ending:
            return self._begin_after_end(number)
        if self.cards._step(self.results.actions[number]):
            return 1
        self.results._keep_rewards(number, self.cards.players, self.cards.rewards)
        self.results.ended[number] = 1 if self.cards.ending else 0
        if self.cards.ending:
            self.results._keep_end(number, self.cards.players, self.cards.score, self.cards.turns)
            if self.results.waits == 0:
                self.cards._restart()
        self.results.seats[number] = self.cards.seat
        return 0

    def _begin_after_end(self, number: int) -> int:
        """Begin the next game of a place, whatever the action."""
        if self.leaf == TILES:
            self.tiles._restart()
            self.results.seats[number] = self.tiles.seat
        else:
            self.cards._restart()
            self.results.seats[number] = self.cards.seat
        self.results.ended[number] = 0
        self.results._clear_rewards(number)
        return 0


def leaf(results: Results, game: episode.Episode | card_episode.CardEpisode) -> Branch:
    """Return a branch with one game."""
    if isinstance(game, card_episode.CardEpisode):
        return Branch(results=results, cards=game)
    return Branch(results=results, tiles=game)


def join(branches: Sequence[Branch]) -> Branch:
    """Return a balanced tree of these branches."""
    level = list(branches)
    while len(level) > 1:
        odd = level[-1:] if len(level) % 2 else []
        level = [
            Branch(left, right) for left, right in zip(level[::2], level[1::2], strict=False)
        ] + odd
    return level[0]


class Lane:
    """A thread's games, and the way to those of the other threads.

    Games that share their scratch space are a group, which a thread claims as a whole.
    """

    def __init__(self, groups: Sequence[Sequence[Branch]], first: int) -> None:
        """Make the lane of the thread that owns these groups, numbered from ``first`` on."""
        trees = [join(group) for group in groups]
        for which, tree in enumerate(trees):
            tree.group = first + which
        self.tree = join(trees)
        self.next = self
        self.claims = array("q", [0])
        self.shared = array("q", [0])
        self.threads = 1
        self.groups = len(trees)
        self.seen = 0

    def step(self) -> int:
        """Step all games of all threads; return how many actions were not allowed."""
        return self._lead_released()

    def attend(self) -> None:
        """Help with steps, as long as the next one comes soon."""
        self._attend_released()

    def _lead_released(self) -> int:
        with cython.nogil:
            return self._lead()

    def _attend_released(self) -> int:
        with cython.nogil:
            return self._attend()

    def _lead(self) -> int:
        atomics.write(self.shared, FINISHED, 0)
        atomics.write(self.shared, REFUSED, 0)
        step = atomics.read(self.shared, STEP) + 1
        atomics.write(self.shared, STEP, step)
        self._work(step, self.threads)
        waits = 0
        while atomics.read(self.shared, FINISHED) < self.groups:
            # Others are finishing the last groups; if they have no processor, they get this one.
            waits += 1
            if waits < atomics.PATIENCE:
                atomics.pause()
            else:
                atomics.give_way()
        return atomics.read(self.shared, REFUSED)

    def _attend(self) -> int:
        waits = 0
        while waits < atomics.PATIENCE:
            step = atomics.read(self.shared, STEP)
            if step == self.seen:
                waits += 1
                atomics.pause()
            else:
                waits = 0
                self.seen = step
                self._work(step, self.threads)
        return 0

    def _work(self, step: int, threads: int) -> int:
        """Step all unclaimed games: the thread's own, and then those of the next threads."""
        self._claim(self.tree, step, 1 if threads == self.threads else 0)
        if threads > 1:
            self.next._work(step, threads - 1)
        return 0

    def _claim(self, tree: Branch, step: int, forward: int) -> int:
        if tree.group < 0:
            if forward:
                self._claim(tree.left, step, 1)
                return self._claim(tree.right, step, 1)
            self._claim(tree.right, step, 0)
            return self._claim(tree.left, step, 0)
        if atomics.replace(self.claims, tree.group, step - 1, step):
            refused = tree._step()
            if refused:
                atomics.add(self.shared, REFUSED, refused)
            atomics.add(self.shared, FINISHED, 1)
        return 0


def assemble(parts: Sequence[Sequence[Sequence[Branch]]]) -> list[Lane]:
    """Return the lanes of threads that share their work, given the groups of games of each."""
    lanes = []
    count = 0
    for groups in parts:
        lanes.append(Lane(groups, count))
        count += len(groups)
    claims, shared = array("q", [0]) * count, array("q", [0]) * 3
    for which, lane in enumerate(lanes):
        lane.next = lanes[(which + 1) % len(lanes)]
        lane.claims, lane.shared = claims, shared
        lane.threads, lane.groups = len(lanes), count
    return lanes
