"""One table, pure: commands, events, the state they fold to, and what each may see of it.

No input or output, no clock, no randomness: the time and the secrets come from outside.
"""
