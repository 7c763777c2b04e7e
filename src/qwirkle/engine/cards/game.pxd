# The C types of game.py; the remarks in placement/board.pxd apply.
cimport cython

from qwirkle.engine.cards cimport box, core
from qwirkle.engine.cards cimport play as turn_search

cdef int IDLE_ROUNDS, NUMBERS


@cython.final
cdef class Game:
    cdef readonly turn_search.TurnSearch search
    cdef int players
    cdef int[::1] policy
    cdef double[::1] danger
    cdef double[::1] hope
    cdef int[::1] table
    cdef int[::1] gone
    cdef int[::1] hands
    cdef int[::1] sizes
    cdef int[::1] score
    cdef int[::1] deck
    cdef int deck_n, numbers_used
    cdef unsigned int[::1] numbers
    cdef readonly int turns

    cdef int _released(self, int starter) except -1
    @cython.locals(kind=int, seat=int, idle=int, turns_left=int, full_deck=int)
    cdef int _play(self, int starter) noexcept nogil
    cdef int _draw(self, int seat) noexcept nogil
    @cython.locals(kind=int, last=int, chosen=int, card=int)
    cdef int _exchange(self, int seat) noexcept nogil
    @cython.locals(
        kind=int, held=int, unseen=int, greedy=int, line=int, made=int, place=int, laid=int)
    cdef int _turn(self, int seat, int turns_left) noexcept nogil
