"""A stand-in for the ``cython`` module where Cython is not installed and nothing is compiled.

Only names that the core's sources use belong here. The compiler never sees this file.
"""

from __future__ import annotations

from contextlib import nullcontext

# The interpreter keeps its lock: there is nothing to run beside it.
nogil = nullcontext()
