# The C types of search.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine.placement cimport bits, deals, hands, playout, value

cdef int MOST
cdef int PLACING, TRADING, PASSING, BEGINNING
cdef double PRIOR


cdef class Search(deals.Deals):
    cdef value.Valuer valuer
    cdef public int rivals
    cdef uint64_t[::1] codes
    cdef int32_t[::1] points
    cdef int32_t[::1] acts
    cdef int32_t[::1] first
    cdef int32_t[::1] gives
    cdef double[::1] prior
    cdef double[::1] total
    cdef int32_t[::1] live
    cdef double lead, scale
    cdef readonly long long turns
    cdef public int live_n, n, rounds, narrow, late, late_rounds, trial_nodes, widening, playing_on

    @cython.locals(which=int)
    cdef inline int _enter(self) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _add_placement(self, uint64_t code, int points) noexcept nogil
    cdef inline int _add_act(self, int act, int first) noexcept nogil
    cdef inline int _find_released(self, int most)
    @cython.locals(which=int)
    cdef inline int _find_candidates(self, int most) noexcept nogil
    cdef inline double _weigh_take(self, int seat, int cell, int closely)
    cdef inline int _turn_released(self)
    cdef inline int _run_released(self, uint64_t seed, int first, int deals)
    @cython.locals(deal=int, which=int, candidate=int)
    cdef inline int _run(self, uint64_t seed, int first, int deals) noexcept nogil
    cdef inline int _choose_released(self, uint64_t seed, int deals)
    @cython.locals(which=int, first=int)
    cdef inline int _choose_by_trials(self, uint64_t seed, int deals) noexcept nogil
    @cython.locals(kept=int, place=int, top=int, which=int, candidate=int)
    cdef inline int _halve(self) noexcept nogil
    @cython.locals(ahead=double, square=double)
    cdef inline double _useful(self, double gained) noexcept nogil
    @cython.locals(top=int, which=int)
    cdef inline int _best_candidates(self, int most) noexcept nogil
    cdef inline int _add_next(self) noexcept nogil
    @cython.locals(rounds=int)
    cdef inline double _try(self, int which, uint64_t seed) noexcept nogil
    @cython.locals(points=int)
    cdef inline int _start(self, int which) noexcept nogil
    @cython.locals(size=int, kept=int, kind=int, at=int, last=int, _=int)
    cdef inline int _trade(self, int which) noexcept nogil
    cdef inline double _play_on(self) noexcept nogil
    cdef inline int _solvable(self) noexcept nogil
    @cython.locals(others=int, own=int, seat=int, before=int, after=int)
    cdef inline double _gained(self) noexcept nogil
    cdef inline double _outlook(self) noexcept nogil
    @cython.locals(kept=int, kind=int, at=int)
    cdef inline double _idle_value(self) noexcept nogil
    @cython.locals(code=uint64_t, points=int, worth=double)
    cdef inline int _swap(self, int one, int other) noexcept nogil
