# The names of card_columns.py for compiled modules, as constants.
include "card_columns.pxi"
