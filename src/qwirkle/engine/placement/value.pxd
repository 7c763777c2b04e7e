# The C types of value.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from qwirkle.engine.placement cimport bits, grid

cdef uint64_t[::1] MATCH
cdef int32_t[::1] STEPS
cdef double[::1] LACKING
cdef int8_t[::1] KNOWN
cdef int LEVELS, STEPS_N, SIX, NEXT_AT, OWN_AT, SIXES, LONG, HAND, ANSWER, OTHERS, EXTRAS
cdef int UNSEEN_ROOM, HELD_ROOM, COPIES_ROOM, BAGS, WIDEST

@cython.locals(row=int, at=int, copies=int, lacking=double)
cdef int _lacking(int unseen, int held) noexcept nogil


@cython.final
cdef class Valuer:
    cdef grid.Grid position
    cdef double[::1] weights
    cdef double[::1] features
    cdef int32_t[::1] own
    cdef uint64_t[::1] level
    cdef uint64_t[::1] group
    cdef int32_t[::1] exposure
    cdef uint64_t[::1] exposed
    cdef int groups
    cdef int32_t[::1] draws
    cdef uint64_t[::1] codes
    cdef int32_t[::1] points
    cdef double[::1] values
    cdef uint8_t[::1] token
    cdef public int found, hand_size, going_out, players, bag, next_size, others_size, stars, tokens
    cdef public int next_tokens, takes, threes, size, best_points
    cdef int unseen, rest_at, fives, fours
    cdef public uint64_t held, best_code
    cdef uint64_t once, twice, thrice, star_kinds
    cdef public double best_value, slack
    cdef double sixes, quads, quads_kept, quads_drawn

    @cython.locals(kind=int, left=int, bit=uint64_t, draws=int, which=int, kinds=uint64_t)
    cdef int _prepare(self) noexcept nogil
    @cython.locals(lacking=double, which=int, copies=int)
    cdef double _threat(self, uint64_t kinds) noexcept nogil
    cdef int _copies(self, uint64_t kinds) noexcept nogil
    cdef int _choose_released(self, int breadth, int least, int centre)
    @cython.locals(which=int, left=double, behind=double)
    cdef int _choose(self, int breadth, int least, int centre) noexcept nogil
    @cython.locals(value=double)
    cdef int _prefer(self, int which) noexcept nogil
    @cython.locals(start=int, which=int, code=uint64_t, points=int, at=int)
    cdef int _shortlist(self, int breadth, int least, int centre) noexcept nogil
    cdef double _worth(self, uint64_t code, int points) noexcept nogil
    @cython.locals(total=double, which=int)
    cdef double _weighted(self, int at) noexcept nogil
    @cython.locals(changes=int, stars=int, tokens=int, count=int, which=int, kind=int, at=int)
    cdef int _after(self, uint64_t code) noexcept nogil
    @cython.locals(which=int, drawn=int, bag=int, kinds=uint64_t, rest=uint64_t, kind=int)
    cdef int _look(self, int kept) noexcept nogil
    @cython.locals(
        which=int, alive=uint64_t, fit=uint64_t, cell=int, row=uint64_t, column=uint64_t,
        points=int, along=int, across=int)
    cdef int _scan(self, uint64_t kinds, int draws) noexcept nogil
    @cython.locals(one=uint64_t, other=uint64_t, alive=uint64_t, first=int, second=int)
    cdef int _weigh_four(
        self, uint64_t missing, uint64_t fit, uint64_t kinds, int draws) noexcept nogil
    @cython.locals(
        reached=uint64_t, level=int, step=int, copies=int, counted=uint64_t, danger=double,
        hope=double, threat=double, at=int)
    cdef int _weigh_levels(self, uint64_t kinds, int draws) noexcept nogil
    @cython.locals(
        best=int, single=int, together=int, rest=uint64_t, level=int, found=uint64_t, distinct=int,
        pairs=int)
    cdef int _weigh_hand(self, uint64_t kinds, int kept, int bag) noexcept nogil
    @cython.locals(code=uint64_t)
    cdef int _weigh_answer(self) noexcept nogil
    @cython.locals(reached=uint64_t, level=int)
    cdef int _weigh_others(self) noexcept nogil
    cdef int _weigh_extras(self, uint64_t kinds) noexcept nogil
