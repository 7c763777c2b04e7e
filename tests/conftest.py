"""Settings shared by all tests: the same examples on every run, however slow the machine."""

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.load_profile("steady")
