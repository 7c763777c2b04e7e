# The C types of turns.py; the same remarks as in core/board.pxd.
cimport cython
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t

from qwirkle.engine.arena cimport game, ranking, tiles
from qwirkle.engine.core cimport bits, grid

cdef int ACT, POINTS, TILES, QWIRKLES, FIVES, STARS, BONUSES, ROW, COLUMN, DOWN
cdef int FIRST_KIND, FIRST_STEP, FEATURES
cdef int POINTS_ROOM, TRADED_ROOM
cdef uint64_t ONE


cdef class Turns(tiles.Tiles):
    cdef int16_t[::1] features
    cdef long long features_at
    cdef readonly int listed, left_out
    cdef int shown
    cdef uint64_t[::1] codes
    cdef uint8_t[::1] acts
    cdef uint16_t[::1] worths
    cdef uint64_t[::1] anchors
    cdef int32_t[::1] totals

    @cython.locals(seat=int, takes=int, which=int, found=int, least=int, spare=int, most=int)
    cdef inline int _list_turns(self) noexcept nogil
    @cython.locals(points=int, which=int)
    cdef inline int _threshold(self, int found, int spare) noexcept nogil
    @cython.locals(
        hand=uint64_t, first=int, last=int, which=int, cell=int, rest=uint64_t)
    cdef inline int _gather_in_order(self, int seat) noexcept nogil
    @cython.locals(which=int, cell=int, at=int)
    cdef inline int _sort_takes(self, int count) noexcept nogil
    @cython.locals(rest=uint64_t, here=uint64_t, _=int)
    cdef inline int _list_trades(self, int kind, uint64_t code, uint64_t count, uint64_t most) noexcept nogil
    @cython.locals(at=cython.longlong, column=int, count=int, which=int)
    cdef inline int _add(self, int act, uint64_t code, int points) noexcept nogil
    @cython.locals(row=int, column=int)
    cdef inline int _describe_cell(self, long long at, int cell) noexcept nogil
    @cython.locals(
        axis=int, before=int, count=int, step=int, cell=int, bonus=int, stars=int, qwirkles=int,
        fives=int, apart=int, along=int, place=int, source=int, across=uint64_t, length=int, run=int)
    cdef inline int _describe_placement(self, long long at, uint64_t code) noexcept nogil
    @cython.locals(at=cython.longlong, which=int)
    cdef inline int _blank_rest(self) noexcept nogil
    @cython.locals(seat=int, which=int)
    cdef inline int _act_by_turns(self, int action) noexcept nogil
