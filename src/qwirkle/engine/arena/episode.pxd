# The C types of episode.py; the same remarks as in grid.pxd.
cimport cython
from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint64_t

from qwirkle.engine.arena cimport game, ranking, shuffle, window
from qwirkle.engine.core cimport bits, grid, hands

cdef int ACT, POINTS, TILES, QWIRKLES, FIVES, STARS, BONUSES, ROW, COLUMN, DOWN
cdef int FIRST_KIND, FIRST_STEP, FEATURES
cdef int MARKS_ROOM, POINTS_ROOM, TRADED_ROOM, SEED_ROOM
cdef int REWARD_POINTS, REWARD_MARGIN, REWARD_WIN
cdef uint64_t ONE


@cython.final
cdef class Episode(window.Window):
    cdef uint8_t[::1] mask
    cdef int16_t[::1] features
    cdef long long mask_at, features_at
    cdef readonly int choices, listed, left_out, refused, episode, number
    cdef int by_tiles, shown, marks_n, reward_kind, seed_n
    cdef uint64_t[::1] codes
    cdef uint8_t[::1] acts
    cdef uint16_t[::1] worths
    cdef int32_t[::1] marks
    cdef int32_t[::1] anchors
    cdef int32_t[::1] totals
    cdef int32_t[::1] outside
    cdef double[::1] rewards
    cdef int32_t[::1] paid
    cdef uint8_t[::1] seed

    @cython.locals(seat=int, which=int)
    cdef int _restart(self) noexcept nogil
    cdef int _write_part(self, int number) noexcept nogil
    @cython.locals(seat=int)
    cdef int _show_start(self) noexcept nogil
    cdef int _play_others(self) noexcept nogil
    cdef int _act_alone(self, int seat) noexcept nogil
    cdef int _show_choice(self) noexcept nogil
    cdef int _step(self, int action) noexcept nogil
    cdef int _follow_up(self) noexcept nogil
    @cython.locals(seat=int, best=int, winners=int, other=int)
    cdef int _reward(self) noexcept nogil
    cdef int _mark(self, int action) noexcept nogil
    @cython.locals(action=int, which=int)
    cdef int _clear_mask(self) noexcept nogil
    cdef int _may_trade(self) noexcept nogil
    cdef int _may_pass(self) noexcept nogil
    cdef int _is_restricted(self) noexcept nogil
    @cython.locals(seat=int, takes=int, which=int, found=int, least=int, spare=int, most=int)
    cdef int _list_turns(self) noexcept nogil
    @cython.locals(points=int, which=int)
    cdef int _threshold(self, int found, int spare) noexcept nogil
    @cython.locals(hand=uint64_t, count=int, which=int, cell=int)
    cdef int _gather_in_order(self, int seat) noexcept nogil
    @cython.locals(at=int)
    cdef int _insert(self, int cell, int count) noexcept nogil
    @cython.locals(which=int, cell=int, at=int)
    cdef int _sort_takes(self, int count) noexcept nogil
    @cython.locals(rest=uint64_t, here=uint64_t, _=int)
    cdef int _list_trades(self, int kind, uint64_t code, uint64_t count, uint64_t most) noexcept nogil
    @cython.locals(at=cython.longlong, column=int, count=int, which=int)
    cdef int _add(self, int act, uint64_t code, int points) noexcept nogil
    @cython.locals(place=int)
    cdef int _describe_cell(self, long long at, int cell) noexcept nogil
    @cython.locals(
        count=int, axis=int, first=int, apart=int, bonus=int, stars=int, qwirkles=int, fives=int,
        along=int, place=int, source=int, cell=int, start=int, length=int)
    cdef int _describe_placement(self, long long at, uint64_t code) noexcept nogil
    cdef int _before_of(self, int cell, int axis) noexcept nogil
    cdef int _after_of(self, int cell, int axis) noexcept nogil
    @cython.locals(at=cython.longlong, which=int)
    cdef int _blank_rest(self) noexcept nogil
    @cython.locals(seat=int, which=int)
    cdef int _act_by_turns(self, int action) noexcept nogil
    @cython.locals(seat=int, cells=int, trading=int, kind=int, count=int, which=int)
    cdef int _mark_tiles(self) noexcept nogil
    cdef int _mark_stop(self) noexcept nogil
    @cython.locals(place=int)
    cdef int _mark_cell(self, int first, int cell) noexcept nogil
    @cython.locals(place=int)
    cdef int _mark_kinds(self, int cell, uint64_t kinds) noexcept nogil
    @cython.locals(which=int)
    cdef int _mark_first(self, int seat) noexcept nogil
    @cython.locals(cell=int, away=int)
    cdef int _mark_next(self, int seat) noexcept nogil
    @cython.locals(which=int)
    cdef int _mark_end(self, int seat, int cell, int step) noexcept nogil
    @cython.locals(which=int, count=int, tile=int, place=int, action=int)
    cdef int _mark_opening(self, int seat) noexcept nogil
    @cython.locals(found=int, which=int, tile=int)
    cdef int _has_partial(self, int count) noexcept nogil
    @cython.locals(first=int, kinds=uint64_t, kind=int)
    cdef int _mark_trades(self, int seat, int trading) noexcept nogil
    @cython.locals(seat=int, cells=int)
    cdef int _act_by_tiles(self, int action) noexcept nogil
    cdef int _put_down(self, int seat, int cell, int kind) noexcept nogil
    @cython.locals(which=int, opening=int)
    cdef int _finish_placement(self, int seat) noexcept nogil
    @cython.locals(points=int, bonus=int, away=int, down=int, across=int, which=int)
    cdef int _points_of_placed(self) noexcept nogil
    @cython.locals(kind=int)
    cdef int _collect_trade(self) noexcept nogil
