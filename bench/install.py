"""Measure a first `make play` as a newcomer sees it: in a fresh clone, with a fresh environment.

Says how long it takes until the page is served, how many packages and how many megabytes that has
brought, when the compiled core is there, and how long the second start takes. The figures of
docs/install.md are made by this; give the machine a rest before. `--keep FOLDER` leaves the clone.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 900
NOT_COUNTED = {"pip", "setuptools", "wheel"}
"""Packages that came with the environment, not with the game."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--keep", type=Path, help="clone into this folder, and leave it")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        clone = asked.keep or Path(place) / "qwirkle"
        figures = measure(clone, Path(place) / "data")
    if asked.json:
        print(json.dumps(figures))
        return
    print(f"{figures['seconds']:6.1f} s   until the page is served (load {figures['load']:.1f})")
    print(f"{figures['packages']:6}     packages")
    print(f"{figures['megabytes']:6.1f} MB  in site-packages")
    print(f"{figures['core_seconds']:6.1f} s   until the compiled core is there")
    print(f"{figures['again_seconds']:6.1f} s   to start again")


def measure(clone: Path, data: Path) -> dict[str, Any]:
    """Clone, play, and examine the result."""
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    load = os.getloadavg()[0]
    began = time.monotonic()
    with playing(clone, data):
        seconds = time.monotonic() - began
        packages = installed(clone)
        while not is_compiled(clone):
            time.sleep(1)
        core_seconds = time.monotonic() - began
    began = time.monotonic()
    with playing(clone, data):
        again = time.monotonic() - began
    return {
        "load": load,
        "seconds": seconds,
        "packages": len(packages),
        "megabytes": sum(packages.values()) / 1e6,
        "core_seconds": core_seconds,
        "again_seconds": again,
        "largest": dict(sorted(packages.items(), key=lambda found: -found[1])[:8]),
    }


@contextmanager
def playing(clone: Path, data: Path) -> Iterator[None]:
    """Run ``make play`` until its page is there, and end it afterwards."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    clean = {key: value for key, value in os.environ.items() if not key.startswith("QWIRKLE_")}
    clean.pop("VIRTUAL_ENV", None)
    clean.pop("PYTHONPATH", None)
    settings = {"BROWSER": "0", "PORT": str(port), "DATA": str(data)}
    process = subprocess.Popen(
        ["make", "play"],
        cwd=clone,
        env={**clean, **{f"QWIRKLE_{name}": value for name, value in settings.items()}},
        start_new_session=True,
        stdin=subprocess.DEVNULL,
    )
    try:
        await_page(process, f"http://127.0.0.1:{port}")
        yield
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def await_page(process: subprocess.Popen[bytes], address: str) -> None:
    """Wait until the server is healthy and sends the page."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if process.poll() is not None:
            raise SystemExit("make play has ended")
        try:
            fetched(f"{address}/healthz")
            if b"<script" not in fetched(f"{address}/"):
                raise SystemExit("the server has no page")
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
        else:
            return
    raise SystemExit("make play has not served a page")


def fetched(address: str) -> bytes:
    with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310 - of this machine
        body: bytes = answer.read()
        return body


def installed(clone: Path) -> dict[str, int]:
    """Return the installed packages, with the space that the files of each take on the disk."""
    [place] = (clone / ".venv").glob("lib/python*/site-packages")
    found: dict[str, int] = {}
    for info in place.glob("*.dist-info"):
        name = info.name.partition("-")[0].lower()
        listed = (info / "RECORD").read_text("utf-8").splitlines()
        files = {place / line.rpartition(",")[0].rpartition(",")[0].strip('"') for line in listed}
        caches = {
            cached
            for path in files
            if path.suffix == ".py"
            for cached in (path.parent / "__pycache__").glob(f"{path.stem}.*.pyc")
        }
        if name not in NOT_COUNTED:
            found[name] = sum(map(space, files | caches))
    return found


def space(path: Path) -> int:
    """Return the space of a file in whole blocks."""
    return path.stat().st_blocks * 512 if path.is_file() else 0


def is_compiled(clone: Path) -> bool:
    """Return whether a program started now would use the compiled core."""
    python = clone / ".venv" / "bin" / "python"
    said = subprocess.run([python, "-m", "qwirkle.engine"], capture_output=True, check=True)
    return not said.stdout


if __name__ == "__main__":
    if shutil.which("make") is None:
        raise SystemExit("this needs make")
    main()
