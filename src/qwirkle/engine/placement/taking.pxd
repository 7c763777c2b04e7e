# The C types of taking.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint8_t, uint64_t

from qwirkle.engine.placement cimport bits, grid


@cython.final
cdef class Taking:
    cdef grid.Grid position
    cdef public int may_cut_off
    cdef int lying_n, gained
    cdef int32_t[::1] lying
    cdef int32_t[::1] followed
    cdef int32_t[::1] near
    cdef uint8_t[::1] seen

    @cython.locals(most=int, start=int, which=int, points=int)
    cdef int _most_elsewhere(self, uint64_t hand, int cell, int kind) noexcept nogil
    @cython.locals(which=int)
    cdef int _puts(self, uint64_t code, int cell, int kind) noexcept nogil
    @cython.locals(kept=int, which=int)
    cdef int _find_all(self) noexcept nogil
    @cython.locals(
        found=int, wanted=uint64_t, which=int, cell=int, points=int, fit=uint64_t,
        kind=int)
    cdef int _find_worth(self, uint64_t hand, int least) noexcept nogil
    cdef int _worth(self, int cell) noexcept nogil
    @cython.locals(which=int, source=int, place=int)
    cdef int _source(self, int kind, int cell, int least, int otherwise) noexcept nogil
    @cython.locals(record=int, head=uint64_t, cell=int, which=int, last=int, moved=int)
    cdef int _gather(self) noexcept nogil
    @cython.locals(longest=int)
    cdef int _takeable(self, int cell) noexcept nogil
    @cython.locals(length=int, other=int)
    cdef int _run(self, int cell, int step) noexcept nogil
    @cython.locals(beside=int, count=int, done=int, near=int, which=int, other=int)
    cdef int _can_spare(self, int cell) noexcept nogil
    @cython.locals(apart=int)
    cdef int _touching(self, int cell, int other) noexcept nogil
    @cython.locals(joined=int, which=int, across=int, along=int)
    cdef int _joined_round(self, int cell) noexcept nogil
    @cython.locals(count=int, which=int, other=int)
    cdef int _reach(self, int cell) noexcept nogil
