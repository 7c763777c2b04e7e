"""Settings shared by all tests: the same examples on every run, however slow the machine."""

import signal

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.load_profile("steady")

# In the background of a script Ctrl-C is ignored, and every program a test starts would inherit it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
