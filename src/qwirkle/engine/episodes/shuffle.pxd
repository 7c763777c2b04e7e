# The C types of shuffle.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from qwirkle.engine.episodes cimport state_columns
from qwirkle.engine.placement cimport bits

cdef uint32_t M32
cdef int LONGEST, KEY_BYTES, LABEL_AT, LABEL_ROOM
cdef int BAG, SPECIALS, STARTER, DECK, TRADE, DECK_AGAIN, EXCHANGE
cdef uint32_t[::1] CONSTANTS
cdef uint32_t[::1] START
cdef uint8_t[::1] LABELS
cdef int32_t[::1] LABEL_SIZES

cdef uint32_t _turned(uint32_t word, int places) noexcept nogil
@cython.locals(at=int, last=int)
cdef int _take_out(int32_t[::1] things, int first, int count, int wanted) noexcept nogil


@cython.final
cdef class Shuffle:
    cdef uint8_t[::1] key
    cdef uint8_t[::1] message
    cdef uint32_t[::1] schedule
    cdef uint32_t[::1] digest
    cdef uint64_t[::1] chances
    cdef int size, block, at

    @cython.locals(which=int, count=int)
    cdef int _begin(self, int label, int number) noexcept nogil
    @cython.locals(digits=int, rest=int, which=int)
    cdef int _write(self, int number) noexcept nogil
    @cython.locals(which=int)
    cdef uint64_t _word(self) noexcept nogil
    @cython.locals(last=int, limit=uint64_t, fair=uint64_t, word=uint64_t, chosen=int, moved=int)
    cdef int _shuffle(self, int32_t[::1] things, int first, int count) noexcept nogil
    @cython.locals(over=uint64_t, word=uint64_t)
    cdef int _lot(self, int seat, uint64_t limit) noexcept nogil
    @cython.locals(mixed=uint64_t)
    cdef uint64_t _chance(self, int seat) noexcept nogil
    @cython.locals(which=int)
    cdef int _keep_key(self) noexcept nogil
    @cython.locals(which=int, seat=int)
    cdef int _reseed(self, uint64_t seed) noexcept nogil
    @cython.locals(which=int, seat=int, part=int)
    cdef int _store(self, uint16_t[::1] row) noexcept nogil
    @cython.locals(which=int, seat=int, part=int, state=uint64_t)
    cdef int _load(self, uint16_t[::1] row) noexcept nogil
    @cython.locals(seat=int, which=int)
    cdef int _seed_game(
        self, uint8_t[::1] seed, int size, int place, int number, int players) noexcept nogil
    cdef int _write_part(self, int number) noexcept nogil
    @cython.locals(which=int, far=uint32_t, near=uint32_t)
    cdef int _hash(self, int size) noexcept nogil
    @cython.locals(
        which=int, a=uint32_t, b=uint32_t, c=uint32_t, d=uint32_t, e=uint32_t, f=uint32_t,
        g=uint32_t, h=uint32_t, chosen=uint32_t, first=uint32_t, most=uint32_t, second=uint32_t)
    cdef int _compress(self) noexcept nogil
