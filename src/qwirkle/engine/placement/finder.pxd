# The C types of finder.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint16_t, uint64_t

from qwirkle.engine.placement cimport bits, board

cdef uint64_t[::1] MATCH
cdef uint64_t[::1] COLOUR


cdef class Finder(board.Board):
    cdef public int n, limit, best_points, at_before
    cdef public uint64_t best_code, hand
    cdef int32_t[::1] chosen
    cdef uint64_t[::1] codes
    cdef uint16_t[::1] worth
    cdef int32_t[::1] cells
    cdef int32_t[::1] kinds

    @cython.locals(which=int)
    cdef inline int _can_place(self, uint64_t hand) noexcept nogil
    @cython.locals(fit=uint64_t)
    cdef inline int _list_part(self, uint64_t hand, int start, int least, int centre) noexcept nogil
    @cython.locals(total=int, cell=int)
    cdef inline int _list_openings(self, uint64_t hand, int start, int least, int centre) noexcept nogil
    @cython.locals(
        bonus=int, first=int, axis=int, step=int, fit=uint64_t, kind=uint64_t, code=uint64_t,
        rest=uint64_t, kept=int, which=int, count=int,
        at=int)
    cdef inline int _open_at(self, uint64_t anchor, uint64_t hand, int least, int centre) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _covers_centre(self, int count) noexcept nogil
    cdef inline int _list(self, uint64_t code, int points) noexcept nogil
    @cython.locals(
        row=uint64_t, column=uint64_t, single=int, points=int, kind=uint64_t, code=uint64_t,
        line=uint64_t)
    cdef inline int _all_at(self, uint64_t anchor, uint64_t fit) noexcept nogil
    @cython.locals(length=int, points=int, rest=uint64_t, colour=uint64_t)
    cdef inline int _all_along(
        self, int at, int step, uint64_t word, uint64_t across, uint64_t line,
        uint64_t code) noexcept nogil
    @cython.locals(
        word=uint64_t, fit=uint64_t, after=int, total=int, kind=uint64_t,
        longer=uint64_t, more=uint64_t, rest=uint64_t, shift=int)
    cdef inline int _all_after(
        self, int at, int step, uint64_t line, int length, int points,
        uint64_t code) noexcept nogil
    @cython.locals(
        fit=uint64_t, total=int, kind=uint64_t, longer=uint64_t, more=uint64_t, shift=int)
    cdef inline int _all_before(
        self, int at, int step, uint64_t line, int length, int points,
        uint64_t code) noexcept nogil
    @cython.locals(fit=uint64_t, after=int)
    cdef inline uint64_t _fitting(self, int at, int step, uint64_t line) noexcept nogil
    cdef inline int _untouched(self, int at) noexcept nogil
    @cython.locals(cell=int, axis=int, before=int, after=int, step=int, count=int, which=int)
    cdef inline int _spell(self, uint64_t code) noexcept nogil
    @cython.locals(wanted=int, which=int, turn=int)
    cdef inline int _best(self, uint64_t hand) noexcept nogil
    @cython.locals(
        row=uint64_t, column=uint64_t, single=int, points=int, kind=uint64_t, code=uint64_t,
        line=uint64_t)
    cdef inline int _best_at(self, uint64_t anchor, uint64_t fit) noexcept nogil
    @cython.locals(length=int, points=int, rest=uint64_t, colour=uint64_t)
    cdef inline int _best_along(
        self, int at, int step, uint64_t word, uint64_t across, uint64_t line,
        uint64_t code) noexcept nogil
    @cython.locals(shift=int, longest=int)
    cdef inline int _best_before(
        self, int at, int step, uint64_t rest, int length, int points,
        uint64_t code) noexcept nogil
    @cython.locals(
        word=uint64_t, fit=uint64_t, after=int, total=int, kind=uint64_t,
        longer=uint64_t, more=uint64_t, rest=uint64_t, shift=int)
    cdef inline int _best_after(
        self, int at, int step, uint64_t line, int length, int points,
        uint64_t code) noexcept nogil
