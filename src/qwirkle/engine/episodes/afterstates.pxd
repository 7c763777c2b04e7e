# The C types of afterstates.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int16_t, uint64_t

from qwirkle.engine.episodes cimport columns, ranking, turns
from qwirkle.engine.placement cimport bits, grid, playout, value

cdef int NO_TURN


cdef class Afterstates(turns.Turns):
    cdef readonly value.Valuer valuer
    cdef float[::1] remains
    cdef long long remains_at, described_at
    cdef int16_t[::1] described
    cdef int described_room, described_n

    @cython.locals(least=int, spare=int, which=int, row=int)
    cdef inline int _describe_turns(self) noexcept nogil
    @cython.locals(act=int)
    cdef inline int _is_described(self, int which) noexcept nogil
    @cython.locals(points=int, count=int, which=int, spare=int)
    cdef inline int _least_described(self) noexcept nogil
    @cython.locals(at=cython.longlong, feature=int)
    cdef inline int _describe_turn(self, int which, int row) noexcept nogil
    @cython.locals(count=int, which=int)
    cdef inline int _look_after_trade(self, uint64_t code) noexcept nogil
    @cython.locals(row=int, at=cython.longlong, feature=int)
    cdef inline int _blank_rows(self, int first) noexcept nogil
