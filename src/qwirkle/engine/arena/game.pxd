# The C types of game.py; the same remarks as in grid.pxd.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine.arena cimport ranking, shuffle
from qwirkle.engine.core cimport bits, grid, hands

cdef int ORDER_ROOM
cdef int PLACE, TRADE, PASS, TAKE, DRAW_THREE
cdef int RUNNING, WENT_OUT, ALL_PASSED, NO_PROGRESS
cdef int RANDOM, WORTH_TAKING, ONE_IN
cdef uint64_t ONE


cdef class Game(hands.Hands):
    cdef readonly ranking.Ranking candidates
    cdef readonly shuffle.Shuffle dealer
    cdef int32_t[::1] order
    cdef int32_t[::1] specials
    cdef int32_t[::1] tied
    cdef int32_t[::1] left_over
    cdef int32_t[::1] placed_cells
    cdef int32_t[::1] placed_kinds
    cdef readonly int placed_n, act, points, cell, aside_n, ending, too_many
    cdef int specials_n
    cdef uint64_t code

    @cython.final
    @cython.locals(mixed=int, which=int)
    cdef int _begin_game(self) noexcept nogil
    @cython.final
    @cython.locals(which=int)
    cdef int _mix_specials(self, int count) noexcept nogil
    @cython.final
    @cython.locals(largest=int, tied=int, seat=int, size=int)
    cdef int _deal_hands(self) noexcept nogil
    @cython.final
    @cython.locals(piece=int)
    cdef int _draw_tiles(self, int seat, int count) noexcept nogil
    @cython.final
    @cython.locals(at=int, last=int)
    cdef int _lose(self, int seat, int kind) noexcept nogil
    @cython.final
    cdef int _play(self) noexcept nogil
    @cython.final
    cdef int _takes(self, int seat) noexcept nogil
    @cython.final
    cdef int _can_draw_three(self, int seat) noexcept nogil
    @cython.final
    cdef int _choose_greedily(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(count=int, options=int, which=int, most=int)
    cdef int _choose_randomly(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(count=int)
    cdef int _gather(self, int seat, int best_only) noexcept nogil
    @cython.final
    @cython.locals(which=int)
    cdef int _choose_placement(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(left=int, which=int, at=int)
    cdef int _choose_trade(self, int seat, int count) noexcept nogil
    @cython.final
    cdef int _takeable(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(which=int, cell=int, before=int, other=int)
    cdef int _nth_taken(self, int wanted, int count) noexcept nogil
    @cython.final
    cdef int _comes_before(self, int cell, int other) noexcept nogil
    @cython.final
    @cython.locals(now=int, most=int, found=int, count=int, which=int, cell=int, points=int, better=int)
    cdef int _worth_taking(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(kind=int, hand=uint64_t, points=int)
    cdef int _points_after_taking(self, int seat, int cell, int least) noexcept nogil
    @cython.final
    @cython.locals(seat=int)
    cdef int _do(self) noexcept nogil
    @cython.final
    cdef int _next_turn(self, int seat) noexcept nogil
    @cython.final
    cdef int _do_take(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(which=int)
    cdef int _do_place(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(which=int, cell=int)
    cdef int _score_placement(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(count=int, which=int, first=int)
    cdef int _do_trade(self, int seat) noexcept nogil
