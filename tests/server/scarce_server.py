"""``qwirkle`` with few open files, as on a system whose hard limit is low."""

from __future__ import annotations

import resource
import sys

from qwirkle.cli import run

FILES = 192

if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES, FILES))
    sys.exit(run(sys.argv[1:]))
