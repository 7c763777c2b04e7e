# The C types of vector.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t

from qwirkle.engine.episodes cimport atomics, card_episode, episode
from qwirkle.engine.placement cimport bits

cdef int NODE, TILES, CARDS
cdef int STEP, FINISHED, REFUSED


@cython.final
cdef class Results:
    cdef int32_t[::1] actions
    cdef float[::1] rewards
    cdef uint8_t[::1] ended
    cdef int8_t[::1] seats
    cdef int16_t[::1] scores
    cdef int16_t[::1] turns
    cdef int waits

    @cython.locals(seat=int)
    cdef int _clear_rewards(self, int number) noexcept nogil
    @cython.locals(seat=int)
    cdef int _keep_rewards(self, int number, int players, double[::1] rewards) noexcept nogil
    @cython.locals(seat=int)
    cdef int _keep_end(
        self, int number, int players, int32_t[::1] scores, int turns) noexcept nogil


@cython.final
cdef class Branch:
    cdef Results results
    cdef episode.Episode tiles
    cdef card_episode.CardEpisode cards
    cdef Branch left
    cdef Branch right
    cdef int leaf
    cdef public int group

    cdef int _step(self) noexcept nogil
    @cython.locals(number=int)
    cdef int _step_tiles(self) noexcept nogil
    @cython.locals(number=int)
    cdef int _step_cards(self) noexcept nogil
    cdef int _begin_after_end(self, int number) noexcept nogil


@cython.final
cdef class Lane:
    cdef Branch tree
    cdef public Lane next
    cdef public int64_t[::1] claims
    cdef public int64_t[::1] shared
    cdef public int threads, groups
    cdef int64_t seen

    cdef int _lead_released(self)
    cdef int _attend_released(self)
    @cython.locals(step=int64_t, waits=int)
    cdef int _lead(self) noexcept nogil
    @cython.locals(step=int64_t, waits=int)
    cdef int _attend(self) noexcept nogil
    cdef int _work(self, int64_t step, int threads) noexcept nogil
    @cython.locals(refused=int)
    cdef int _claim(self, Branch tree, int64_t step, int forward) noexcept nogil
