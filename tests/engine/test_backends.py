"""One source, three builds, the same answers; and a stale build is never used."""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import qwirkle
from qwirkle.engine import backend, backend_note, constants, loading, stamp

ROOT = Path(__file__).resolve().parents[2]
POSITIONS, GAMES = "24", "12"
TELL = (
    "-c",
    "from qwirkle.engine import backend, backend_note; print(backend(), '-', backend_note())",
)


def run(
    core: str | None, *command: str, source: Path | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if key != "QWIRKLE_CORE"}
    if core is not None:
        environment["QWIRKLE_CORE"] = core
    environment["PYTHONPATH"] = str(source or Path(qwirkle.__file__).parents[1])
    return subprocess.run(
        [sys.executable, *command],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )


def digest(core: str) -> str:
    program = str(Path(__file__).with_name("digest.py"))
    answer = run(core, program, POSITIONS, GAMES)
    assert answer.returncode == 0, answer.stderr
    name, value = answer.stdout.split()
    assert name == core
    return value


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Let one test process build at a time."""
    lock = ROOT / "build" / f"{name}.lock"
    lock.parent.mkdir(exist_ok=True)
    patience = time.monotonic() + 200
    while True:
        try:
            lock.mkdir()
            break
        except FileExistsError:
            if time.monotonic() > patience:
                pytest.fail(f"remove {lock}: another run left it behind")
            time.sleep(0.2)
    try:
        yield
    finally:
        lock.rmdir()


@pytest.fixture(scope="module")
def interpreted() -> str:
    return digest("python")


def test_the_compiled_core_answers_as_the_source_does(interpreted: str) -> None:
    if loading.find_fault(loading.HERE) is not None:
        pytest.skip("the compiled core has not been built here")
    assert digest("compiled") == interpreted


def test_the_checked_core_answers_as_the_source_does(interpreted: str) -> None:
    if importlib.util.find_spec("Cython") is None or shutil.which("cc") is None:
        pytest.skip("the checked core needs Cython and a C compiler")
    if loading.CHECKED.parents[3] != ROOT:
        pytest.skip("the checked core belongs to the project's own folder")
    with alone("checked"):
        if loading.find_fault(loading.CHECKED) is not None:
            made = run(None, str(ROOT / "setup.py"), "build_checked")
            assert made.returncode == 0, made.stderr
    assert digest("checked") == interpreted


def test_the_checked_core_notices_what_the_fast_one_would_not() -> None:
    if loading.find_fault(loading.CHECKED) is not None:
        pytest.skip("the checked core has not been built here")
    # A placement number that leads out of the array: spelling it must raise, not read on.
    wrong = "from qwirkle.engine.placement import grid; grid.Grid(0, 0).spell(0x70FFFF000000000)"
    answer = run("checked", "-c", wrong)
    assert "IndexError" in answer.stderr


def copied(folder: Path) -> Path:
    """A clone elsewhere, with whatever has been built."""
    target = folder / "src"
    (folder / "setup.py").touch()
    shutil.copytree(
        Path(qwirkle.__file__).parent,
        target / "qwirkle",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    return target


def test_a_stale_build_is_never_used(tmp_path: Path) -> None:
    if loading.find_fault(loading.HERE) is not None:
        pytest.skip("the compiled core has not been built here")
    source = copied(tmp_path)
    assert run(None, *TELL, source=source).stdout == "compiled - None\n"
    core = source / "qwirkle" / "engine" / "placement" / "grid.pxd"
    core.write_text(core.read_text(encoding="utf-8") + "\n# changed\n", encoding="utf-8")
    answer = run(None, *TELL, source=source)
    assert "Python core runs" in answer.stdout
    assert "other sources" in answer.stdout
    assert answer.stdout.count("\n") == 1
    forced = run("compiled", *TELL, source=source)
    assert forced.returncode != 0
    assert "CoreUnavailable" in forced.stderr


def test_a_core_that_is_finished_while_a_game_runs_is_used_from_the_next_start_on(
    tmp_path: Path,
) -> None:
    if loading.find_fault(loading.HERE) is not None:
        pytest.skip("the compiled core has not been built here")
    source = copied(tmp_path)
    engine = source / "qwirkle" / "engine"
    built = [
        path
        for part in stamp.PARTS
        for path in (*stamp.modules_in(engine, part), stamp.stamp_in(engine, part))
    ]
    for path in built:
        path.rename(path.with_suffix(".away"))
    assert run(None, *TELL, source=source).stdout.startswith("python - ")
    # The stamps come last: what is half there is not used.
    *most, last = sorted(built, key=lambda path: path.suffix == ".stamp")
    for path in most:
        path.with_suffix(".away").rename(path)
    assert run(None, *TELL, source=source).stdout.startswith("python - ")
    last.with_suffix(".away").rename(last)
    assert run(None, *TELL, source=source).stdout == "compiled - None\n"


def test_an_installed_package_trusts_its_stamp(tmp_path: Path) -> None:
    """Where there is no clone nobody edits sources, and every start is spared reading them."""
    if loading.find_fault(loading.HERE) is not None:
        pytest.skip("the compiled core has not been built here")
    source = copied(tmp_path)
    (tmp_path / "setup.py").unlink()
    text = (source / "qwirkle" / "engine" / "stamp.py").read_text("utf-8")
    broken = text.replace("total = hashlib.sha256()", "raise AssertionError('sources were read')")
    assert broken != text
    (source / "qwirkle" / "engine" / "stamp.py").write_text(broken, "utf-8")
    assert run(None, *TELL, source=source).stdout == "compiled - None\n"
    (tmp_path / "setup.py").touch()
    assert "sources were read" in run(None, *TELL, source=source).stderr


def test_without_a_build_the_source_runs(tmp_path: Path) -> None:
    source = copied(tmp_path)
    for part in stamp.PARTS:
        stamp.remove(source / "qwirkle" / "engine", part)
    answer = run(None, *TELL, source=source)
    assert "Python core runs" in answer.stdout
    assert "has not been built" in answer.stdout


@pytest.mark.parametrize("left", [None, b"no module at all"], ids=["missing", "foreign"])
def test_without_what_all_modules_share_the_source_runs(tmp_path: Path, left: bytes | None) -> None:
    if loading.find_fault(loading.HERE) is not None:
        pytest.skip("the compiled core has not been built here")
    source = copied(tmp_path)
    [shared] = stamp.modules_in(source / "qwirkle" / "engine", stamp.UTILITY)
    shared.unlink()
    if left is not None:
        shared.write_bytes(left)
    answer = run(None, *TELL, source=source)
    assert answer.stderr == ""
    assert answer.stdout.startswith("python - The slower Python core runs: the compiled ")
    assert answer.stdout.count("\n") == 1
    forced = run("compiled", *TELL, source=source)
    assert forced.stderr.splitlines()[-1].startswith("qwirkle.engine.loading.CoreUnavailable: ")


def test_a_build_without_its_stamp_is_not_used(tmp_path: Path) -> None:
    source = copied(tmp_path)
    for part in stamp.PARTS:
        stamp.stamp_in(source / "qwirkle" / "engine", part).unlink(missing_ok=True)
    assert "Python core runs" in run(None, *TELL, source=source).stdout


def test_an_unknown_wish_is_refused() -> None:
    answer = run("quick", *TELL)
    assert answer.returncode != 0
    assert "compiled, checked, python" in answer.stderr


def test_the_note_is_for_slower_cores_only() -> None:
    assert backend() in loading.CHOICES
    assert (backend_note() is None) == (backend() == "compiled")
    assert "asks for it" in run("python", *TELL).stdout


@pytest.mark.parametrize("module", constants.MODULES)
def test_a_constant_of_c_is_that_of_python(module: str) -> None:
    declared = constants.declare(loading.HERE / f"{module}.py")
    numbers = {
        name: int(number, 0)
        for name, number in re.findall(
            r"#define QWIRKLE_[A-Z]+?(?:_COLUMNS)?_(\w+) (?:UINT64_C)?\(((?:0x)?[-\dA-F]+)\)",
            declared,
        )
    }
    found = vars(importlib.import_module(f"qwirkle.engine.{module.replace('/', '.')}"))
    assert numbers == {
        name: number for name, number in found.items() if name.isupper() and isinstance(number, int)
    }
    assert len(re.findall(r"^    (?:int|uint64_t) \w+ ", declared, re.MULTILINE)) == len(numbers)


def test_a_constant_of_c_is_wide_enough(tmp_path: Path) -> None:
    source = tmp_path / "wide.py"
    source.write_text(
        "from __future__ import annotations\nLARGE: Word = 1 << 40\n", encoding="utf-8"
    )
    assert 'uint64_t LARGE "QWIRKLE_WIDE_LARGE"' in constants.declare(source)
    source.write_text("LARGE = 1 << 40\n", encoding="utf-8")
    with pytest.raises(ValueError, match="LARGE needs the annotation Word"):
        constants.declare(source)


def compiled_modules() -> list[Path]:
    return [
        loading.HERE / part.package / module
        for part in stamp.PARTS
        for module in part.modules
        if part is not stamp.UTILITY
    ]


@pytest.mark.parametrize(
    "module", compiled_modules(), ids=lambda path: f"{path.parent.name}.{path.name}"
)
def test_an_underscore_in_the_core_means_c_function(module: Path) -> None:
    source = module.with_suffix(".py").read_text(encoding="utf-8")
    types = module.with_suffix(".pxd").read_text(encoding="utf-8")
    marked = set(re.findall(r"^ *def (_(?!_)\w+)\(", source, re.MULTILINE))
    declared = set(re.findall(r"^ *cdef (?:inline )?(?!class)\w+ (\w+)\(", types, re.MULTILINE))
    assert marked == declared


def test_the_core_needs_no_cython_to_run() -> None:
    blocked = (
        "import sys; sys.modules['cython'] = None; sys.modules['Cython'] = None\n"
        "from qwirkle.engine import play_out; print(play_out(2, 1, ['greedy'] * 2).turns)"
    )
    answer = run("python", "-c", blocked)
    assert answer.returncode == 0, answer.stderr
    assert int(answer.stdout) > 20
