"""Sets up a clone in its own folder ``.venv``: what ``make`` does before it plays or tests.

``clone.py play`` installs what playing needs and builds the page, side by side; the compiled core
is built behind the game that has begun. ``clone.py test`` sets up everything for the tests and
builds both cores meanwhile. ``clone.py core`` compiles the core now, ``clone.py page`` builds the
page; ``clone.py docs`` and ``clone.py photo`` install what a site and what photographs need, and
``clone.py browser`` compiles the core that a site runs in browsers.

Whatever is there already is left alone, silently; what goes wrong is said in one line. Uses nothing
but the standard library, and uv where it is installed.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
TOOLS = VENV / "tools"
"""What builds: Cython and setuptools, beside the installation and not in it."""
NODE = VENV / "node"
ZIG = VENV / "zig"
"""The compiler of the core for browsers, which nothing but a site needs: 100 MB."""
LOG = VENV / "setup.log"
CORE_LOG = VENV / "core.log"
BROWSER_LOG = VENV / "browser.log"
FAILED_CORE = VENV / "core.failed"
"""Has the digest of the sources that could not be compiled."""
READY = {"play": VENV / ".ready", "test": VENV / ".test-ready"}
"""Have the digest of what was installed."""


_RUNNING: set[subprocess.Popen[str]] = set()


class Failed(Exception):
    """A step that went wrong; the text is a sentence for people."""


def main(arguments: list[str]) -> int:
    """Run the command and return the exit status."""
    steps: dict[str, Callable[[], None]] = {
        "play": set_up_playing,
        "test": set_up_tests,
        "core": build_core,
        "page": set_up_page,
        "docs": lambda: install("what writes a site", *group("docs")),
        "photo": install_photo,
        "browser": build_for_browsers,
    }
    if len(arguments) != 1 or arguments[0] not in steps:
        sys.stderr.write(f"usage: clone.py {'|'.join(steps)}\n")
        return 2
    os.chdir(ROOT)
    try:
        steps[arguments[0]]()
    except Failed as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def say(sentence: str) -> None:
    """Print a message for the person who waits."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


# Playing


def set_up_playing() -> None:
    """Install what playing needs, build the page, and let the core be compiled behind the game."""
    if not is_ready("play"):
        say("Setting up qwirkle in .venv: once, less than a minute.")
        with side_by_side() as at_once:
            venv = at_once(make_venv)
            at_once(set_up_page, venv)
            tools = at_once(install_tools, venv)
            at_once(install_project, [], venv, tools)
        note_ready("play")
    else:
        set_up_page()
    if not is_core_fresh():
        compile_behind()


def compile_behind() -> None:
    """Start compiling, unless it has failed before or is running; report which core runs."""
    if not has_compiler():
        say("The slower Python core runs: there is no C compiler here.")
    elif FAILED_CORE.is_file() and FAILED_CORE.read_text("ascii") == core_digest():
        say(f"The slower Python core runs: compiling failed; {_shown(CORE_LOG)} says why.")
    else:
        subprocess.Popen(
            ["nice", PYTHON, __file__, "core"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl-C is for the game.
            start_new_session=True,
        )
        say(
            "The game begins on the Python core. The compiled one, a hundred times faster, is "
            "built meanwhile and runs from the next start on."
        )


def build_core() -> None:
    """Compile the core in place, if its sources have changed; one process at a time."""
    with locked("core"):
        if is_core_fresh():
            return
        install_tools()
        env = {**os.environ, "PYTHONPATH": str(TOOLS)}
        with CORE_LOG.open("wb") as log:
            run([PYTHON, "setup.py", "build_core"], env=env, stdout=log, stderr=log)
        if is_core_fresh():
            FAILED_CORE.unlink(missing_ok=True)
            return
        FAILED_CORE.write_text(core_digest(), "ascii")
    raise Failed(f"The core could not be compiled; the last lines of {_shown(CORE_LOG)} say why.")


def build_for_browsers() -> None:
    """Compile the core for browsers, if its sources have changed; a site does without one too."""
    browser = load("browser", ROOT / "packaging" / "browser.py")
    with locked("browser"):
        if browser.is_fresh():
            return
        say("Compiling the core for browsers: once, some minutes.")
        try:
            install_tools()
            if not (ZIG / "ziglang").is_dir():
                install("a compiler", "--target", str(ZIG), browser.COMPILER)
            env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TOOLS), str(ZIG)))}
            with BROWSER_LOG.open("wb") as log:
                run([PYTHON, browser.__file__], env=env, stdout=log, stderr=log)
        except Failed as error:
            say(str(error))
            return
        if not browser.is_fresh():
            say(f"The core for browsers is not compiled; {_shown(BROWSER_LOG)} says why.")


