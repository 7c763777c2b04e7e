# The C types of window.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t

from qwirkle.engine.episodes cimport columns, game, ranking
from qwirkle.engine.placement cimport bits, grid

@cython.locals(at=int)
cdef int _fill(uint8_t[::1] planes, int first, int count, int what) noexcept nogil


cdef class Window(game.Game):
    cdef readonly int wide, high, first_column, first_row, hidden, done
    cdef uint8_t[::1] planes
    cdef int64_t[::1] axes
    cdef int16_t[::1] counts
    cdef int planes_at, axes_at, counts_at
    cdef int32_t[::1] partial_cells
    cdef int32_t[::1] partial_kinds
    cdef int32_t[::1] put_aside
    cdef int32_t[::1] box
    cdef int partial_n

    @cython.locals(column=int, row=int)
    cdef inline int _place_of(self, int cell) noexcept nogil
    cdef inline int _cell_at(self, int place) noexcept nogil
    @cython.locals(count=int, which=int)
    cdef inline int _measure(self) noexcept nogil
    @cython.locals(column=int, row=int)
    cdef inline int _widen(self, int cell) noexcept nogil
    @cython.locals(start=int)
    cdef inline int _start(self, int least, int largest, int size) noexcept nogil
    @cython.locals(left=int, top=int, wide=int)
    cdef inline int _scroll(self) noexcept nogil
    cdef inline int _set(self, int plane, int place, int what) noexcept nogil
    @cython.locals(cells=int, place=int, row=int, cell=int, which=int, count=int, _=int)
    cdef inline int _draw_all(self) noexcept nogil
    cdef inline int _draw_ground(self, int ground, int place) noexcept nogil
    @cython.locals(place=int)
    cdef inline int _draw_partial(self, int which) noexcept nogil
    cdef inline int _draw_tile(self, int place, int kind, int what) noexcept nogil
    @cython.locals(at=int, row=uint64_t, column=uint64_t)
    cdef inline int _draw_axes(self, int cell, int place) noexcept nogil
    @cython.locals(way=int, step=int, other=int)
    cdef inline int _draw_round(self, int cell) noexcept nogil
    cdef inline int _forget(self) noexcept nogil
    @cython.locals(kind=int)
    cdef inline int _draw_start(self) noexcept nogil
    @cython.locals(place=int)
    cdef inline int _draw_act(self, int seat) noexcept nogil
    @cython.locals(which=int, cell=int, place=int)
    cdef inline int _draw_turn(self, int seat) noexcept nogil
    @cython.locals(
        at=int, acting=int, kind=int, held=int, unseen=int,
        which=int, away=int, other=int, here=int)
    cdef inline int _count_for(self, int seat) noexcept nogil
