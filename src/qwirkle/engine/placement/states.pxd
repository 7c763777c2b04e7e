# The C types of states.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport uint64_t

from qwirkle.engine.placement cimport bits

cdef int MIDDLE, AT_LEAST, AT_MOST, JUST
cdef uint64_t FIRST

@cython.locals(mixed=uint64_t)
cdef uint64_t _mix(uint64_t number) noexcept nogil


@cython.final
cdef class States:
    cdef uint64_t states
    cdef uint64_t[::1] known
    cdef uint64_t generation
    cdef uint64_t code
    cdef int value, kind, depth

    cdef uint64_t _begin(self) noexcept nogil
    @cython.locals(which=uint64_t, finding=uint64_t)
    cdef int _recall(self, uint64_t state) noexcept nogil
    @cython.locals(which=uint64_t, finding=uint64_t)
    cdef int _remember(
        self, uint64_t state, uint64_t tiles, uint64_t code, int value, int kind,
        int depth) noexcept nogil
    cdef int _is_at(self, uint64_t which, uint64_t state) noexcept nogil
    cdef int _weight(self, uint64_t finding) noexcept nogil
