# The C types of turns.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t

from qwirkle.engine.episodes cimport columns, ranking, tiles
from qwirkle.engine.placement cimport bits, grid

cdef int POINTS_ROOM, TRADED_ROOM


cdef class Turns(tiles.Tiles):
    cdef int16_t[::1] features
    cdef long long features_at
    cdef readonly int listed, left_out
    cdef int shown
    cdef uint64_t[::1] codes
    cdef uint16_t[::1] acts
    cdef uint16_t[::1] worths
    cdef int32_t[::1] totals
    cdef uint64_t[::1] owned_kinds
    cdef int32_t[::1] chosen

    @cython.locals(seat=int, takes=int, which=int, found=int, least=int, most=int)
    cdef inline int _list_turns(self) noexcept nogil
    @cython.locals(spare=int, which=int, points=int)
    cdef inline int _add_some(self, int found, int least) noexcept nogil
    @cython.locals(points=int, which=int)
    cdef inline int _threshold(self, int found, int spare) noexcept nogil
    @cython.locals(
        owned=int, rest=uint64_t, code=uint64_t, count=int, which=int, kind=uint64_t)
    cdef inline int _list_trades(self, int seat, int most) noexcept nogil
    @cython.locals(at=cython.longlong, column=int)
    cdef inline int _add(self, int act, uint64_t code, int points) noexcept nogil
    @cython.locals(at=cython.longlong, tall=uint64_t, which=int)
    cdef inline int _add_trade(self, uint64_t code, int count) noexcept nogil
    @cython.locals(at=cython.longlong)
    cdef inline int _add_take(self, int cell) noexcept nogil
    @cython.locals(row=int, column=int)
    cdef inline int _describe_cell(self, long long at, int cell) noexcept nogil
    @cython.locals(
        at=cython.longlong, axis=int, before=int, count=int, step=int, cell=int, bonus=int,
        stars=int, qwirkles=int, fives=int, apart=int, along=int, place=int, source=int,
        across=uint64_t, length=int, run=int)
    cdef inline int _add_placement(self, uint64_t code, int points) noexcept nogil
    @cython.locals(at=cython.longlong, which=int)
    cdef inline int _blank_rest(self) noexcept nogil
    @cython.locals(seat=int, which=int)
    cdef inline int _act_by_turns(self, int action) noexcept nogil
