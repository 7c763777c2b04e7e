# The names of box.py for compiled modules, as constants.
include "box.pxi"
