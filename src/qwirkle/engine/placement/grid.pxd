# The C types of grid.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport uint64_t

from qwirkle.engine.placement cimport bits, finder

cdef uint64_t[::1] SETS

@cython.locals(largest=int, which=int, size=int)
cdef int _largest_set(uint64_t hand) noexcept nogil


@cython.final
cdef class Grid(finder.Finder):
    cdef public uint64_t rng

    @cython.locals(mixed=uint64_t)
    cdef uint64_t _random(self) noexcept nogil
    cdef int _below(self, uint64_t limit) noexcept nogil
    @cython.locals(total=int, start=int, which=int)
    cdef int _any(self, uint64_t hand, int least, int centre) noexcept nogil
    @cython.locals(equals=int, start=int, which=int, points=int)
    cdef int _any_best(self, uint64_t hand, int least, int centre) noexcept nogil
