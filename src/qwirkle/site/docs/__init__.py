"""The documentation as part of a site: made by Sphinx, which is the extra ``docs``."""

from __future__ import annotations

import importlib.util
import io
import shutil
import tempfile
import warnings
from pathlib import Path
from typing import Any

from qwirkle.errors import QwirkleError
from qwirkle.locale import LANGUAGES
from qwirkle.notation.pictures.svg import tile_svg
from qwirkle.rules.tiles import Tile
from qwirkle.site.docs.sources import collect

HERE = Path(__file__).parent
COLLECTED = HERE / "pages"
"""The pages in an installed package, which has no folder ``docs``."""
PROJECT = HERE.parents[3]
NEEDED = ("sphinx", "furo", "myst_parser")
LIGHT = {
    "font-stack": "system-ui, sans-serif",
    "font-stack--monospace": "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
    "color-brand-primary": "#8a5a10",
    "color-brand-content": "#8a5a10",
    "color-brand-visited": "#6b4a1a",
    "color-background-primary": "#f5f1ea",
    "color-background-secondary": "#ece7de",
    "color-background-hover": "#e2dbcf",
    "color-background-border": "#d9d2c5",
    "color-foreground-primary": "#2d2822",
    "color-foreground-secondary": "#655d51",
    "color-foreground-muted": "#655d51",
    "color-foreground-border": "#9a8f7e",
    "color-inline-code-background": "#ece7de",
    "color-highlighted-background": "#f0d9a4",
}
"""The colours of the game (``frontend/src/ui/theme.css``), by their names in the theme."""
DARK = {
    "color-brand-primary": "#f0d9a4",
    "color-brand-content": "#f0d9a4",
    "color-brand-visited": "#d8c08a",
    "color-background-primary": "#2b2723",
    "color-background-secondary": "#38332d",
    "color-background-hover": "#453f37",
    "color-background-border": "#565047",
    "color-foreground-primary": "#f3ede2",
    "color-foreground-secondary": "#c3b9a9",
    "color-foreground-muted": "#c3b9a9",
    "color-foreground-border": "#9d9384",
    "color-inline-code-background": "#38332d",
    "color-highlighted-background": "#5c4c2a",
}
SETTINGS: dict[str, object] = {
    "project": "Qwirkle",
    "extensions": ["myst_parser"],
    "myst_heading_anchors": 4,
    "root_doc": "index",
    "exclude_patterns": ["files"],
    "highlight_language": "text",
    # The project's own notations have no highlighter.
    "suppress_warnings": ["misc.highlighting_failure"],
    "templates_path": [str(HERE / "templates")],
    "html_static_path": [str(HERE / "static")],
    "html_css_files": ["docs.css"],
    "html_theme": "furo",
    "html_theme_options": {"light_css_variables": LIGHT, "dark_css_variables": DARK},
    "html_title": "Qwirkle",
    "html_copy_source": False,
    "html_use_index": False,
    "html_show_copyright": False,
    "html_show_sphinx": False,
    "html_last_updated_fmt": None,
    "html_sidebars": {
        "**": [
            *("sidebar/brand.html", "play.html", "sidebar/search.html"),
            *("sidebar/scroll-start.html", "sidebar/navigation.html", "sidebar/scroll-end.html"),
        ]
    },
}


class DocsError(QwirkleError):
    """Documentation that cannot be written."""


def can_write_docs() -> bool:
    """Return whether the generator and pages for it are installed."""
    installed = all(importlib.util.find_spec(name) is not None for name in NEEDED)
    return installed and (COLLECTED.is_dir() or (PROJECT / "docs" / "README.md").is_file())


def set_language(_app: Any, page: str, _template: str, context: dict[str, Any], _tree: Any) -> None:
    """Name the language of a translated guide, such as ``guide/de``, for screen readers."""
    chapter, _, language = page.partition("/")
    if chapter == "guide" and language in LANGUAGES:
        context["language"] = language


def write_docs(folder: Path) -> None:
    """Write the documentation into a folder; a warning, such as a dead link, is an error."""
    from sphinx.application import Sphinx  # noqa: PLC0415 - an extra
    from sphinx.util.docutils import docutils_namespace, patch_docutils  # noqa: PLC0415

    from qwirkle.site.docs.reference import built_pages  # noqa: PLC0415 - reads many sources

    with tempfile.TemporaryDirectory(prefix="qwirkle-docs-") as place:
        pages, built, faults = Path(place) / "pages", Path(place) / "built", io.StringIO()
        if COLLECTED.is_dir():
            shutil.copytree(COLLECTED, pages)
        else:
            collect(PROJECT, pages)
        contents = (pages / "index.md").read_text("utf-8")
        for name, text in built_pages().items():
            if f"]({name})" in contents:
                (pages / name).write_text(text, "utf-8")
        icon = Path(place) / "icon.svg"
        icon.write_text(tile_svg(Tile.Gc), "utf-8")
        with patch_docutils(), docutils_namespace(), warnings.catch_warnings():
            # From extensions that a newer Sphinx will break: the host of a site cannot fix that.
            warnings.simplefilter("ignore", DeprecationWarning)
            warnings.simplefilter("ignore", PendingDeprecationWarning)
            made = Sphinx(
                *(pages, None, built, Path(place) / "trees", "dirhtml"),
                confoverrides={**SETTINGS, "html_logo": str(icon), "html_favicon": str(icon)},
                status=None,
                warning=faults,
            )
            made.connect("html-page-context", set_language)
            made.build()
        if made.statuscode or faults.getvalue():
            raise DocsError(f"The documentation has faults: {faults.getvalue().strip()}")
        shutil.copytree(
            built, folder, ignore=shutil.ignore_patterns(".buildinfo", "objects.inv", ".doctrees")
        )
