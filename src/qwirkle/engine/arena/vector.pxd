# The C types of vector.py; the same remarks as in board.pxd.
cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t

from qwirkle.engine.arena cimport episode
from qwirkle.engine.core cimport hands


@cython.final
cdef class Results:
    cdef int32_t[::1] actions
    cdef float[::1] rewards
    cdef uint8_t[::1] ended
    cdef int8_t[::1] seats
    cdef int16_t[::1] scores
    cdef int16_t[::1] turns


@cython.final
cdef class Branch:
    cdef readonly Results results
    cdef readonly episode.Episode game
    cdef Branch left
    cdef Branch right
    cdef int leaf

    cdef int _released(self)
    cdef int _step(self) noexcept nogil
    @cython.locals(number=int, at=int, seat=int)
    cdef int _step_game(self) noexcept nogil