def install_photo() -> None:
    """Install what only photographs need."""
    install("what reads photographs", *extra("photo"))


# Tests


def set_up_tests() -> None:
    """Install everything; both cores and the page are built while pip downloads."""
    if is_ready("test"):
        set_up_page()
        if has_compiler():
            build_core()
        return
    say("Setting up qwirkle and its tests in .venv: once, some minutes.")
    with side_by_side() as at_once:
        venv = at_once(make_venv)
        at_once(set_up_page, venv)
        tools = at_once(install_tools, venv)
        at_once(install_project, group("test"), venv, tools)
        at_once(build_cores, tools)
    note_ready("play")
    note_ready("test")


def build_cores(tools: Future[None]) -> None:
    """Build the fast core and the one with bounds checks; tests of those that fail are skipped."""
    tools.result()
    if not has_compiler():
        return
    env = {**os.environ, "PYTHONPATH": str(TOOLS)}
    with (VENV / "checked.log").open("wb") as log:
        run([PYTHON, "setup.py", "build_checked"], env=env, stdout=log, stderr=log)
    try:
        build_core()
    except Failed as error:
        say(str(error))


# Installing


def make_venv() -> None:
    """Create the virtual environment, unless it exists."""
    if PYTHON.exists():
        return
    if uv := shutil.which("uv"):
        command = [uv, "venv", "--quiet", "--seed", "--python", sys.executable, str(VENV)]
    else:
        command = [sys.executable, "-m", "venv", str(VENV)]
    if run(command)[0] != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        raise Failed(
            f"{Path(sys.executable).name} cannot make a virtual environment; "
            "on Debian: apt install python3-venv."
        )


def install_tools(venv: Future[None] | None = None) -> None:
    """Install what a build needs, beside the environment."""
    if venv is not None:
        venv.result()
    wanted = project()["build-system"]["requires"]
    noted = TOOLS / "requires.json"
    if noted.is_file() and json.loads(noted.read_text("utf-8")) == wanted:
        return
    shutil.rmtree(TOOLS, ignore_errors=True)
    install("what compiles the core", "--target", str(TOOLS), *wanted)
    noted.write_text(json.dumps(wanted), "utf-8")


def install_project(requirements: list[str], venv: Future[None], tools: Future[None]) -> None:
    """Install libraries, then the project itself: its sources stay here, and nothing is built."""
    venv.result()
    install("qwirkle", *project()["project"]["dependencies"], *requirements)
    tools.result()
    install(
        "qwirkle",
        *("--no-deps", "--no-build-isolation", "--editable", "."),
        QWIRKLE_BUILD="later",
        PYTHONPATH=str(TOOLS),
    )


def install(what: str, *words: str, **environment: str) -> None:
    """Install into the environment, with uv or pip."""
    uv = shutil.which("uv")
    # Byte code of all modules would take seconds and a third of the space; few are ever loaded.
    pip = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-compile"]
    command = [uv, "pip", "install", "--python", PYTHON] if uv else pip
    status, said = run([*command, *words], env={**os.environ, **environment})
    with locked("log"), LOG.open("a", encoding="utf-8") as log:
        log.write(said)
    if status != 0:
        why = next((line for line in said.splitlines() if "error" in line.lower()), "no reason")
        raise Failed(f"Installing {what} failed: {why.strip()} ({_shown(LOG)} has all of it).")


