# The C types of outlook.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t

from qwirkle.engine.placement cimport bits, grid, playout, search


@cython.final
cdef class Outlook:
    cdef search.Search trials
    cdef playout.Playout table
    cdef int32_t[::1] kinds
    cdef int32_t[::1] own
    cdef double[::1] found

    cdef int _released(self, int count, int size)
    @cython.locals(seat=int, opening=int, declared=int, kind=int, which=int, tile=int, _=int)
    cdef int _weigh(self, int count, int size) noexcept nogil
    @cython.locals(kind=int)
    cdef int _empty(self, int seat) noexcept nogil
