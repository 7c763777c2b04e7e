# The names of columns.py for compiled modules, as constants.
include "columns.pxi"
