"""One table, pure: its commands, its events, the state they fold to, and the views of that state.

There is no input or output, no clock and no randomness: time and secrets come from outside.
"""
