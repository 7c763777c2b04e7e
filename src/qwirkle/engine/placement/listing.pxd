# The C types of listing.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine.placement cimport bits, grid

cdef int TILES, WIDTH

@cython.locals(
    at=int, which=int, code=uint64_t, count=int, after=int, part=int, source=int)
cdef int _spell_all(grid.Grid position, int32_t[::1] spelt) noexcept nogil
