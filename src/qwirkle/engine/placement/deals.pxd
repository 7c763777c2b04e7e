# The C types of deals.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

from qwirkle.engine.placement cimport bits, grid, guesses, hands, playout

cdef int TRIES, PLAIN


cdef class Deals:
    cdef playout.Playout table
    cdef grid.Grid position
    cdef readonly guesses.Guesses guesses
    cdef int32_t[::1] count
    cdef uint64_t[::1] held
    cdef int32_t[::1] size
    cdef int32_t[::1] bag
    cdef int32_t[::1] under
    cdef int32_t[::1] score
    cdef int32_t[::1] tokens
    cdef int32_t[::1] actions
    cdef int32_t[::1] exposed
    cdef int64_t[::1] plain
    cdef uint8_t[::1] stars
    cdef int32_t[::1] pool
    cdef int32_t[::1] specials
    cdef int32_t[::1] policy
    cdef int32_t[::1] shown
    cdef int open_hands, shuffling
    cdef public int pool_n, specials_n, seat, changes

    @cython.locals(which=int)
    cdef inline int _save_table(self) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _restore_table(self) noexcept nogil
    @cython.locals(which=int)
    cdef inline int _clear_trial(self) noexcept nogil
    @cython.locals(kind=int, left=int, seat=int, which=int, piece=int, _=int)
    cdef inline int _gather_unseen(self) noexcept nogil
    @cython.locals(
        which=int, other=int, piece=int, first=int, seat=int, kind=int,
        special=int, slot=int, _=int)
    cdef inline int _determinize(self, uint64_t seed) noexcept nogil
    @cython.locals(guess=int, tile=int, which=int, piece=int)
    cdef inline int _front_guess(self, int first) noexcept nogil
    @cython.locals(tried=int, piece=int, other=int)
    cdef inline int _suppose(self, int seat, int slot, int first) noexcept nogil
