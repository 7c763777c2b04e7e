# The C types of playout.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport uint64_t

from qwirkle.engine.placement cimport bits, endgame, grid, hands, value

cdef int TAKES_WEIGHED, NARROW


@cython.locals(kind=int, other=int, which=int)
cdef int _inform_valuer(hands.Hands table, int seat, value.Valuer valuer) noexcept nogil


@cython.final
cdef class Playout(hands.Hands):
    cdef readonly value.Valuer valuer
    cdef readonly endgame.Endgame ending
    cdef public int ending_nodes, ending_tiles, breadth, greedy_seat
    cdef readonly long long listed, points
    cdef public long long unproven

    cdef int _advise_released(self)
    @cython.locals(seat=int, takes=int, cell=int)
    cdef int _advise(self) noexcept nogil
    cdef int _replay_released(self, int listing, int least, int most)
    cdef int _released(self, int games)
    @cython.locals(turns=int, _=int, seat=int)
    cdef int _play_games(self, int games) noexcept nogil
    @cython.locals(changes=int)
    cdef int _play(self) noexcept nogil
    @cython.locals(greedy=int)
    cdef int _choose(self, uint64_t hand) noexcept nogil
    @cython.locals(seat=int, chosen=int, hand=uint64_t, points=int)
    cdef int _turn(self) noexcept nogil
    @cython.locals(better=uint64_t, kept=int, count=int)
    cdef int _finish(self, int seat, uint64_t hand, int points) noexcept nogil
    @cython.locals(other=int, tiles=int)
    cdef int _ends(self, int seat) noexcept nogil
    @cython.locals(kind=int, unseen=int, start=int, which=int, _=int)
    cdef int _choose_by_solving(self, int seat) noexcept nogil
    cdef int _choose_by_value(self, int seat) noexcept nogil
    cdef int _inform(self, int seat) noexcept nogil
    @cython.locals(count=int, which=int)
    cdef int _put_down(self, int seat) noexcept nogil
    @cython.locals(wanted=int, size=int, traded=int, kind=int, which=int, given=int)
    cdef int _trade(self, int seat) noexcept nogil
    @cython.locals(positions=int, turn=int, start=int, count=int, which=int)
    cdef int _replay(self, int listing, int least, int most) noexcept nogil
    @cython.locals(takes=int, threes=int, least=int, cell=int)
    cdef int _begin(self, int seat) noexcept nogil
    @cython.locals(
        least=int, value=double, count=int, found=int, most=double, at=int, which=int, cell=int,
        points=double, worth=double, _=int)
    cdef int _worth_taking(self, int seat) noexcept nogil
    @cython.locals(kind=int, worth=double)
    cdef double _weigh_take(self, int seat, int cell, int closely) noexcept nogil
    cdef int _pay_take(self, int seat, int count) noexcept nogil
    cdef int _draw_three(self, int seat) noexcept nogil
    @cython.locals(kind=int)
    cdef int _take(self, int seat, int cell) noexcept nogil
    cdef int _ban(self, int cell, int kind) noexcept nogil
    cdef int _lift_ban(self) noexcept nogil
    @cython.locals(found=int, which=int)
    cdef int _use_any(self, int seat, int takes, int threes) noexcept nogil
