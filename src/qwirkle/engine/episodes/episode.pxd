# The C types of episode.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint64_t

from qwirkle.engine.episodes cimport columns, game, opponents, ranking, shuffle, state_columns
from qwirkle.engine.placement cimport bits, grid

cdef int SEED_ROOM
cdef int REWARD_POINTS, REWARD_MARGIN, REWARD_WIN

@cython.locals(seat=int, best=int, winners=int, other=int)
cdef int _reward(
    double[::1] rewards, int32_t[::1] paid, int32_t[::1] score, int players, int kind,
    int running) noexcept nogil


@cython.final
cdef class Episode(opponents.Opponents):
    cdef readonly int refused, episode, number
    cdef int by_tiles, reward_kind, seed_n
    cdef int32_t[::1] outside
    cdef double[::1] rewards
    cdef int32_t[::1] paid
    cdef uint8_t[::1] seed

    cdef int _step_released(self, int action)
    cdef int _restart(self) noexcept nogil
    @cython.locals(other=int)
    cdef int _seat_outside(self, int seat) noexcept nogil
    @cython.locals(seat=int)
    cdef int _show_start(self) noexcept nogil
    cdef int _play_others(self) noexcept nogil
    cdef int _act_alone(self, int seat) noexcept nogil
    cdef int _show_choice(self) noexcept nogil
    cdef int _step(self, int action) noexcept nogil
    @cython.locals(running=int)
    cdef int _follow_up(self) noexcept nogil
