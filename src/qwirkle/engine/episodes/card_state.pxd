# The C types of card_state.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint16_t, uint64_t

from qwirkle.engine.cards cimport box
from qwirkle.engine.episodes cimport card_columns, card_episode, card_game, state_columns
from qwirkle.engine.placement cimport bits


@cython.final
cdef class CardTable:
    cdef public object rules
    cdef object thread
    cdef readonly card_episode.CardEpisode game
    cdef CardState loaded
    cdef int version, is_listed
    cdef int32_t[::1] pool

    cdef int _play_to_end(self) noexcept nogil
    cdef int _list_turns(self) noexcept nogil
    @cython.locals(which=int, act=int)
    cdef int _write_turns(self, uint64_t[::1] numbers) noexcept nogil
    @cython.locals(which=int, made=int, line=int)
    cdef int _write_points(self, uint16_t[::1] points) noexcept nogil
    @cython.locals(which=int, wanted=int, act=int)
    cdef int _find(self, uint64_t number) noexcept nogil
    @cython.locals(act=int, kept=int, code=uint64_t, place=int)
    cdef uint64_t _choose_by(self, int policy) noexcept nogil
    @cython.locals(last=int, first=int, which=int, moved=int)
    cdef int _shuffle_deck(self, uint64_t seed) noexcept nogil
    @cython.locals(count=int, which=int, held=int, other=int)
    cdef int _redeal(self, int seat, uint64_t seed) noexcept nogil


cdef class CardState:
    cdef readonly CardTable table
    cdef readonly object data
    cdef uint16_t[::1] row
    cdef object past
    cdef int version

    @cython.locals(made=CardState)
    cpdef CardState clone(self)
    cdef int _become(self, CardState other) except -1
    cdef int _bring(self) except -1
    cdef int _keep(self) except -1
    @cython.locals(which=int)
    cdef int _apply(self, uint64_t number) except -1
    @cython.locals(count=int)
    cdef int _list(self) except -1