def set_up_page(venv: Future[None] | None = None) -> None:
    """Build the page, if its sources have changed; without Node the game is in the terminal."""
    page = load("page", ROOT / "frontend" / "build.py")
    if page.is_fresh():
        return
    if wanted := page.requirements():
        try:
            if venv is not None:
                venv.result()
            install("Node", "--only-binary", ":all:", "--target", str(NODE), *wanted)
        except Failed as error:
            say(str(error))
    command = [sys.executable, str(ROOT / "frontend" / "build.py")]
    run(command, env={**os.environ, "PYTHONPATH": str(NODE)}, stdout=None, stderr=None)


# What is there


def project() -> dict[str, Any]:
    """Return pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def extra(name: str) -> list[str]:
    """Return the requirements of an extra; those that it takes from another one are written out."""
    return _written_out(project()["project"]["optional-dependencies"][name])


def group(name: str) -> list[str]:
    """Return the requirements of a dependency group; pip knows these from 25.1 on."""
    found: list[str] = []
    for entry in project()["dependency-groups"][name]:
        if isinstance(entry, str):
            found += _written_out([entry])
        else:
            found += group(entry["include-group"])
    return found


def _written_out(requirements: list[str]) -> list[str]:
    found: list[str] = []
    for requirement in requirements:
        own = re.fullmatch(r"qwirkle\[(.*)\]", requirement)
        if own is None:
            found.append(requirement)
        else:
            found += [wanted for name in own[1].split(",") for wanted in extra(name.strip())]
    return found


def is_ready(what: str) -> bool:
    """Return whether everything that pyproject.toml names now is installed."""
    noted = READY[what]
    return PYTHON.exists() and noted.is_file() and noted.read_text("ascii") == _wanted()


def note_ready(what: str) -> None:
    """Note what is installed."""
    READY[what].write_text(_wanted(), "ascii")


def _wanted() -> str:
    tables = project()
    named = [tables["build-system"], tables["project"], tables["dependency-groups"]]
    return hashlib.sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()


def is_core_fresh() -> bool:
    """Return whether the compiled core was made from the current sources."""
    stamp, engine = _stamp()
    return all(stamp.read_stamp(engine, part) == stamp.digest(engine, part) for part in stamp.PARTS)


def core_digest() -> str:
    """Return the digest of the sources of the core."""
    stamp, engine = _stamp()
    parts = "".join(stamp.digest(engine, part) for part in stamp.PARTS)
    return hashlib.sha256(parts.encode()).hexdigest()


def _stamp() -> tuple[Any, Path]:
    engine = ROOT / "src" / "qwirkle" / "engine"
    return load("stamp", engine / "stamp.py"), engine


def has_compiler() -> bool:
    """Return whether Python's compiler exists."""
    import sysconfig  # noqa: PLC0415 - slow to load, and seldom needed

    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(named.split()[0]) is not None


def load(name: str, path: Path) -> Any:
    """Load a module on its own."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Failed(f"{_shown(path)} cannot be read.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


# Side by side


@contextmanager
def side_by_side() -> Iterator[Callable[..., Future[None]]]:
    """Run steps at the same time; when one fails, the others are ended."""
    begun: list[Future[None]] = []
    with ThreadPoolExecutor(8) as pool:

        def at_once(step: Callable[..., None], *given: object) -> Future[None]:
            begun.append(pool.submit(step, *given))
            return begun[-1]

        try:
            yield at_once
            for step in wait(begun, return_when=FIRST_EXCEPTION).done:
                step.result()
        except BaseException:
            for process in tuple(_RUNNING):
                with suppress(ProcessLookupError):  # it has just ended
                    os.killpg(process.pid, signal.SIGTERM)
            raise


def run(
    command: list[Any],
    *,
    env: dict[str, str] | None = None,
    stdout: Any = subprocess.PIPE,
    stderr: Any = subprocess.STDOUT,
) -> tuple[int, str]:
    """Run a program and return its status, and its output if that is not shown."""
    with subprocess.Popen(
        command,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=stderr,
        text=True,
        start_new_session=True,  # so that it can be ended with all that it has started
    ) as process:
        _RUNNING.add(process)
        try:
            said, _ = process.communicate()
        finally:
            _RUNNING.discard(process)
        return process.returncode, said or ""


@contextmanager
def locked(name: str) -> Iterator[None]:
    """Let one process or thread at a time do something."""
    with (VENV / f"{name}.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
