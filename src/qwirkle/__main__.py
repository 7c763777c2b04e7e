"""``python -m qwirkle`` is ``qwirkle``."""

from qwirkle.cli import main

main()
