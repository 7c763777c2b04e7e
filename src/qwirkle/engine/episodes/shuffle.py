"""Chance as it is specified: the dealer of docs/dealing.md, and the generator of the bots.

Like ``board.py`` it serves both backends and works with numbers only. ``rules/dealing.py`` and
``players/rng.py`` do the same in plain Python, and the tests keep them equal: a game that the core
deals is the game that the library deals from the same seed.

A dealer reads SHA-256 in counter mode, over its key, the number of the block and the label of the
shuffle. All its messages fit one block of the hash. A bot draws its lots from SplitMix64.
"""

from __future__ import annotations

from array import array
from math import isqrt

from qwirkle.engine.episodes import state_columns
from qwirkle.engine.placement import bits

M32 = 0xFFFFFFFF
# The longest message that fits one block of SHA-256 with its padding.
LONGEST = 55
KEY_BYTES = 32
# The key and the number of the block come before the label.
LABEL_AT = 40
# The labels that the rules use for the shuffles of a game.
BAG = 0
SPECIALS = 1
STARTER = 2
DECK = 3
# The labels from here on end in a number.
TRADE = 4
DECK_AGAIN = 5
EXCHANGE = 6
LABEL_ROOM = 16


def primes(count: int) -> list[int]:
    """Return the first primes."""
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % prime for prime in found):
            found.append(number)
        number += 1
    return found


