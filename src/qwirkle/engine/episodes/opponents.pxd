# The C types of opponents.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine.episodes cimport afterstates, columns, oversights, ranking
from qwirkle.engine.placement cimport bits, grid, playout, value

cdef int BREADTH, SKILLED, OUTSIDE
cdef double SLACK


cdef class Opponents(afterstates.Afterstates):
    cdef int32_t[::1] styles
    cdef double[::1] foresight
    cdef double[::1] overlooks
    cdef double[::1] misjudges
    cdef double[::1] extras_chance
    cdef int32_t[::1] style
    cdef int rotates
    cdef oversights.Oversights eyes

    @cython.locals(which=int, seat=int)
    cdef inline int _rotate(self, int outside) noexcept nogil
    @cython.locals(which=int, policy=int)
    cdef inline int _play_style(self, int seat) noexcept nogil
    cdef inline int _choose_by_value(self, int seat) noexcept nogil
    @cython.locals(lot=double)
    cdef inline int _choose_by_skill(self, int seat, int which) noexcept nogil
    cdef inline int _look(self, int seat) noexcept nogil
    cdef inline int _look_closely(self) noexcept nogil
    cdef inline int _ban_in_eyes(self) noexcept nogil
    cdef inline int _place_or_trade(self, int seat, uint64_t code, int points) noexcept nogil
    @cython.locals(state=uint64_t, _=int)
    cdef inline int _skip_lots(self, int seat, int count) noexcept nogil
