# The C types of guesses.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine.placement cimport bits, grid, value

cdef int MOST
cdef double PATIENCE, FLOOR

@cython.locals(part=double)
cdef double _decay(double lost) noexcept nogil


@cython.final
cdef class Guesses:
    cdef value.Valuer valuer
    cdef grid.Grid position
    cdef int32_t[::1] pool
    cdef int32_t[::1] tiles
    cdef double[::1] likely
    cdef int32_t[::1] chosen
    cdef int32_t[::1] placed
    cdef int pool_n
    cdef readonly int size, n

    cdef int _guess_released(self, uint64_t code, int points, int breadth, double greed)
    @cython.locals(which=int, tile=int, other=int, kind=int)
    cdef int _guess(self, uint64_t code, int points, int breadth, double greed) noexcept nogil
    @cython.locals(total=double, step=double, reached=double, passed=double, which=int, at=int)
    cdef int _choose(self) noexcept nogil
    @cython.locals(kind=int, tile=int, most=int, best=double, lost=double, part=double)
    cdef double _likelihood(
        self, int which, uint64_t code, int points, int breadth, double greed) noexcept nogil
