"""The card game: sets, the referee, turns, events, state and view.

Pure, like the rest of the rules: no input or output, no clock, no randomness of its own.
"""

from __future__ import annotations
