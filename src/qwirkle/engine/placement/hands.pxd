# The C types of hands.py; the remarks in board.pxd apply.
cimport cython
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from qwirkle.engine.placement cimport bits, grid, opening, taking

cdef int HISTORY_ROOM, DRAWS_ROOM, RING, MOST_SPECIALS, MOST_HELD
cdef int TAKE, DRAW_THREE


cdef class Hands:
    cdef readonly grid.Grid position
    cdef taking.Taking taking
    cdef opening.Opening opening
    cdef public int bag_first, ordered, watcher, reasoning, tolerance
    cdef int32_t[::1] exposed
    cdef readonly int players, seat, turns, idle, passes, bag_n, history_n
    cdef int hand_size, whole_set, on_centre, opening_trade, most_traded, to_bottom, up_to_hand
    cdef int by_token, may_cut_off, same_spot, take_tiles, three_tiles, at_start, going_out
    cdef readonly int opening_tiles
    cdef int idle_rounds, extras_on, extra, used, taken_cell, taken_kind, banned, room
    cdef int under_first, under_n, drawn_n, given_n, stars_n, black_n
    cdef uint64_t banned_row, banned_column
    cdef int32_t[::1] count
    cdef uint64_t[::1] held
    cdef int32_t[::1] size
    cdef int32_t[::1] bag
    cdef int32_t[::1] under
    cdef int32_t[::1] aside
    cdef int32_t[::1] score
    cdef int32_t[::1] policy
    cdef int32_t[::1] tokens
    cdef int32_t[::1] actions
    cdef uint64_t[::1] history
    cdef uint64_t[::1] hands
    cdef int32_t[::1] extras
    cdef int32_t[::1] traded
    cdef int8_t[::1] drawn
    cdef int8_t[::1] given
    cdef uint8_t[::1] token
    cdef int32_t[::1] stars
    cdef int32_t[::1] black

    @cython.locals(seat=int, which=int)
    cdef inline int _clear(self) noexcept nogil
    @cython.locals(which=int, seat=int)
    cdef inline int _take_over(self, Hands other) noexcept nogil
    @cython.locals(kind=int, _=int, which=int, largest=int, seat=int, size=int)
    cdef inline int _deal(self) noexcept nogil
    @cython.locals(_=int)
    cdef inline int _deal_actions(self, int kind, int count) noexcept nogil
    cdef inline int _give(self, int seat, int tile) noexcept nogil
    cdef inline int _drop(self, int seat, int tile) noexcept nogil
    cdef inline int _return(self, int tile) noexcept nogil
    cdef inline int _pile(self) noexcept nogil
    @cython.locals(which=int, piece=int)
    cdef inline int _draw(self) noexcept nogil
    @cython.locals(piece=int)
    cdef inline int _refill(self, int seat, int size) noexcept nogil
    @cython.locals(seat=int)
    cdef inline int _give_action(self, int kind) noexcept nogil
    @cython.locals(kind=int)
    cdef inline int _expose_all(self, int seat) noexcept nogil
    @cython.locals(kinds=uint64_t, which=int)
    cdef inline uint64_t _better(self, int points) noexcept nogil
    @cython.locals(kinds=uint64_t, step=int, axis=int, away=int)
    cdef inline uint64_t _extending(self, int count) noexcept nogil
    @cython.locals(which=int)
    cdef inline uint64_t _beyond(self, int cell, int step) noexcept nogil
    @cython.locals(drawn=int, kind=int, at=int)
    cdef inline int _expose(self, int seat, uint64_t better, int kept) noexcept nogil
