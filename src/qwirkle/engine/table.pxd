# The C types of table.py; the same remarks as in core.pxd.
cimport cython
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from qwirkle.engine cimport bits, core, taking

cdef int SEATS, HISTORY_ROOM, DRAWS_ROOM, PILE_ROOM, RING, MOST_SPECIALS
cdef int TAKE, DRAW_THREE, DREW_THREE, WORTH_TAKING, ONE_IN
cdef int RANDOM, GREEDY
cdef uint64_t ONE
cdef uint64_t[::1] SETS


@cython.final
cdef class Table:
    cdef readonly core.Position position
    cdef taking.Taking taking
    cdef readonly int players, seat, turns, idle, passes, bag_n, history_n
    cdef readonly long long listed, points
    cdef int hand_size, whole_set, on_centre, opening_trade, most_traded, to_bottom, up_to_hand
    cdef int by_token, may_cut_off, same_spot, take_tiles, three_tiles, at_start, going_out
    cdef readonly int opening_tiles
    cdef int idle_rounds, extras_on, extra, used, taken_cell, taken_kind, banned, room
    cdef int under_first, under_n, drawn_n, given_n, stars_n, black_n, centre_n
    cdef uint64_t banned_row, banned_column, spots
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
    cdef int32_t[::1] centre

    @cython.locals(seat=int, which=int)
    cdef int _clear(self) noexcept nogil
    @cython.locals(which=int, largest=int, seat=int, size=int)
    cdef int _deal(self) noexcept nogil
    @cython.locals(_=int)
    cdef int _deal_actions(self, int kind, int count) noexcept nogil
    cdef int _give(self, int seat, int tile) noexcept nogil
    cdef int _drop(self, int seat, int tile) noexcept nogil
    cdef int _return(self, int tile) noexcept nogil
    cdef int _pile(self) noexcept nogil
    @cython.locals(which=int, piece=int)
    cdef int _draw(self) noexcept nogil
    @cython.locals(piece=int)
    cdef int _refill(self, int seat, int size) noexcept nogil
    @cython.locals(seat=int)
    cdef int _show(self, int kind) noexcept nogil
    cdef int _released(self, int games)
    @cython.locals(turns=int, _=int, seat=int)
    cdef int _play_games(self, int games) noexcept nogil
    @cython.locals(changes=int)
    cdef int _play(self) noexcept nogil
    cdef int _choose(self, uint64_t hand) noexcept nogil
    @cython.locals(seat=int, chosen=int, hand=uint64_t, points=int)
    cdef int _turn(self) noexcept nogil
    @cython.locals(count=int, which=int)
    cdef int _put_down(self, int seat) noexcept nogil
    @cython.locals(wanted=int, size=int, traded=int, kind=int, which=int)
    cdef int _trade(self, int seat) noexcept nogil
    @cython.locals(positions=int, turn=int, start=int, count=int, which=int)
    cdef int _replay(self, int listing, int least, int most) noexcept nogil

    @cython.locals(size=int, rows=uint64_t, axis=int, step=int, which=int, first=int, _=int)
    cdef int _open(self, uint64_t hand) noexcept nogil
    @cython.locals(rows=long, line=int, kinds=int, ways=long, which=int)
    cdef uint64_t _rows(self, uint64_t hand, int size) noexcept nogil
    @cython.locals(points=int, which=uint64_t, ground=int, drawn=uint64_t)
    cdef int _consider(
        self, uint64_t first, uint64_t axis, int step, uint64_t size, uint64_t rows) noexcept nogil
    @cython.locals(
        which=long, kinds=uint64_t, line=int, ways=long, place=int, row=uint64_t, rest=uint64_t,
        kind=uint64_t, _=int)
    cdef uint64_t _row(self, uint64_t hand, int size) noexcept nogil

    @cython.locals(takes=int, threes=int, least=int, cell=int)
    cdef int _begin(self, int seat) noexcept nogil
    cdef int _draw_three(self, int seat) noexcept nogil
    @cython.locals(kind=int)
    cdef int _take(self, int seat, int cell) noexcept nogil
    cdef int _ban(self, int cell, int kind) noexcept nogil
    cdef int _lift_ban(self) noexcept nogil
    @cython.locals(found=int, which=int)
    cdef int _use_any(self, int seat, int takes, int threes) noexcept nogil
