# The C types of opening.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine.placement cimport bits, grid

cdef uint64_t[::1] SETS


@cython.final
cdef class Opening:
    cdef grid.Grid position
    cdef int32_t[::1] centre
    cdef int centre_n, greedy
    cdef uint64_t spots

    @cython.locals(size=int, rows=uint64_t, axis=int, step=int, which=int, first=int, _=int)
    cdef int _choose(self, uint64_t hand, int least, int greedy, int on_centre) noexcept nogil
    @cython.locals(rows=long, line=int, kinds=int, ways=long, which=int)
    cdef uint64_t _rows(self, uint64_t hand, int size) noexcept nogil
    @cython.locals(points=int, which=uint64_t, ground=int, drawn=uint64_t)
    cdef int _consider(
        self, uint64_t first, uint64_t axis, int step, uint64_t size, uint64_t rows) noexcept nogil
    @cython.locals(
        which=long, kinds=uint64_t, line=int, ways=long, place=int, row=uint64_t, rest=uint64_t,
        kind=uint64_t, _=int)
    cdef uint64_t _row(self, uint64_t hand, int size) noexcept nogil
