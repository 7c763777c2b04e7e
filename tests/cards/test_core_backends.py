"""One source, three builds, the same answers in the card game too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import qwirkle
from qwirkle.engine import CoreUnavailable, loading, stamp

PROGRAM = Path(__file__).with_name("digest.py")


def digest(core: str) -> str:
    environment = {**os.environ, "QWIRKLE_CORE": core}
    environment["PYTHONPATH"] = str(Path(qwirkle.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, str(PROGRAM), "40", "12"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    name, value = run.stdout.split()
    assert name == core
    return value


def built(core: str) -> bool:
    before = os.environ.get("QWIRKLE_CORE")
    os.environ["QWIRKLE_CORE"] = core
    try:
        for part in stamp.PARTS:
            loading.choose(part)
    except CoreUnavailable:
        return False
    finally:
        if before is None:
            del os.environ["QWIRKLE_CORE"]
        else:
            os.environ["QWIRKLE_CORE"] = before
    return True


@pytest.mark.parametrize("core", ["compiled", "checked"])
def test_interpreted_and_compiled_answers_are_the_same(core: str) -> None:
    if not built(core):
        pytest.skip(f"the {core} core has not been built from these sources")
    assert digest(core) == digest("python")
