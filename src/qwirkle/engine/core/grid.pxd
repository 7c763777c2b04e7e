# The C types of grid.py. Every inner function is nogil, so that a forgotten type does not compile
# instead of being slow. The checked build turns `noexcept` into `except? -1` (see build.py).
cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint64_t

from qwirkle.engine.core cimport bits

cdef uint64_t[::1] MATCH
cdef uint64_t[::1] SETS
cdef uint64_t[::1] COLOUR

cdef int _before(uint64_t word) noexcept nogil
cdef int _after(uint64_t word) noexcept nogil
cdef int _points(uint64_t word) noexcept nogil
cdef int _line_points(int length) noexcept nogil
@cython.locals(largest=int, which=int, size=int)
cdef int _largest_set(uint64_t hand) noexcept nogil


@cython.final
cdef class Grid:
    cdef public int open_table, width, height, corner
    cdef public int front_n, tiles, log_n, ops, n, limit, best_points, at_before
    cdef public uint64_t best_code, rng, hand
    cdef uint8_t[::1] ground
    cdef uint64_t[::1] word
    cdef int8_t[::1] tile
    cdef int16_t[::1] where
    cdef int32_t[::1] front
    cdef uint64_t[::1] fits
    cdef int32_t[::1] chosen
    cdef int32_t[::1] laid
    cdef uint64_t[::1] log
    cdef uint64_t[::1] codes
    cdef uint16_t[::1] worth
    cdef int32_t[::1] cells
    cdef int32_t[::1] kinds

    cdef int _op(self, uint64_t op) noexcept nogil
    cdef int _enter(self, int cell, uint64_t accepted) noexcept nogil
    @cython.locals(moved=int)
    cdef int _leave(self, int cell, int which) noexcept nogil
    @cython.locals(row=uint64_t, column=uint64_t, accepted=uint64_t, which=int)
    cdef int _reconsider(self, int cell) noexcept nogil
    @cython.locals(
        record=int, which=int, step=int, axis=int, word=uint64_t, before=int, after=int,
        accepted=uint64_t, other=int)
    cdef int _place(self, int cell, int tile) noexcept nogil
    @cython.locals(
        at=int, old=uint64_t, tall=uint64_t, far=int, new=uint64_t, worth=uint64_t,
        live=uint64_t, which=int)
    cdef int _edge(
        self, int cell, int axis, int step, int run, int length, uint64_t accepted) noexcept nogil
    cdef int _joins(self, int cell, int step, int count, uint64_t accepted) noexcept nogil
    cdef int _free(self, int at) noexcept nogil
    cdef uint64_t _narrowed(self, uint64_t accepted, int tile) noexcept nogil
    @cython.locals(
        ground=int, accepted=uint64_t, bonus=int, before=uint64_t, after=uint64_t, other=int,
        points=uint64_t)
    cdef int _survey(self, int cell, int axis, int step) noexcept nogil
    @cython.locals(record=int, tile=int, step=int, axis=int, at=int, other=int)
    cdef int _take(self, int cell) noexcept nogil
    @cython.locals(
        record=int, head=uint64_t, cell=int, tile=int, taken=int, ops=int, op=uint64_t, other=int,
        which=int, moved=int, step=int, axis=int, at=int, word=uint64_t)
    cdef int _undo(self) noexcept nogil
    @cython.locals(which=int)
    cdef int _refit(self, int cell) noexcept nogil
    cdef int _unwind(self, int changes) noexcept nogil
    @cython.locals(record=int, cell=int, kind=int)
    cdef int _wipe(self) noexcept nogil
    @cython.locals(ground=uint64_t, word=uint64_t)
    cdef int _clean(self, int cell) noexcept nogil

    @cython.locals(which=int)
    cdef int _can_place(self, uint64_t hand) noexcept nogil
    @cython.locals(fit=uint64_t)
    cdef int _listed(self, uint64_t hand, int start, int least, int centre) noexcept nogil
    @cython.locals(total=int, cell=int)
    cdef int _listed_openings(self, uint64_t hand, int start, int least, int centre) noexcept nogil
    @cython.locals(
        bonus=int, first=int, axis=int, step=int, fit=uint64_t, kind=uint64_t, code=uint64_t,
        rest=uint64_t, kept=int, which=int, count=int,
        at=int)
    cdef int _open_at(self, uint64_t anchor, uint64_t hand, int least, int centre) noexcept nogil
    @cython.locals(which=int)
    cdef int _covers_centre(self, int count) noexcept nogil
    cdef int _list(self, uint64_t code, int points) noexcept nogil
    @cython.locals(
        row=uint64_t, column=uint64_t, single=int, points=int, kind=uint64_t, code=uint64_t,
        line=uint64_t)
    cdef int _all_at(self, uint64_t anchor, uint64_t fit) noexcept nogil
    @cython.locals(length=int, points=int, rest=uint64_t, colour=uint64_t)
    cdef int _all_along(
        self, int at, int step, uint64_t word, uint64_t across, uint64_t line,
        uint64_t code) noexcept nogil
    @cython.locals(
        word=uint64_t, across=uint64_t, fit=uint64_t, after=int, total=int, kind=uint64_t,
        longer=uint64_t, more=uint64_t, rest=uint64_t, shift=int)
    cdef int _all_after(
        self, int at, int step, uint64_t line, int length, int points,
        uint64_t code) noexcept nogil
    @cython.locals(
        fit=uint64_t, total=int, kind=uint64_t, longer=uint64_t, more=uint64_t, shift=int)
    cdef int _all_before(
        self, int at, int step, uint64_t line, int length, int points,
        uint64_t code) noexcept nogil
    @cython.locals(cell=int, axis=int, before=int, after=int, step=int, count=int, which=int)
    cdef int _spell(self, uint64_t code) noexcept nogil

    @cython.locals(mixed=uint64_t)
    cdef uint64_t _random(self) noexcept nogil
    cdef int _below(self, uint64_t limit) noexcept nogil
    @cython.locals(total=int, start=int, which=int)
    cdef int _any(self, uint64_t hand, int least, int centre) noexcept nogil
    @cython.locals(equals=int, start=int, which=int, points=int)
    cdef int _any_best(self, uint64_t hand, int least, int centre) noexcept nogil
    @cython.locals(wanted=int, which=int, turn=int)
    cdef int _best(self, uint64_t hand) noexcept nogil
    @cython.locals(
        row=uint64_t, column=uint64_t, single=int, points=int, kind=uint64_t, code=uint64_t,
        line=uint64_t)
    cdef int _best_at(self, uint64_t anchor, uint64_t fit) noexcept nogil
    @cython.locals(length=int, points=int, rest=uint64_t, colour=uint64_t)
    cdef int _best_along(
        self, int at, int step, uint64_t word, uint64_t across, uint64_t line,
        uint64_t code) noexcept nogil
    @cython.locals(
        word=uint64_t, across=uint64_t, fit=uint64_t, after=int, total=int, kind=uint64_t,
        longer=uint64_t, more=uint64_t, rest=uint64_t, shift=int)
    cdef int _best_after(
        self, int at, int step, uint64_t line, int length, int points,
        uint64_t code) noexcept nogil
    @cython.locals(shift=int)
    cdef int _best_before(
        self, int at, int step, uint64_t rest, int length, int points,
        uint64_t code) noexcept nogil
