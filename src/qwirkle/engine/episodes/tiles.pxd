# The C types of tiles.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint64_t

from qwirkle.engine.episodes cimport columns, ranking, window
from qwirkle.engine.placement cimport bits, grid

cdef int MARKS_ROOM


cdef class Tiles(window.Window):
    cdef uint8_t[::1] mask
    cdef long long mask_at
    cdef readonly int choices
    cdef int32_t[::1] marks
    cdef int marks_n

    cdef inline int _mark(self, int action) noexcept nogil
    @cython.locals(action=int, which=int)
    cdef inline int _clear_mask(self) noexcept nogil
    @cython.locals(seat=int, cells=int, trading=int, kind=int, count=int, which=int)
    cdef inline int _mark_tiles(self) noexcept nogil
    cdef inline int _mark_stop(self) noexcept nogil
    @cython.locals(place=int)
    cdef inline int _mark_cell(self, int first, int cell) noexcept nogil
    @cython.locals(place=int)
    cdef inline int _mark_kinds(self, int cell, uint64_t kinds) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _mark_first(self, int seat) noexcept nogil
    @cython.locals(cell=int, away=int)
    cdef inline int _mark_next(self, int seat) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _mark_end(self, int seat, int cell, int step) noexcept nogil
    @cython.locals(which=int, count=int, tile=int, place=int, action=int)
    cdef inline int _mark_opening(self, int seat) noexcept nogil
    @cython.locals(found=int, which=int, tile=int)
    cdef inline int _has_partial(self, int count) noexcept nogil
    @cython.locals(first=int, kinds=uint64_t, kind=int)
    cdef inline int _mark_trades(self, int seat, int trading) noexcept nogil
    @cython.locals(seat=int, cells=int)
    cdef inline int _act_by_tiles(self, int action) noexcept nogil
    cdef inline int _put_down(self, int seat, int cell, int kind) noexcept nogil
    @cython.locals(which=int, opening=int)
    cdef inline int _finish_placement(self, int seat) noexcept nogil
    @cython.locals(
        points=int, bonus=int, away=int, down=int, across=int, which=int, longest=int, more=int,
        run=int)
    cdef inline int _points_of_placed(self) noexcept nogil
    @cython.locals(kind=int)
    cdef inline int _collect_trade(self) noexcept nogil
