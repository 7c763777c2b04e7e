# The names of state_columns.py for compiled modules, as constants.
include "state_columns.pxi"
