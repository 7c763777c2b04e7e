# The C types of spots.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine.placement cimport bits, grid

cdef int SPOTS


@cython.final
cdef class Spots:
    cdef grid.Grid position
    cdef int32_t[::1] cell
    cdef int32_t[::1] worth

    @cython.locals(which=int, cell=int, points=int)
    cdef int _lone(self, uint64_t hand) noexcept nogil
    @cython.locals(which=int, cell=int, points=int, at=int)
    cdef int _note(self, uint64_t hand) noexcept nogil
    @cython.locals(
        cell=int, along=int, before=int, row=int, column=int, after=int, at=int, down=int,
        right=int)
    cdef int _sure(self, uint64_t code) noexcept nogil
    cdef int _points(self, int cell) noexcept nogil
