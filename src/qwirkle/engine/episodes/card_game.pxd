# The C types of card_game.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint16_t

from qwirkle.engine.cards cimport box, core
from qwirkle.engine.episodes cimport card_columns, shuffle, state_columns
from qwirkle.engine.placement cimport bits

cdef int HAND, MOST_DEALS
cdef int RUNNING, LAST_ROUND, NO_PROGRESS, NO_DEAL

@cython.locals(count=int)
cdef int _size_of(int places) noexcept nogil
cdef int _has(int line, int places, int kind) noexcept nogil


cdef class CardGame:
    cdef readonly shuffle.Shuffle dealer
    cdef core.Solver solver
    cdef readonly int players, seat, turns, idle, opening_cards, ending, deck_n
    cdef int hand_size, smallest_set, whole_set, idle_rounds, deck_first, turns_left, act, made
    cdef int32_t[::1] policy
    cdef int32_t[::1] order
    cdef int32_t[::1] size
    cdef int32_t[::1] score
    cdef int32_t[::1] tied
    cdef int32_t[::1] table
    cdef int32_t[::1] taken
    cdef int32_t[::1] laid
    cdef int32_t[::1] lines
    cdef int32_t[::1] deck

    cdef int _released(self) except -1
    @cython.locals(kind=int, seat=int, deal=int, largest=int)
    cdef int _begin_game(self) noexcept nogil
    @cython.locals(which=int, largest=int, seat=int)
    cdef int _deal(self, int number) noexcept nogil
    @cython.locals(tied=int, seat=int)
    cdef int _find_starter(self, int largest) noexcept nogil
    cdef int _draw(self, int seat) noexcept nogil
    @cython.locals(places=int, which=int, kind=int)
    cdef int _held(self, int seat, int line) noexcept nogil
    @cython.locals(largest=int, line=int)
    cdef int _largest_set(self, int seat) noexcept nogil
    cdef int _play(self) noexcept nogil
    @cython.locals(kind=int, line=int)
    cdef int _clear_turn(self) noexcept nogil
    cdef int _do(self, int plays) noexcept nogil
    @cython.locals(kind=int, which=int)
    cdef int _set_solver(self, int seat) noexcept nogil
    cdef int _choose(self, int seat) noexcept nogil
    @cython.locals(best=int, line=int, places=int, place=int)
    cdef int _choose_opening(self, int seat) noexcept nogil
    @cython.locals(own=int, known=int, kind=int, here=int)
    cdef int _comes_before(self, int seat, int line, int other) noexcept nogil
    @cython.locals(kind=int, line=int, _=int)
    cdef int _choose_best(self) noexcept nogil
    @cython.locals(line=int, count=int, code=int, place=int, kind=int)
    cdef int _choose_randomly(self, int seat) noexcept nogil
    @cython.locals(place=int, kind=int)
    cdef int _make(self, int line) noexcept nogil
    @cython.locals(kind=int, _=int)
    cdef int _lay(self, int seat) noexcept nogil
    @cython.locals(which=int)
    cdef int _exchange(self, int seat) noexcept nogil
    cdef int _next_turn(self) noexcept nogil
    @cython.locals(kind=int, line=int, at=int, seat=int, held=int, which=int)
    cdef int _store(self, uint16_t[::1] row) noexcept nogil
    @cython.locals(kind=int, line=int, at=int, seat=int, which=int)
    cdef int _load(self, uint16_t[::1] row) noexcept nogil
