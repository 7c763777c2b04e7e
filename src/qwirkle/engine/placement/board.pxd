# The C types of board.py. Every inner function is nogil, so that a forgotten type fails to compile
# instead of being slow. The methods of a class that others derive from are `inline`: then calls in
# its own module go straight to them, and only those from other modules through the table of methods
# (`@cython.final` here does nothing for methods that are written in Python). The checked build turns
# `noexcept` into `except? -1` (see packaging/building.py).
cimport cython
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t

from qwirkle.engine.placement cimport bits

cdef uint64_t[::1] MATCH


cdef class Board:
    cdef public int open_table, width, height, corner
    cdef public int front_n, tiles, log_n, ops
    cdef readonly int longest, more, copies
    cdef uint8_t[::1] ground
    cdef uint64_t[::1] word
    cdef int8_t[::1] tile
    cdef int16_t[::1] where
    cdef int32_t[::1] front
    cdef uint64_t[::1] fits
    cdef int32_t[::1] laid
    cdef uint64_t[::1] log

    cdef inline int _op(self, uint64_t op) noexcept nogil
    cdef inline int _enter(self, int cell, uint64_t accepted) noexcept nogil
    @cython.locals(moved=int)
    cdef inline int _leave(self, int cell, int which) noexcept nogil
    @cython.locals(row=uint64_t, column=uint64_t, accepted=uint64_t, which=int)
    cdef inline int _reconsider(self, int cell) noexcept nogil
    @cython.locals(
        record=int, which=int, step=int, axis=int, word=uint64_t, before=int, after=int,
        accepted=uint64_t, other=int)
    cdef inline int _place(self, int cell, int tile) noexcept nogil
    @cython.locals(
        at=int, old=uint64_t, tall=uint64_t, far=int, new=uint64_t, worth=uint64_t,
        live=uint64_t, which=int, longest=int, more=int)
    cdef inline int _edge(
        self, int cell, int axis, int step, int run, int length, uint64_t accepted) noexcept nogil
    cdef inline int _joins(self, int cell, int step, int count, uint64_t accepted) noexcept nogil
    @cython.locals(
        ground=int, accepted=uint64_t, bonus=int, before=uint64_t, after=uint64_t, other=int,
        points=uint64_t)
    cdef inline int _survey(self, int cell, int axis, int step) noexcept nogil
    cdef inline uint64_t _narrowed(self, uint64_t accepted, int tile) noexcept nogil
    @cython.locals(record=int, tile=int, step=int, axis=int, at=int, other=int)
    cdef inline int _take(self, int cell) noexcept nogil
    @cython.locals(
        record=int, head=uint64_t, cell=int, tile=int, taken=int, ops=int, op=uint64_t, other=int,
        which=int, moved=int, step=int, axis=int, at=int, word=uint64_t)
    cdef inline int _undo(self) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _refit(self, int cell) noexcept nogil
    cdef inline int _unwind(self, int changes) noexcept nogil
    @cython.locals(record=int, cell=int, kind=int)
    cdef inline int _wipe(self) noexcept nogil
    @cython.locals(ground=uint64_t, word=uint64_t)
    cdef inline int _clean(self, int cell) noexcept nogil
