# The C types of table.py; the same remarks as in core.pxd.
cimport cython
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from qwirkle.engine cimport bits, core, endgame, opening, taking, value

cdef int SEATS, HISTORY_ROOM, DRAWS_ROOM, PILE_ROOM, RING, MOST_SPECIALS
cdef int TAKE, DRAW_THREE, DREW_THREE, WORTH_TAKING, ONE_IN, TAKES_WEIGHED, NARROW, MOST_HELD
cdef int RANDOM, GREEDY, VALUE
cdef uint64_t ONE


@cython.final
cdef class Table:
    cdef readonly core.Position position
    cdef taking.Taking taking
    cdef opening.Opening opening
    cdef readonly value.Valuer valuer
    cdef readonly endgame.Endgame ending
    cdef public int ending_nodes, ending_tiles
    cdef public int breadth, bag_first, ordered, watcher, reasoning, tolerance
    cdef int32_t[::1] exposed
    cdef readonly int players, seat, turns, idle, passes, bag_n, history_n
    cdef readonly long long listed, points
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
    @cython.locals(greedy=int)
    cdef int _choose(self, uint64_t hand) noexcept nogil
    @cython.locals(seat=int, chosen=int, hand=uint64_t, points=int)
    cdef int _turn(self) noexcept nogil
    @cython.locals(better=uint64_t, kept=int)
    cdef int _finish(self, int seat, uint64_t hand, int points) noexcept nogil
    @cython.locals(kind=int)
    cdef int _expose_all(self, int seat) noexcept nogil
    @cython.locals(kinds=uint64_t, which=int)
    cdef uint64_t _better(self, int points) noexcept nogil
    @cython.locals(drawn=int, kind=int, at=int)
    cdef int _expose(self, int seat, uint64_t better, int kept) noexcept nogil
    @cython.locals(other=int, tiles=int)
    cdef int _ends(self, int seat) noexcept nogil
    @cython.locals(kind=int, unseen=int, start=int, which=int, _=int)
    cdef int _choose_by_solving(self, int seat) noexcept nogil
    cdef int _choose_by_value(self, int seat) noexcept nogil
    @cython.locals(kind=int, other=int, which=int)
    cdef int _tell(self, int seat) noexcept nogil
    @cython.locals(count=int, which=int)
    cdef int _put_down(self, int seat) noexcept nogil
    @cython.locals(wanted=int, size=int, traded=int, kind=int, which=int, given=int)
    cdef int _trade(self, int seat) noexcept nogil
    @cython.locals(positions=int, turn=int, start=int, count=int, which=int)
    cdef int _replay(self, int listing, int least, int most) noexcept nogil

    @cython.locals(takes=int, threes=int, least=int, cell=int)
    cdef int _begin(self, int seat) noexcept nogil
    @cython.locals(
        least=int, value=double, count=int, found=int, most=double, at=int, which=int, cell=int,
        points=double, worth=double, _=int)
    cdef int _worth_taking(self, int seat) noexcept nogil
    @cython.locals(kind=int, worth=double)
    cdef double _weigh_take(self, int seat, int cell, int closely) noexcept nogil
    cdef int _pay_take(self, int seat, int count) noexcept nogil
    cdef int _draw_three(self, int seat) noexcept nogil
    @cython.locals(kind=int)
    cdef int _take(self, int seat, int cell) noexcept nogil
    cdef int _ban(self, int cell, int kind) noexcept nogil
    cdef int _lift_ban(self) noexcept nogil
    @cython.locals(found=int, which=int)
    cdef int _use_any(self, int seat, int takes, int threes) noexcept nogil
