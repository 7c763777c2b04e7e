# The C types of writing.py; the remarks in board.pxd apply, but texts need the interpreter.
cimport cython

from qwirkle.engine.placement cimport bits


@cython.final
cdef class Writer:
    cdef set taken, stars
    cdef dict bonus, tiles, singles
    cdef list codes
    cdef int right, down, longest, more

    @cython.locals(row=tuple, count=int, place=str, tile=str, made=dict, more=str, found=list, ends=long)
    cpdef str write(self, list rows)
    @cython.locals(text=str, cell=int, x=int, y=int)
    cdef str _tile(self, int number)
    @cython.locals(lines=str, bonus=int, stars=str)
    cdef str _more(self, list cells)
    cdef str _cell(self, int cell)
    @cython.locals(first=int, last=int, along=int, across=int, found=list)
    cdef str _lines(self, list cells)
    @cython.locals(key=int, text=str)
    cdef str _through(self, int cell, int step)
    @cython.locals(length=int, points=int)
    cdef str _line(self, int first, int last, int step)
    @cython.locals(x=int, y=int, row=str)
    cdef str _text(self, int cell, int step, int length, int points, bint qwirkle)
