# The C types of play.py; the remarks in placement/board.pxd apply.
cimport cython

from qwirkle.engine.cards cimport box, core

cdef int SUBSETS, GONE, SHORT_LIST, EVERY
cdef double CLOSE


@cython.final
cdef class TurnSearch:
    cdef readonly core.Solver solver
    cdef readonly core.Solver answer
    cdef int[::1] unseen
    cdef int unseen_n, other_hand, deck, turns_left, players
    cdef public int replies, reply_limit
    cdef public double danger, hope, later, thrift
    cdef double[::1] threat
    cdef double[::1] promise
    cdef int[::1] promised
    cdef double[::1] absent
    cdef double[::1] scratch
    cdef int[::1] kinds
    cdef int kinds_n
    cdef int[::1] missing
    cdef int[::1] lacking
    cdef int[::1] bare
    cdef int[::1] play
    cdef int[::1] made
    cdef readonly double best_value
    cdef int short_n
    cdef double[::1] short_value
    cdef int[::1] short_code
    cdef int[::1] short_made
    cdef int[::1] pool
    cdef int[::1] live
    cdef int live_n
    cdef double[::1] sums
    cdef int keeping, kept_n
    cdef int[::1] kept_code
    cdef int[::1] kept_qwirkles
    cdef double[::1] kept_value

    cdef int _released(self) except -1
    cdef int _every_released(self) except -1
    cdef int _choose(self) noexcept nogil
    @cython.locals(line=int)
    cdef int _every(self) noexcept nogil
    @cython.locals(best=int, kind=int, line=int)
    cdef int _last_turn(self) noexcept nogil
    @cython.locals(draws=int, kind=int)
    cdef int _ready(self) noexcept nogil
    @cython.locals(
        gone=int, left=int, line=int, subset=int, copies=int, sign=int, place=int, bit=int)
    cdef int _chances(self, int cards, double[::1] chances, int base) noexcept nogil
    @cython.locals(count=int, line=int, kind=int, gone=int, which=int)
    cdef int _weigh_all(self, int first, int qwirkles) noexcept nogil
    @cython.locals(exact=int, value=double, kind=int, which=int, line=int)
    cdef int _weigh_one(self, int code, int qwirkles) noexcept nogil
    @cython.locals(
        line=int, draws=int, which=int, kind=int, colour=int, shape=int, play=int, copies=int)
    cdef double _outlook(self, int code) noexcept nogil
    @cython.locals(line=int, kind=int)
    cdef double _idle_value(self) noexcept nogil
    @cython.locals(line=int, value=double, base=int, left=double)
    cdef double _expected(self, int draws) noexcept nogil
    @cython.locals(place=int, line=int)
    cdef int _shortlist(self, int code, double value) noexcept nogil
    cdef double _round_released(self, int place, int[::1] sizes, int others, int cards) except? -1.0
    cdef int _second_look(
        self, int[::1] sizes, int others, unsigned int[::1] numbers, int count) except -1
    @cython.locals(
        close=int, cards=int, kind=int, dealt=int, used=int, deals=int, place=int, best=int,
        value=double, line=int, which=int)
    cdef int _look_again(
        self, int[::1] sizes, int others, unsigned int[::1] numbers, int count) noexcept nogil
    @cython.locals(cards=int, kind=int, _=int)
    cdef int _gather(self) noexcept nogil
    @cython.locals(dealt=int, other=int)
    cdef int _dealt(self, int[::1] sizes, int others, int cards) noexcept nogil
    @cython.locals(first=int, chosen=int, kind=int)
    cdef int _shuffle(
        self, int dealt, int cards, unsigned int[::1] numbers, int used) noexcept nogil
    cdef int _deals_released(
        self, int[::1] sizes, int others, unsigned int[::1] numbers, int count) except -1
    @cython.locals(
        cards=int, dealt=int, used=int, which=int, place=int, value=double, line=int, card=int)
    cdef int _run_deals(
        self, int[::1] sizes, int others, unsigned int[::1] numbers, int count) noexcept nogil
    @cython.locals(
        base=int, kind=int, gone=int, draws=int, which=int, play=int, value=double, at=int,
        other=int, found=int, _=int)
    cdef double _round(self, int place, int[::1] sizes, int others, int cards) noexcept nogil
    @cython.locals(kind=int, made=int)
    cdef int _lay_answer(self) noexcept nogil
    @cython.locals(kind=int, gone=int, which=int, enough=int, found=int)
    cdef int _reply(self, int code, int qwirkles) noexcept nogil
