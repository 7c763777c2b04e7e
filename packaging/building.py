"""Builds for both distributions: the compiled core, and reproducible source archives.

``setup.py`` of ``qwirkle`` and that of ``qwirkle-core`` load this file on its own. Where Cython or
a C compiler is missing nothing fails: the Python source of the core runs instead.
"""

from __future__ import annotations

import gzip
import importlib.util
import os
import re
import shutil
import sys
import sysconfig
import tarfile
from pathlib import Path
from typing import Any, NamedTuple

from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "src" / "qwirkle" / "engine"
OLDEST = 315532800
"""1980, the first year that wheels know: the date of packed files, if none is given."""


def load_alone(name: str, path: Path) -> Any:
    """Load a module on its own, because the package cannot be imported before it is built."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"qwirkle: {path} cannot be read")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


stamp = load_alone("stamp", ENGINE / "stamp.py")
constants = load_alone("constants", ENGINE / "constants.py")

FAST = {
    "language_level": "3",
    "infer_types": True,
    # The hints are for people and mypy; the C types stand in the .pxd files.
    "annotation_typing": False,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}
CHECKED = {**FAST, "boundscheck": True, "initializedcheck": True, "cdivision": False}


def say(sentence: str) -> None:
    """Print a message for the person who builds."""
    sys.stderr.write(f"qwirkle: {sentence}\n")


def has_compiler() -> bool:
    """Return whether Python's C compiler exists; on Windows only a build finds out."""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return os.name == "nt" or shutil.which(named.split()[0]) is not None


def module_name(package: str, module: str) -> str:
    """Return the full name of a module of the core."""
    return f"qwirkle.engine.{package}.{module}"


UTILITY = module_name(*next(iter(stamp.UTILITY.names)))


class Build(NamedTuple):
    """The translation and compilation of the core."""

    source: Path
    directives: dict[str, object]
    flags: list[str]
    c_files: Path

    def modules(self) -> list[Extension]:
        """Return the core's modules, untranslated: most commands of a build need no more."""
        return [
            Extension(
                module_name(part.package, name),
                [self.source_of(part, name).as_posix()],
                extra_compile_args=self.flags,
                extra_link_args=[flag for flag in self.flags if flag.startswith("-fsanitize")],
                optional=True,
            )
            for part in stamp.PARTS
            for name in part.modules
        ]

    def source_of(self, part: Any, name: str) -> Path:
        """Return the source of a module; Cython itself writes that of the shared module."""
        suffix = ".c" if part == stamp.UTILITY else ".py"
        return self.source / "qwirkle" / "engine" / part.package / f"{name}{suffix}"

    def translate(self, modules: list[Extension], parts: list[Any]) -> list[Extension]:
        """Translate the modules of parts to C; those that cannot be translated are left out."""
        if not parts:
            return []
        try:
            from Cython.Build import cythonize  # noqa: PLC0415
            from Cython.Compiler.Errors import CompileError  # noqa: PLC0415
        except ImportError:
            say("Cython is not installed, so the slower Python core will run.")
            return []
        wanted = [(part, _of_part(modules, part)) for part in parts]
        declared = constants.write(ENGINE, self.c_files / "constants")

        def cythonized(own: list[Extension], name: str | None = None) -> list[Extension]:
            made: list[Extension] = cythonize(
                own,
                compiler_directives=dict(self.directives),
                include_path=[str(self.source), str(declared)],
                build_dir=str(self.c_files),
                shared_utility_qualified_name=UTILITY,
                module_name=name,
                nthreads=workers(),
                quiet=True,
                # The stamp decides what is new, not the clock.
                force=True,
            )
            return made

        try:
            # All at once, on all processors. Of the shared module Cython must be told the name,
            # else it would be "utility" for all of Python.
            shared = [module for part, own in wanted if part == stamp.UTILITY for module in own]
            others = [module for part, own in wanted if part != stamp.UTILITY for module in own]
            translated = _with_sources(shared, cythonized(shared, UTILITY)) if shared else []
            return translated + _with_sources(others, cythonized(others))
        except (CompileError, OSError, ImportError):  # or no processes can be started here
            say("translating the core failed; trying again part by part.")
        translated = []
        for part, own in wanted:
            try:
                made = cythonized(own, UTILITY if part == stamp.UTILITY else None)
            except CompileError:
                say(f"Cython refuses engine/{part.package}, so its slower Python source will run.")
            else:
                translated += _with_sources(own, made)
        return translated


def workers() -> int:
    """Return the number of programs to run in parallel; QWIRKLE_JOBS overrides it."""
    return int(os.environ.get("QWIRKLE_JOBS", "") or os.cpu_count() or 1)


def _of_part(modules: list[Extension], part: Any) -> list[Extension]:
    return [module for module in modules if tuple(module.name.rsplit(".", 2)[-2:]) in part.names]


def _with_sources(modules: list[Extension], made: list[Extension]) -> list[Extension]:
    """Attach C sources to modules: the command needs attributes that Cython's new ones lack."""
    for module, c_module in zip(modules, made, strict=True):
        module.sources = c_module.sources
    return modules


