# The C types of game.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint16_t, uint64_t

from qwirkle.engine.episodes cimport columns, ranking, shuffle, state_columns
from qwirkle.engine.placement cimport bits, grid, hands

cdef int ORDER_ROOM
cdef int RUNNING, WENT_OUT, ALL_PASSED, NO_PROGRESS
cdef int UNKNOWN
cdef uint64_t PLACED
cdef uint64_t[::1] MATCH


cdef class Game(hands.Hands):
    cdef readonly ranking.Ranking candidates
    cdef readonly shuffle.Shuffle dealer
    cdef int32_t[::1] order
    cdef int32_t[::1] specials
    cdef int32_t[::1] tied
    cdef int32_t[::1] left_over
    cdef int32_t[::1] elsewhere
    cdef int32_t[::1] placed_cells
    cdef int32_t[::1] placed_kinds
    cdef readonly int placed_n, act, points, cell, aside_n, ending, too_many
    cdef int specials_n
    cdef uint64_t code
    cdef uint64_t[::1] anchors
    cdef int32_t[::1] recent
    cdef int32_t[::1] last
    cdef int recent_n, took, drew

    @cython.locals(mixed=int, which=int, kind=int, _=int)
    cdef inline int _begin_game(self) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _mix_specials(self, int count) noexcept nogil
    @cython.locals(largest=int, tied=int, seat=int, size=int)
    cdef inline int _deal_hands(self) noexcept nogil
    @cython.locals(piece=int)
    cdef inline int _draw_tiles(self, int seat, int count) noexcept nogil
    cdef inline int _lose(self, int seat, int kind) noexcept nogil
    cdef inline int _play(self) noexcept nogil
    cdef inline int _takes(self, int seat) noexcept nogil
    cdef inline int _can_draw_three(self, int seat) noexcept nogil
    cdef inline int _choose_extra(self, int seat) noexcept nogil
    cdef inline int _choose_greedily(self, int seat) noexcept nogil
    @cython.locals(count=int, options=int, which=int, most=int)
    cdef inline int _choose_randomly(self, int seat) noexcept nogil
    @cython.locals(count=int)
    cdef inline int _gather(self, int seat, int best_only) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _choose_placement(self, int seat) noexcept nogil
    @cython.locals(left=int, which=int, at=int)
    cdef inline int _choose_trade(self, int seat, int count) noexcept nogil
    cdef inline int _takeable(self, int seat) noexcept nogil
    @cython.locals(which=int, cell=int, before=int, other=int)
    cdef inline int _nth_taken(self, int wanted, int count) noexcept nogil
    cdef inline int _comes_before(self, int cell, int other) noexcept nogil
    @cython.locals(
        hand=uint64_t, now=int, most=int, found=int, kind=int, count=int, which=int, cell=int,
        points=int, better=int)
    cdef inline int _worth_taking(self, int seat) noexcept nogil
    @cython.locals(kind=int, reached=int)
    cdef inline int _may_reach(self, uint64_t hand, int cell, int least) noexcept nogil
    @cython.locals(
        row=uint64_t, column=uint64_t, left=int, right=int, top=int, bottom=int, which=int,
        fit=uint64_t, anchor=int, across=int, down=int, x=int, y=int)
    cdef inline int _reaches_beside(self, uint64_t hand, int cell, int least) noexcept nogil
    @cython.locals(kind=int, hand=uint64_t, points=int)
    cdef inline int _points_after_taking(self, int seat, int cell, int least) noexcept nogil
    @cython.locals(seat=int)
    cdef inline int _do(self) noexcept nogil
    cdef inline int _next_turn(self, int seat) noexcept nogil
    cdef inline int _do_take(self, int seat) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _do_place(self, int seat) noexcept nogil
    @cython.locals(which=int, cell=int)
    cdef inline int _score_placement(self, int seat) noexcept nogil
    @cython.locals(count=int, which=int, first=int)
    cdef inline int _do_trade(self, int seat) noexcept nogil
    cdef inline int _may_trade(self) noexcept nogil
    cdef inline int _may_pass(self) noexcept nogil
    cdef inline int _is_restricted(self) noexcept nogil
    @cython.locals(which=int, cell=int, at=int)
    cdef inline int _sort_takes(self, int count) noexcept nogil
    @cython.locals(
        hand=uint64_t, first=int, last=int, which=int, cell=int, rest=uint64_t, row=uint64_t,
        column=uint64_t)
    cdef inline int _gather_in_order(self, int seat) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _forget_last(self) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _note_act(self, int seat) noexcept nogil
    @cython.locals(which=int, seat=int, at=int)
    cdef inline int _store(self, uint16_t[::1] row) noexcept nogil
    @cython.locals(at=int, record=int, head=uint64_t)
    cdef inline int _store_table(self, uint16_t[::1] row) noexcept nogil
    @cython.locals(at=int)
    cdef inline int _close_gap(self, uint16_t[::1] row, int end, int cell) noexcept nogil
    @cython.locals(which=int, seat=int, at=int)
    cdef inline int _load(self, uint16_t[::1] row) noexcept nogil
    @cython.locals(at=int, end=int, same=int, kind=uint64_t)
    cdef inline int _load_table(self, uint16_t[::1] row) noexcept nogil
