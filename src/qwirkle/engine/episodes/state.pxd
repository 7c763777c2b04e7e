# The C types of state.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int32_t, uint16_t, uint64_t

from qwirkle.engine.episodes cimport columns, game, ranking, state_columns
from qwirkle.engine.placement cimport bits, grid, listing, playout

cdef int TRADES_ROOM
cdef int32_t[::1] GAPS


@cython.final
cdef class Table(game.Game):
    cdef public object rules
    cdef object thread
    cdef State loaded
    cdef int version, is_listed, sorted, takes_n, trades_n
    cdef uint64_t[::1] trades
    cdef int32_t[::1] places
    cdef int32_t[::1] first
    cdef int32_t[::1] chosen
    cdef int32_t[::1] pool
    cdef public playout.Playout quick
    cdef int turns_room
    cdef object all_numbers, all_gains
    cdef uint64_t[::1] numbers
    cdef uint16_t[::1] gains

    cpdef int make_room_for(self, int count) except -1
    cdef int _list_turns(self) noexcept nogil
    @cython.locals(
        kinds=int, found=int, rest=uint64_t, kind=int, place=int, number=uint64_t, count=int,
        which=int)
    cdef int _list_trades(self, int seat, int most) noexcept nogil
    cdef int _turns_n(self) noexcept nogil
    cdef int _must_pass(self) noexcept nogil
    @cython.locals(at=int, which=int, cell=uint64_t)
    cdef int _write_turns(self, uint64_t[::1] numbers) noexcept nogil
    @cython.locals(first=int, at=int, which=int)
    cdef int _write_points(self, uint16_t[::1] points, int count) noexcept nogil
    @cython.locals(seat=int, which=int, rest=uint64_t, count=int, cell=uint64_t)
    cdef int _choose_number(self, uint64_t number) noexcept nogil
    @cython.locals(kind=int, place=int)
    cdef int _put_aside(self, int seat, uint64_t places) noexcept nogil
    @cython.locals(number=uint64_t, which=int, place=int)
    cdef uint64_t _number_chosen(self, int seat) noexcept nogil
    cdef int _choose_by(self, int policy) noexcept nogil
    @cython.locals(which=int, step=int, gap=int, at=int)
    cdef int _sort_by_tiles(self) noexcept nogil
    cdef int _comes_later(self, int one, int other) noexcept nogil
    @cython.locals(
        code=uint64_t, count=int, first=int, high=uint64_t, low=uint64_t, last=int, place=int,
        step=uint64_t, source=int, cell=int, kind=uint64_t, away=int)
    cdef int _write_key(self, int which) noexcept nogil
    cdef int _list_for_spelling(self) noexcept nogil
    @cython.locals(
        unseen=int, special=int, which=int, piece=int, other=int, count=int)
    cdef int _redeal(self, int seat, uint64_t seed) noexcept nogil


cdef class State:
    cdef readonly Table table
    cdef readonly object data
    cdef uint16_t[::1] row
    cdef object past
    cdef int version

    @cython.locals(made=State)
    cpdef State clone(self)
    cdef int _become(self, State other) except -1
    cdef int _bring(self) except -1
    cdef int _keep(self) except -1
    @cython.locals(seat=int)
    cdef int _apply(self, uint64_t number) except -1
    @cython.locals(count=int)
    cdef int _list(self) except -1
