# The C types of card_episode.py; the remarks in placement/board.pxd apply.
cimport cython
from libc.stdint cimport int16_t, int32_t, uint8_t

from qwirkle.engine.cards cimport box, core
from qwirkle.engine.episodes cimport card_columns, card_game, episode, shuffle, state_columns

cdef int STOP, CARDS_ROOM, WORTHS


@cython.final
cdef class CardEpisode(card_game.CardGame):
    cdef readonly int refused, episode, number, found, listed, left_out
    cdef int by_tiles, reward_kind, seed_n, choices, shown, kinds_n, chosen, rotates
    cdef int32_t[::1] styles
    cdef long long counts_at, mask_at, features_at
    cdef int16_t[::1] counts
    cdef uint8_t[::1] mask
    cdef int16_t[::1] features
    cdef int32_t[::1] outside
    cdef double[::1] rewards
    cdef int32_t[::1] paid
    cdef uint8_t[::1] seed
    cdef int32_t[::1] kinds
    cdef int32_t[::1] codes
    cdef int32_t[::1] worths
    cdef int32_t[::1] makes
    cdef int32_t[::1] totals

    cdef int _restart(self) noexcept nogil
    @cython.locals(which=int, other=int)
    cdef int _seat_outside(self, int seat) noexcept nogil
    @cython.locals(seat=int)
    cdef int _show_start(self) noexcept nogil
    cdef int _play_others(self) noexcept nogil
    cdef int _step_released(self, int action)
    cdef int _step(self, int action) noexcept nogil
    @cython.locals(running=int)
    cdef int _follow_up(self) noexcept nogil
    @cython.locals(place=int)
    cdef int _add_aside(self, int kind) noexcept nogil
    @cython.locals(which=int)
    cdef int _find_chosen(self) noexcept nogil
    @cython.locals(place=int, line=int, _=int)
    cdef int _act(self, int which) noexcept nogil
    @cython.locals(kind=int, line=int, which=int)
    cdef int _find_choices(self) noexcept nogil
    @cython.locals(count=int, which=int, line=int)
    cdef int _find_openings(self) noexcept nogil
    @cython.locals(places=int, place=int, kind=int, count=int)
    cdef int _is_opening(self, int code, int line) noexcept nogil
    @cython.locals(line=int, count=int, which=int, code=int, at=int)
    cdef int _find_qwirkles(self, int first, int made, int qwirkles) noexcept nogil
    @cython.locals(which=int, least=int, spare=int, worth=int, kept=int)
    cdef int _drop_least(self) noexcept nogil
    @cython.locals(worth=int, which=int)
    cdef int _threshold(self, int spare) noexcept nogil
    cdef int _worth(self, int which) noexcept nogil
    @cython.locals(cards=int)
    cdef int _cards_of(self, int code) noexcept nogil
    cdef int _show_choice(self) noexcept nogil
    @cython.locals(at=cython.longlong, kind=int, away=int, other=int, cards=int, last=int)
    cdef int _count_for(self, int seat) noexcept nogil
    @cython.locals(
        which=int, code=int, rest=int, add=int, stop=int, place=int, kind=int)
    cdef int _mark_kinds(self) noexcept nogil
    @cython.locals(place=int)
    cdef int _has_chosen(self, int code) noexcept nogil
    @cython.locals(which=int, at=cython.longlong)
    cdef int _describe_choices(self) noexcept nogil
    @cython.locals(at=cython.longlong, place=int, column=int, _=int)
    cdef int _describe(self, int which) noexcept nogil
