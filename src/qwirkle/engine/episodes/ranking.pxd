# The C types of ranking.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport uint16_t, uint64_t

from qwirkle.engine.placement cimport bits, grid

cdef int ROOM, STEP_BITS, HIGH_TILES
cdef uint64_t[::1] RANK


@cython.final
cdef class Ranking:
    cdef uint64_t[::1] codes
    cdef uint16_t[::1] worth
    cdef uint64_t[::1] high
    cdef uint64_t[::1] low
    cdef public int n, most, too_many, banned_cell, banned_kind
    cdef int room

    @cython.locals(count=int, first=int, place=int, cell=int, words=uint64_t)
    cdef int _spot(self, grid.Grid position, uint64_t code) noexcept nogil

    @cython.locals(start=int, which=int, points=int, code=uint64_t)
    cdef int _gather(
        self, grid.Grid position, uint64_t hand, int least, int centre,
        int best_only) noexcept nogil
    @cython.locals(total=int, cell=int, reach=int, away=int)
    cdef int _list_over_centre(
        self, grid.Grid position, uint64_t hand, int start, int least) noexcept nogil
    @cython.locals(which=int, code=uint64_t)
    cdef int _add_listed(self, grid.Grid position) noexcept nogil
    @cython.locals(count=int, which=int)
    cdef int _is_banned(self, grid.Grid position, uint64_t code) noexcept nogil
    @cython.locals(which=int)
    cdef int _write_keys(self, grid.Grid position) noexcept nogil
    @cython.locals(
        code=uint64_t, count=int, first=int, high=uint64_t, low=uint64_t, last=int, place=int,
        step=uint64_t, source=int, cell=int, rank=uint64_t)
    cdef int _write_key(self, grid.Grid position, int which) noexcept nogil
    @cython.locals(left=int, right=int, high=uint64_t, low=uint64_t, up=int, down=int)
    cdef int _nth(self, int wanted) noexcept nogil
    @cython.locals(code=uint64_t, points=uint16_t, key=uint64_t)
    cdef int _swap(self, int up, int down) noexcept nogil
