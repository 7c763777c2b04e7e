# The C types of switch.py; the remarks in placement/board.pxd apply.
cimport cython

from qwirkle.engine.cards cimport box

cdef int SETS
cdef int[::1] SIZE

cdef int _kind(int line, int place) noexcept nogil


@cython.final
cdef class Switcher:
    cdef int[::1] line
    cdef int[::1] cards
    cdef int[::1] joined
    cdef int[::1] goal
    cdef int[::1] loose
    cdef readonly int sets, loose_n, budget, steps, limit

    cdef int _step_released(self)
    @cython.locals(which=int)
    cdef int _open(self, int line, int cards) noexcept nogil
    @cython.locals(urgent=int, fewest=int, which=int, size=int, waiting=int, place=int,
                   here=int, stuck=bint)
    cdef int _step(self) noexcept nogil
    @cython.locals(line=int, place=int, kind=int, size=int)
    cdef int _support(self, int which) noexcept nogil
    cdef int _join(self, int which, int place, int kind) noexcept nogil
    @cython.locals(size=int, other=int, bit=int)
    cdef int _take(self, int which, int place, int kind) noexcept nogil
    @cython.locals(cards=int)
    cdef int _break_up(self, int which) noexcept nogil
    @cython.locals(place=int)
    cdef int _scatter(self, int which, int cards, int copies) noexcept nogil
    @cython.locals(
        fewest=int, chosen=int, kind=int, takers=int, which=int, place=int, side=int,
        line=int)
    cdef int _house(self) noexcept nogil
    @cython.locals(line=int, place=int, cards=int)
    cdef int _place_in(self, int which, int kind) noexcept nogil