class BuildCore(build_ext):
    """A command that builds the core and stamps each part with the digest of its sources."""

    how: Build
    only_changed = False

    def run(self) -> None:
        """Build; on failure, leave neither modules nor a stamp."""
        self.force = True
        self.parallel = workers()
        inside = Path("qwirkle") / "engine"
        built = Path(self.build_lib) / inside
        folders = {built, ENGINE} if self.inplace else {built}
        parts = [
            part
            for part in stamp.PARTS
            if not self.only_changed or stamp.read_stamp(ENGINE, part) != stamp.digest(ENGINE, part)
        ]
        for folder in folders:
            for part in parts:
                stamp.remove(folder, part)
        if parts and not has_compiler():
            say("there is no C compiler, so the slower Python core will run.")
            parts = []
        self.extensions = self.how.translate(self.extensions, parts)
        # The longest first, so that no processor waits for the last one.
        self.extensions.sort(key=lambda module: -Path(module.sources[0]).stat().st_size)
        super().run()
        for part in parts:
            done = [stamp.write(folder, part, ENGINE) for folder in sorted(folders)]
            if self.extensions and not any(done):
                say(f"engine/{part.package} is not compiled, so its slower Python source will run.")

    def copy_extensions_to_source(self) -> None:
        """Copy modules for an installation in place, except those that could not be compiled."""
        for extension in self.extensions:
            made = Path(self.build_lib) / self.get_ext_filename(extension.name)
            if made.is_file():
                shutil.copy2(made, ENGINE.joinpath(*extension.name.split(".")[2:-1], made.name))


class Pack(sdist):
    """A command that packs the same sources into the same bytes, anywhere and at any time."""

    def make_archive(  # noqa: PLR0917 - as in setuptools
        self,
        base_name: str,
        format: str,  # noqa: A002 - the name of setuptools
        root_dir: str | None = None,
        base_dir: str | None = None,
        owner: str | None = None,
        group: str | None = None,
    ) -> str:
        """Pack with one date for all files."""
        if format != "gztar" or base_dir is None:
            made: str = super().make_archive(base_name, format, root_dir, base_dir, owner, group)
            return made
        archive = Path(f"{base_name}.tar.gz")
        pack(Path(base_dir), archive, int(os.environ.get("SOURCE_DATE_EPOCH", OLDEST)))
        return str(archive)


def pack(folder: Path, archive: Path, seconds: int) -> None:
    """Write a folder as a compressed tar file: sorted, all files with one date and one owner."""

    def like_all(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.mtime, member.uid, member.gid, member.uname, member.gname = seconds, 0, 0, "", ""
        runs = member.isdir() or member.mode & 0o100
        member.mode = 0o755 if runs else 0o644
        return member

    with (
        archive.open("wb") as written,
        gzip.GzipFile("", "wb", 9, written, mtime=seconds) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.PAX_FORMAT) as packed,
    ):
        for path in sorted([folder, *folder.rglob("*")], key=lambda path: path.as_posix()):
            packed.add(path, path.as_posix(), recursive=False, filter=like_all)


def build(how: Build, folder: Path, *, in_place: bool) -> None:
    """Build without what pyproject.toml says about the package, so with any setuptools."""
    distribution = Distribution({"name": "qwirkle", "ext_modules": how.modules()})
    distribution.package_dir = {"": "src"}
    builder = BuildCore(distribution)
    builder.how = how
    builder.inplace = builder.only_changed = in_place
    builder.build_lib = str(folder)
    builder.build_temp = str(folder / "objects")
    builder.ensure_finalized()
    builder.run()


def build_checked() -> None:
    """Build from copies in which errors inside the core are passed on to the caller."""
    folder = Path("build") / "checked"
    copies = folder / "sources" / "qwirkle" / "engine"
    shutil.rmtree(folder, ignore_errors=True)
    for part in stamp.PARTS:
        (copies / part.package).mkdir(parents=True, exist_ok=True)
        for package in (copies.parent, copies, copies / part.package):
            (package / "__init__.py").touch()
        for name in part.sources:
            text = (ENGINE / part.package / name).read_text(encoding="utf-8")
            if Path(name).name != "bits.pxd":
                text = re.sub(
                    r"(cdef (?:inline )?uint64_t _[^)]*\)) noexcept nogil",
                    r"\1 except? 0 nogil",
                    text,
                )
                text = text.replace(" noexcept nogil", " except? -1 nogil")
            (copies / part.package / name).write_text(text, encoding="utf-8")
    flags = ["-O1", "-g0", "-ffp-contract=off"]
    if os.name == "posix" and os.environ.get("QWIRKLE_SANITIZER") != "off":
        flags += ["-fsanitize=undefined", "-fno-sanitize-recover=undefined"]
    build(Build(folder / "sources", CHECKED, flags, folder / "c"), folder, in_place=False)
    if not stamp.read_stamp(folder / "qwirkle" / "engine", stamp.PLACEMENT):
        raise SystemExit("qwirkle: the checked core could not be built")


def release() -> Build:
    """Return an ordinary build. No machine-specific flags: a wheel must run anywhere."""
    # Debug symbols would be most of the modules' size, and of the time to build them.
    # Values are sums of many products: the same on every machine, compiled or not.
    flags = ["/O2"] if sys.platform == "win32" else ["-g0", "-ffp-contract=off"]
    if sys.platform != "win32" and "-O" not in os.environ.get("CFLAGS", ""):
        flags.append("-O3")
    return Build(Path("src"), FAST, flags, Path("build") / "c")
