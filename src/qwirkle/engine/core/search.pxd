# The C types of search.py; the same remarks as in grid.pxd.
cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from qwirkle.engine.core cimport bits, grid, hands, playout, value

cdef int SEATS, PILE, MOST, PLAIN, TRIES
cdef int PLACING, TRADING, PASSING, BEGINNING
cdef double PRIOR


@cython.final
cdef class Search:
    cdef playout.Playout table
    cdef grid.Grid position
    cdef value.Valuer valuer
    cdef int32_t[::1] count
    cdef uint64_t[::1] held
    cdef int32_t[::1] size
    cdef int32_t[::1] bag
    cdef int32_t[::1] under
    cdef int32_t[::1] score
    cdef int32_t[::1] tokens
    cdef int32_t[::1] actions
    cdef int32_t[::1] exposed
    cdef int64_t[::1] plain
    cdef uint8_t[::1] stars
    cdef int32_t[::1] pool
    cdef int32_t[::1] specials
    cdef int32_t[::1] policy
    cdef public int rivals
    cdef uint64_t[::1] codes
    cdef int32_t[::1] points
    cdef int32_t[::1] acts
    cdef int32_t[::1] first
    cdef int32_t[::1] gives
    cdef int32_t[::1] shown
    cdef int open_hands
    cdef double[::1] prior
    cdef double[::1] total
    cdef double lead, scale
    cdef readonly long long turns
    cdef int32_t[::1] live
    cdef double[::1] rows
    cdef double[::1] targets
    cdef int32_t[::1] marks
    cdef public int pool_n, specials_n, seat, changes, live_n, n, rounds, narrow, rows_n, late, late_rounds, trial_nodes

    @cython.locals(which=int)
    cdef int _keep(self) noexcept nogil
    @cython.locals(which=int)
    cdef int _bring_back(self) noexcept nogil
    @cython.locals(which=int)
    cdef int _clear_trial(self) noexcept nogil
    @cython.locals(kind=int, left=int, seat=int, which=int, piece=int, _=int)
    cdef int _gather(self) noexcept nogil
    @cython.locals(
        which=int, other=int, piece=int, first=int, seat=int, kind=int,
        special=int, slot=int, _=int)
    cdef int _deal(self, uint64_t seed) noexcept nogil
    @cython.locals(which=int)
    cdef int _admit_placement(self, uint64_t code, int points) noexcept nogil
    cdef int _admit_act(self, int act, int first) noexcept nogil
    @cython.locals(points=int)
    cdef int _start(self, int which) noexcept nogil
    @cython.locals(size=int, kept=int, kind=int, at=int, last=int, _=int)
    cdef int _trade(self, int which) noexcept nogil
    @cython.locals(rounds=int)
    cdef double _try(self, int which, uint64_t seed) noexcept nogil
    @cython.locals(tried=int, piece=int, other=int)
    cdef int _suppose(self, int seat, int slot, int first) noexcept nogil
    @cython.locals(which=int)
    cdef int _enter(self) noexcept nogil
    cdef int _run_released(self, uint64_t seed, int first, int deals)
    cdef int _settle_released(self, uint64_t seed, int deals)
    @cython.locals(which=int, first=int)
    cdef int _settle(self, uint64_t seed, int deals) noexcept nogil
    @cython.locals(kept=int, place=int, top=int, which=int, candidate=int)
    cdef int _halve(self) noexcept nogil
    @cython.locals(ahead=double, square=double)
    cdef double _useful(self, double gained) noexcept nogil
    cdef int _admit(self) noexcept nogil
    @cython.locals(deal=int, which=int, candidate=int)
    cdef int _run(self, uint64_t seed, int first, int deals) noexcept nogil
    @cython.locals(top=int, which=int)
    cdef int _best_candidates(self, int most) noexcept nogil
    cdef int _solvable(self) noexcept nogil
    @cython.locals(others=int, own=int, seat=int, before=int, after=int)
    cdef double _gained(self) noexcept nogil
    cdef double _outlook(self) noexcept nogil
    @cython.locals(kept=int, kind=int, at=int)
    cdef double _idle_value(self) noexcept nogil
    cdef int _released(self, uint64_t seed, int deals, int one_in, int wander)
    @cython.locals(
        chance=uint64_t, going=int, points=int, asked=int, strays=int,
        found=int, which=int, code=uint64_t)
    cdef int _learn(self, uint64_t seed, int deals, int one_in, int wander) noexcept nogil
    @cython.locals(best=int, top=int, which=int)
    cdef int _candidates(self) noexcept nogil
    @cython.locals(code=uint64_t, points=int, worth=double)
    cdef int _swap(self, int one, int other) noexcept nogil
    @cython.locals(
        which=int, at=int, row=int, feature=int, total=double, deal=int, half=int)
    cdef int _lesson(self, uint64_t seed, int deals) noexcept nogil