def cube_root(number: int) -> int:
    """Return the whole part of a cube root."""
    low, high = 0, 1 << (number.bit_length() // 3 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**3 <= number else (low, middle - 1)
    return low


# As the standard defines them: the first 32 bits of the fractional parts of roots of primes.
_FIRST = primes(64)
CONSTANTS = array("I", [cube_root(prime << 96) & M32 for prime in _FIRST])
START = array("I", [isqrt(prime << 64) & M32 for prime in _FIRST[:8]])
_LABELS = (b"bag", b"specials", b"starter", b"deck", b"trade ", b"deck ", b"exchange ")
# The same number of bytes for each label; the rest is zero.
LABELS = array("B", b"".join(label.ljust(LABEL_ROOM, b"\0") for label in _LABELS))
LABEL_SIZES = array("i", [len(label) for label in _LABELS])


class Shuffle:
    """A dealer with a key, and a generator of lots for each seat."""

    def __init__(self) -> None:
        self.key = array("B", bytes(KEY_BYTES))
        self.message = array("B", bytes(64))
        self.schedule = array("I", [0]) * 64
        self.digest = array("I", [0]) * 8
        self.chances = array("Q", [0]) * 4
        self.size = 0
        self.block = 0
        self.at = 0

    # For Python

    def set_key(self, key: bytes) -> None:
        """Deal from this key, which is the SHA-256 of the seed."""
        if len(key) != KEY_BYTES:
            raise ValueError("the key of a dealer has 32 bytes")
        for which, byte in enumerate(key):
            self.key[which] = byte

    def set_seed(self, seed: bytes) -> None:
        """Deal from a short seed."""
        if len(seed) > LONGEST:
            raise ValueError("a seed in the core has at most 55 bytes")
        for which, byte in enumerate(seed):
            self.message[which] = byte
        self._hash(len(seed))
        self._keep_key()

    def set_chance(self, seat: int, state: int) -> None:
        """Set the state of a seat's random number generator."""
        if not 0 <= seat < 4:
            raise ValueError("no such seat")
        self.chances[seat] = state & bits.WORD

    def lot(self, seat: int, limit: int) -> int:
        """Return a lot of a seat, from 0 to limit - 1."""
        if not 0 <= seat < 4 or limit < 1:
            raise ValueError("a seat draws lots below a limit")
        return self._lot(seat, limit)

    def shuffled(self, count: int, label: int, number: int = 0) -> list[int]:
        """Return the numbers from 0 to count - 1 as this dealer shuffles them."""
        if not 0 <= label < len(_LABELS):
            raise ValueError("no such label")
        things = array("i", [*range(count), 0])
        self._begin(label, number)
        self._shuffle(things, 0, count)
        return list(things[:count])

    # Inside

    def _begin(self, label: int, number: int) -> int:
        """Begin a stream of words; a number ends the label of a trade, an exchange or a deal."""
        for which in range(KEY_BYTES):
            self.message[which] = self.key[which]
        count = LABEL_SIZES[label]
        for which in range(count):
            self.message[LABEL_AT + which] = LABELS[LABEL_ROOM * label + which]
        self.size = LABEL_AT + count
        if label >= TRADE:
            self._write(number)
        self.block = 0
        self.at = 8
        return 0

    def _write(self, number: int) -> int:
        """Append a number to the message, in decimal digits."""
        digits = 1
        rest = number // 10
        while rest:
            digits += 1
            rest //= 10
        for which in range(digits):
            self.message[self.size + digits - 1 - which] = 48 + number % 10
            number //= 10
        self.size += digits
        return 0

    def _word(self) -> int:
        if self.at == 8:
            for which in range(8):
                self.message[KEY_BYTES + which] = 0
            # A game uses far fewer than 65,536 blocks for one shuffle.
            self.message[LABEL_AT - 2] = (self.block >> 8) & 255
            self.message[LABEL_AT - 1] = self.block & 255
            self._hash(self.size)
            self.block += 1
            self.at = 0
        self.at += 1
        return self.digest[self.at - 1]

    def _shuffle(self, things: array[int], first: int, count: int) -> int:
        """Shuffle by Fisher-Yates from the last place down, skipping words that favour a value."""
        last = count - 1
        while last > 0:
            limit = last + 1
            fair = (bits.WORD >> 32) + 1
            fair = fair // limit * limit
            word = self._word()
            while word >= fair:
                word = self._word()
            chosen = first + word % limit
            moved = things[first + last]
            things[first + last] = things[chosen]
            things[chosen] = moved
            last -= 1
        return 0

    def _lot(self, seat: int, limit: int) -> int:
        # Words at or above the largest multiple of the limit are skipped, so no lot is favoured.
        over = (bits.WORD % limit + 1) % limit
        word = self._chance(seat)
        while over and word > bits.WORD - over:
            word = self._chance(seat)
        return word % limit

    def _chance(self, seat: int) -> int:
        self.chances[seat] = (self.chances[seat] + bits.GOLDEN) & bits.WORD
        mixed = self.chances[seat]
        mixed = ((mixed ^ (mixed >> 30)) * bits.MIX_1) & bits.WORD
        mixed = ((mixed ^ (mixed >> 27)) * bits.MIX_2) & bits.WORD
        return mixed ^ (mixed >> 31)

    def _keep_key(self) -> int:
        """Make the last digest the key."""
        for which in range(KEY_BYTES):
            self.key[which] = (self.digest[which >> 2] >> (24 - 8 * (which & 3))) & 255
        return 0

    def _reseed(self, seed: int) -> int:
        """Draw the lots of all seats, and a key, from one seed."""
        self.chances[0] = seed
        for which in range(KEY_BYTES):
            self.key[which] = self._chance(0) >> 56
        for seat in range(1, bits.SEATS):
            self.chances[seat] = self._chance(0)
        return 0

    def _store(self, row: array[int]) -> int:
        """Write the key and the lots into the row of a game."""
        for which in range(KEY_BYTES // 2):
            row[state_columns.KEY + which] = (self.key[2 * which] << 8) | self.key[2 * which + 1]
        for seat in range(bits.SEATS):
            for part in range(4):
                row[state_columns.CHANCES + 4 * seat + part] = (
                    self.chances[seat] >> (16 * part)
                ) & 0xFFFF
        return 0

    def _load(self, row: array[int]) -> int:
        """Read the key and the lots from the row of a game."""
        for which in range(KEY_BYTES // 2):
            self.key[2 * which] = row[state_columns.KEY + which] >> 8
            self.key[2 * which + 1] = row[state_columns.KEY + which] & 255
        for seat in range(bits.SEATS):
            state = 0
            for part in range(4):
                state = (state << 16) | row[state_columns.CHANCES + 4 * seat + 3 - part]
            self.chances[seat] = state
        return 0

    def _seed_game(self, seed: array[int], size: int, place: int, number: int, players: int) -> int:
        """Deal the game of the seed ``seed/place/number``; a seat's lots add its own number."""
        for seat in range(-1, players):
            self.size = size
            for which in range(size):
                self.message[which] = seed[which]
            self._write_part(place)
            self._write_part(number)
            if seat >= 0:
                self._write_part(seat)
            self._hash(self.size)
            if seat < 0:
                self._keep_key()
            else:
                self.chances[seat] = self.digest[0]
                self.chances[seat] = (self.chances[seat] << 32) | self.digest[1]
        return 0

    def _write_part(self, number: int) -> int:
        self.message[self.size] = 47
        self.size += 1
        return self._write(number)

    def _hash(self, size: int) -> int:
        """Compute the SHA-256 of the first bytes of the message, at most 55 of them."""
        self.message[size] = 128
        for which in range(size + 1, 62):
            self.message[which] = 0
        self.message[62] = (size >> 5) & 255
        self.message[63] = (size << 3) & 255
        for which in range(16):
            self.schedule[which] = (
                (self.message[4 * which] << 24)
                | (self.message[4 * which + 1] << 16)
                | (self.message[4 * which + 2] << 8)
                | self.message[4 * which + 3]
            )
        for which in range(16, 64):
            far = self.schedule[which - 15]
            near = self.schedule[which - 2]
            far = _turned(far, 7) ^ _turned(far, 18) ^ (far >> 3)
            near = _turned(near, 17) ^ _turned(near, 19) ^ (near >> 10)
            self.schedule[which] = (
                self.schedule[which - 16] + far + self.schedule[which - 7] + near
            ) & M32
        for which in range(8):
            self.digest[which] = START[which]
        return self._compress()

    def _compress(self) -> int:
        a = START[0]
        b = START[1]
        c = START[2]
        d = START[3]
        e = START[4]
        f = START[5]
        g = START[6]
        h = START[7]
        for which in range(64):
            chosen = (e & f) ^ ((e ^ M32) & g)
            first = _turned(e, 6) ^ _turned(e, 11) ^ _turned(e, 25)
            first = (h + first + chosen + CONSTANTS[which] + self.schedule[which]) & M32
            most = (a & b) ^ (a & c) ^ (b & c)
            second = _turned(a, 2) ^ _turned(a, 13) ^ _turned(a, 22)
            second = (second + most) & M32
            h = g
            g = f
            f = e
            e = (d + first) & M32
            d = c
            c = b
            b = a
            a = (first + second) & M32
        self.digest[0] = (self.digest[0] + a) & M32
        self.digest[1] = (self.digest[1] + b) & M32
        self.digest[2] = (self.digest[2] + c) & M32
        self.digest[3] = (self.digest[3] + d) & M32
        self.digest[4] = (self.digest[4] + e) & M32
        self.digest[5] = (self.digest[5] + f) & M32
        self.digest[6] = (self.digest[6] + g) & M32
        self.digest[7] = (self.digest[7] + h) & M32
        return 0


def _take_out(things: array[int], first: int, count: int, wanted: int) -> int:
    """Close the gap left by the first of the wanted things in a row; the others keep order."""
    at = first
    last = first + count - 1
    while things[at] != wanted:
        at += 1
    while at < last:
        things[at] = things[at + 1]
        at += 1
    return 0


def _turned(word: int, places: int) -> int:
    return ((word >> places) | (word << (32 - places))) & M32
