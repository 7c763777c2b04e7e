# The C types of table.py; the same remarks as in core.pxd.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine cimport bits, core

cdef int SEATS, GOING_OUT, IDLE_ROUNDS, HISTORY_ROOM
cdef int RANDOM, GREEDY
cdef uint64_t ONE


@cython.final
cdef class Table:
    cdef readonly core.Position position
    cdef readonly int players, seat, turns, idle, passes, bag_n, history_n
    cdef readonly long long listed, points
    cdef int32_t[::1] count
    cdef uint64_t[::1] held
    cdef int32_t[::1] size
    cdef int32_t[::1] bag
    cdef int32_t[::1] aside
    cdef int32_t[::1] score
    cdef int32_t[::1] policy
    cdef uint64_t[::1] history
    cdef uint64_t[::1] hands

    @cython.locals(seat=int, which=int)
    cdef int _clear(self) noexcept nogil
    @cython.locals(which=int, largest=int, seat=int, size=int)
    cdef int _deal(self) noexcept nogil
    cdef int _give(self, int seat, int tile) noexcept nogil
    cdef int _drop(self, int seat, int tile) noexcept nogil
    cdef int _return(self, int tile) noexcept nogil
    @cython.locals(which=int)
    cdef int _refill(self, int seat, int size) noexcept nogil
    cdef int _released(self, int games)
    @cython.locals(turns=int, _=int, seat=int)
    cdef int _play_games(self, int games) noexcept nogil
    @cython.locals(changes=int)
    cdef int _play(self) noexcept nogil
    @cython.locals(least=int)
    cdef int _choose(self, uint64_t hand) noexcept nogil
    @cython.locals(seat=int, hand=uint64_t, points=int, count=int, which=int)
    cdef int _turn(self) noexcept nogil
    @cython.locals(wanted=int, size=int, traded=int, kind=int, which=int)
    cdef int _trade(self, int seat) noexcept nogil
    @cython.locals(positions=int, turn=int, start=int, count=int, which=int)
    cdef int _replay(self, int listing, int least, int most) noexcept nogil
