"""The states that a search has met, with its findings about them.

Like ``board.py`` it serves both backends and works with numbers only. A state is a number; two
states share a pair of places, and the finding that costs least to lose is replaced. What an earlier
search left behind changes nothing: a table that was used before is as good as a new one.
"""

from __future__ import annotations

from array import array

from qwirkle.engine.placement import bits

# A remembered value is counted from the middle of 16 bits.
MIDDLE = 32768
# The meaning of a remembered value: at least this, at most this, exactly this.
AT_LEAST = 1
AT_MOST = 2
JUST = 3
# The number of the state that a search begins with.
FIRST = bits.GOLDEN


def _mix(number: int) -> int:
    """Scatter a number over a word (splitmix64)."""
    mixed = (number * bits.GOLDEN) & bits.WORD
    mixed = ((mixed ^ (mixed >> 30)) * bits.MIX_1) & bits.WORD
    mixed = ((mixed ^ (mixed >> 27)) * bits.MIX_2) & bits.WORD
    return mixed ^ (mixed >> 31)


class States:
    """A table of findings; those of earlier searches count as absent."""

    def __init__(self, states: int) -> None:
        """Make room for this many states: a power of two. Each takes 32 bytes."""
        if states < 2 or states & (states - 1):
            raise ValueError("the number of states must be a power of two")
        self.states = states
        self.known = array("Q", [0]) * (4 * states)
        self.generation = 0
        # The finding recalled last.
        self.code = 0
        self.value = 0
        self.kind = 0
        self.depth = 0

    def _begin(self) -> int:
        """Begin another search; return the number of its first state."""
        self.generation += 1
        return FIRST

    def _recall(self, state: int) -> int:
        """Read what is known about a state; return 0 if nothing is."""
        which = (state & (self.states - 2)) * 4
        if self._is_at(which, state) == 0:
            which += 4
            if self._is_at(which, state) == 0:
                return 0
        finding = self.known[which + 1]
        self.code = self.known[which + 2]
        self.value = (finding & 0xFFFF) - MIDDLE
        self.kind = (finding >> 16) & 3
        self.depth = (finding >> 18) & 255
        return 1

    def _remember(  # noqa: PLR0917 - a finding is this many numbers
        self, state: int, tiles: int, code: int, value: int, kind: int, depth: int
    ) -> int:
        """Store a finding in place of an older or shallower one; ``tiles`` are still in hands."""
        which = (state & (self.states - 2)) * 4
        if self._is_at(which, state) == 0 and (
            self._is_at(which + 4, state)
            or self._weight(self.known[which + 5]) < self._weight(self.known[which + 1])
        ):
            which += 4
        self.known[which] = state
        finding = (self.generation << 7) | tiles
        finding = (finding << 8) | depth
        finding = (finding << 2) | kind
        self.known[which + 1] = (finding << 16) | (value + MIDDLE)
        self.known[which + 2] = code
        return 0

    def _is_at(self, which: int, state: int) -> int:
        """Return whether this search has met the state and remembers it in this place."""
        if self.known[which] != state:
            return 0
        return 1 if (self.known[which + 1] >> 33) == self.generation else 0

    def _weight(self, finding: int) -> int:
        """Return the cost of losing an entry: it grows with the tiles left; none if it is old."""
        if (finding >> 33) != self.generation:
            return -1
        return (finding >> 18) & 0x7FFF
