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
        [sys.executable, str(PROGRAM), "16", "5"],
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


@pytest.mark.long
def test_interpreted_and_compiled_answers_are_the_same() -> None:
    # In one test, because the interpreted answers take long.
    cores = [core for core in ("compiled", "checked") if built(core)]
    if not cores:
        pytest.skip("no core has been built from these sources")
    interpreted = digest("python")
    assert {core: digest(core) for core in cores} == dict.fromkeys(cores, interpreted)
