# The C types of core.py; the remarks in placement/board.pxd apply.
cimport cython

from qwirkle.engine.cards cimport box

cdef int ROOM, VECTORS, DEPTHS, ROOM_FOR_ALL, NO_ROOM, PLENTY
cdef int[::1] GREATEST
cdef int[::1] TOTAL
cdef int[::1] HIGHEST

cdef int _kind(int line, int place) noexcept nogil


@cython.final
cdef class Solver:
    cdef int[::1] table
    cdef int[::1] hand
    cdef int[::1] least
    cdef int[::1] most
    cdef int[::1] sets
    cdef int[::1] ceiling
    cdef int[::1] served
    cdef int[::1] width
    cdef int[::1] queue
    cdef int[::1] asked_by
    cdef int[::1] held
    cdef int[::1] made
    cdef int[::1] best_held
    cdef int[::1] best_made
    cdef int[::1] found
    cdef int[::1] kinds
    cdef int[::1] low
    cdef int[::1] high
    cdef int[::1] span
    cdef int[::1] fewest
    cdef int[::1] fullest
    cdef int[::1] known
    cdef int cards, enough, kinds_n, level
    cdef readonly int steps, best_qwirkles, best_cards, found_n

    cdef int _any_play_released(self)
    cdef int _most_released(self, int cards_too)
    cdef int _feasible_released(self)
    cdef int _plays_released(self)
    @cython.locals(line=int)
    cdef int _any_play(self) noexcept nogil
    @cython.locals(line=int)
    cdef int _most_qwirkles(self, int cards_too) noexcept nogil
    @cython.locals(played=int, tried=int, room=int, line=int, here=int)
    cdef int _more(self, int open_lines, int qwirkles, int cards_too) noexcept nogil
    @cython.locals(qwirkles=int, line=int, played=int)
    cdef int _again(self) noexcept nogil
    @cython.locals(fewest=int, place=int, kind=int, copies=int)
    cdef int _room(self, int line) noexcept nogil
    @cython.locals(kind=int, gone=int)
    cdef int _bounds(self) noexcept nogil
    @cython.locals(kind=int, done=int)
    cdef int _forced_play(self) noexcept nogil
    @cython.locals(by_colour=int)
    cdef int _copies(self, int kind) noexcept nogil
    @cython.locals(copies=int)
    cdef int _best_play(self, int kind) noexcept nogil
    @cython.locals(line=int, kind=int, cards=int)
    cdef int _played(self) noexcept nogil
    @cython.locals(line=int)
    cdef int _keep(self, int cards) noexcept nogil
    cdef int _keep_if_better(self, int qwirkles, int cards) noexcept nogil
    @cython.locals(bound=int, kind=int, least=int, most=int, copies=int)
    cdef int _most_cards(self, int first, int given_up) noexcept nogil
    @cython.locals(kind=int, span=int, place=int, which=int)
    cdef int _plays(self) noexcept nogil
    @cython.locals(kind=int, unplayed=int, copies=int)
    cdef int _every_play(self, int place, int first, int code) noexcept nogil
    @cython.locals(which=int)
    cdef int _knows_some(self, int first, int count) noexcept nogil
    @cython.locals(place=int, kind=int, colour=int, shape=int, used=int, room=int)
    cdef int _find_some(self) noexcept nogil
    @cython.locals(copies=int)
    cdef int _know(self, int place, int first) noexcept nogil
    @cython.locals(kind=int, copies=int)
    cdef int _fitted(self) noexcept nogil
    @cython.locals(colour=int, shape=int, by_colour=int, by_shape=int, have=int)
    cdef int _mended(self, int kind, int copies) noexcept nogil
    @cython.locals(vector=int)
    cdef int _spared(self, int line, int place) noexcept nogil

    @cython.locals(line=int, vector=int, place=int)
    cdef int _feasible(self) noexcept nogil
    @cython.locals(deeper=int, choice=int, line=int, other=int)
    cdef int _search(self, int base) noexcept nogil
    @cython.locals(
        choice=int, narrowest=int, colour=int, shape=int, lacking=int, by_colour=int,
        by_shape=int, wider=int, line=int, spare=int, apart=int)
    cdef int _roomless(self, int base) noexcept nogil
    @cython.locals(_=int)
    cdef int _add_set(self, int base, int line) noexcept nogil
    @cython.locals(
        line=int, first=int, last=int, place=int, cross=int, shift=int, here=int, there=int)
    cdef int _serve(self, int base, int needy) noexcept nogil
    @cython.locals(asking=int, place=int)
    cdef int _pass_on(self, int base, int line, int needy) noexcept nogil
    @cython.locals(line=int, kind=int, colour=int, shape=int, left=int)
    cdef int _fill(self, int base) noexcept nogil
