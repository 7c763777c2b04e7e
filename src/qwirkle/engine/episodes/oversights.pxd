# The C types of oversights.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine.episodes cimport ranking
from qwirkle.engine.placement cimport bits, grid, playout, value

cdef int ROOM, GROWTH, GAPS_N
cdef int32_t[::1] GAPS
cdef double LOT


@cython.locals(mixed=uint64_t)
cdef double _lot(uint64_t state) noexcept nogil


@cython.final
cdef class Oversights:
    cdef value.Valuer valuer
    cdef ranking.Ranking listed
    cdef int32_t[::1] spot
    cdef int32_t[::1] spots
    cdef double[::1] lots
    cdef bint has_values
    cdef int room, spots_n, best_points
    cdef uint64_t best_code

    cdef int _gather_released(
        self, grid.Grid position, uint64_t hand, int least, int centre, int best_only)
    cdef int _sort_released(self, grid.Grid position)
    cdef int _judge_released(self, double foresight, double misjudges, uint64_t state)
    @cython.locals(which=int)
    cdef int _narrow(self, value.Valuer valuer, int most, int least, int centre) noexcept nogil
    cdef int _look_closely(
        self, grid.Grid position, value.Valuer valuer, int least, int centre, int banned_cell,
        int banned_kind) noexcept nogil
    @cython.locals(kept=int, which=int)
    cdef int _leave_out_banned(self, grid.Grid position) noexcept nogil
    cdef int _keep(self, int which, int place) noexcept nogil
    @cython.locals(step=int, gap=int, which=int, place=int)
    cdef int _sort(self, grid.Grid position) noexcept nogil
    cdef int _is_before(self, int one, int other) noexcept nogil
    @cython.locals(which=int, place=int, least=double, kept=int)
    cdef int _overlook(self, grid.Grid position, double chance, uint64_t state) noexcept nogil
    @cython.locals(place=int, last=int)
    cdef int _add_spot(self, int spot) noexcept nogil
    @cython.locals(low=int, high=int, middle=int)
    cdef int _place(self, int spot) noexcept nogil
    @cython.locals(
        which=int, points=int, worth=double, lots=double, judged=double, most=double)
    cdef int _judge(
        self, value.Valuer valuer, double foresight, double misjudges,
        uint64_t state) noexcept nogil
