# The C types of endgame.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine.placement cimport bits, clock, grid
from qwirkle.engine.placement cimport spots as spots_on
from qwirkle.engine.placement cimport states as states_met

cdef int INFINITE, PLIES, LIST_ROOM, PROVEN, ALL, GUESSED, FEW_TILES
cdef int GUESSED_WITH_GREEDY, BEST_AGAIN, FEW_TURNS
cdef int HABITS, SORTED_FIRST, SORTED, LOOK
cdef double LONGEST
cdef int FIRST_WIDTH, WIDEST, FIRST_WIDE, WIDER, WIDTHS_AT_ROOT, NEVER_WIDENED
cdef uint64_t PASSED, OTHER_SEAT

cdef int _count(uint64_t code) noexcept nogil


@cython.final
cdef class Endgame:
    cdef readonly grid.Grid position
    cdef public int going_out, greedy, widening
    cdef int32_t[::1] count
    cdef uint64_t[::1] held
    cdef int32_t[::1] size
    cdef uint64_t[::1] codes
    cdef int32_t[::1] worth
    cdef int32_t[::1] rank
    cdef states_met.States states
    cdef spots_on.Spots spots
    cdef int32_t[::1] habit
    cdef uint64_t[::1] refuted
    cdef uint64_t[::1] line
    cdef int32_t[::1] line_n
    cdef uint64_t[::1] played
    cdef readonly long long spent
    cdef long long budget, pause_at, guesses
    cdef public double seconds
    cdef double deadline
    cdef int stopped, found, width
    cdef uint64_t hint
    cdef readonly uint64_t best_code
    cdef readonly int best_value, exact, depth

    cdef int _released(self, int seat, int passes, long long budget)

    @cython.locals(which=int, seat=int)
    cdef int _clear(self) noexcept nogil
    cdef int _give(self, int seat, int kind) noexcept nogil
    cdef int _drop(self, int seat, int kind) noexcept nogil
    @cython.locals(count=int, which=int, cell=int, kind=int)
    cdef uint64_t _put_down(self, int seat, uint64_t code, uint64_t state) noexcept nogil
    @cython.locals(which=int)
    cdef int _pick_up(self, int seat, uint64_t code) noexcept nogil

    @cython.locals(
        state=uint64_t, which=int, choice=int, unseen=cython.longlong, value=int)
    cdef int _solve(self, int seat, int passes, long long budget) noexcept nogil
    @cython.locals(tiles=int, last=int)
    cdef int _deeper(self) noexcept nogil
    cdef int _wider(self, int tiles) noexcept nogil
    cdef int _narrow(self, int depth, int seat) noexcept nogil
    @cython.locals(floor=int, last=int, turn=int, code=uint64_t, value=int)
    cdef int _search_root(self, int seat, uint64_t state) noexcept nogil
    @cython.locals(code=uint64_t, points=int, low=int, high=int, value=int)
    cdef int _try(
        self, int ply, int depth, int seat, int turn, int floor, int beta, int first,
        uint64_t state) noexcept nogil
    cdef int _is_over(self) noexcept nogil
    @cython.locals(
        here=uint64_t, deep=int, value=int, kind=int, start=int, guesses=cython.longlong, floor=int, best=int, best_code=uint64_t,
        last=int, turn=int, code=uint64_t)
    cdef int _search(
        self, int ply, int depth, int seat, int passes, int alpha, int beta,
        uint64_t state) noexcept nogil
    @cython.locals(value=int)
    cdef int _pass(
        self, int ply, int depth, int seat, int passes, int alpha, int beta,
        uint64_t state) noexcept nogil
    @cython.locals(turns=int, value=int, passes=int, sign=int, points=int)
    cdef int _guess(self, int seat) noexcept nogil

    @cython.locals(
        hopeless=int, lone=int, start=int, which=int, code=uint64_t, points=int, count=int,
        rank=int, reply=int)
    cdef int _list(self, int ply, int seat, uint64_t first_code, int alpha) noexcept nogil
    @cython.locals(most=int, first=int, start=int, which=int, points=int, code=uint64_t)
    cdef int _list_greedy(self, int seat) noexcept nogil
    @cython.locals(best=int, which=int)
    cdef int _bring_forward(self, int turn) noexcept nogil
    cdef int _habit(self, int seat, uint64_t code) noexcept nogil
    @cython.locals(which=int)
    cdef int _like(self, int ply, int seat, uint64_t code) noexcept nogil
    @cython.locals(here=int, count=int, which=int)
    cdef int _follow(self, int ply, uint64_t code) noexcept nogil

    @cython.locals(wanted=int)
    cdef int _settled(self, uint64_t state, int depth, int alpha, int beta) noexcept nogil
