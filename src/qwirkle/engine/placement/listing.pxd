# The C types of listing.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint16_t, uint64_t

from qwirkle.engine.placement cimport bits, grid

cdef int TILES, WIDTH


cdef class Listed:
    cdef public int points
    cdef public int which
    cdef public object spelt
    cdef public object shift


cdef Listed _fill(Listed listed, int which, object spelt, object shift)
cdef int _spell_listed(grid.Grid position, int32_t[::1] spelt) noexcept nogil

@cython.locals(
    at=int, which=int, code=uint64_t, count=int, after=int, part=int, source=int)
cdef int _spell_codes(
    grid.Grid position, uint64_t[::1] codes, uint16_t[::1] worth, int number,
    int32_t[::1] spelt) noexcept nogil
