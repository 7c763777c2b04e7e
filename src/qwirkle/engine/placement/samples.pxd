# The C types of samples.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint64_t

from qwirkle.engine.placement cimport bits, playout, search

cdef int CANDIDATES, BEST


@cython.final
cdef class Samples(search.Search):
    cdef double[::1] rows
    cdef double[::1] targets
    cdef int32_t[::1] marks
    cdef public int rows_n, late_bag, late_one_in

    cdef int _released(self, uint64_t seed, int deals, int one_in, int wander)
    @cython.locals(
        chance=uint64_t, going=int, points=int, asked=int, strays=int,
        found=int, which=int, code=uint64_t, often=int)
    cdef int _collect(self, uint64_t seed, int deals, int one_in, int wander) noexcept nogil
    @cython.locals(top=int, which=int)
    cdef int _candidates(self) noexcept nogil
    @cython.locals(
        which=int, at=int, row=int, feature=int, total=double, deal=int, half=int)
    cdef int _sample(self, uint64_t seed, int deals) noexcept nogil
