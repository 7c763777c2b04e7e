"""Pictures of every view, for people to look at: ``make gallery``."""

from __future__ import annotations

import shutil
from html import escape
from itertools import cycle, product
from pathlib import Path

import pytest

from qwirkle.locale import LANGUAGES

from .building import ROOT
from .conftest import Visit
from .scenes import scenes
from .test_accessibility import FACES, THEMES
from .visitors import DESKTOP, PHONE, Device

GALLERY = ROOT / "build" / "gallery"
SMALLEST = Device(
    viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True, device_scale_factor=2
)
TABLET = Device(
    viewport={"width": 768, "height": 1024}, has_touch=True, is_mobile=True, device_scale_factor=1
)
LARGEST = Device(viewport={"width": 1920, "height": 1080})
DEVICES = {
    "320": SMALLEST,
    "390": PHONE,
    "768": TABLET,
    "1280": DESKTOP,
    "1920": LARGEST,
}
# Every language and every face in both themes, in as few pictures as that takes.
ALL_LOOKS = [
    {"face": face, "theme": theme, "language": language}
    for (language, theme), face in zip(product(LANGUAGES, THEMES), cycle(FACES), strict=False)
]
LOOKS = {width: ALL_LOOKS if width in ("320", "1280") else ALL_LOOKS[:2] for width in DEVICES}
"""Both themes at five widths, and everything at the narrowest and at the usual one."""
STYLE = """
body { font-family: system-ui; margin: 2rem; background: #ddd }
section { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start }
figure { margin: 0 } img { display: block; max-height: 24rem; box-shadow: 0 1px 6px #0006 }
"""


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_gallery_of_every_view_face_theme_and_language(visit: Visit) -> None:
    shutil.rmtree(GALLERY, ignore_errors=True)
    GALLERY.mkdir(parents=True)
    taken: dict[str, list[tuple[str, str]]] = {}
    for width, device in DEVICES.items():
        visitor = visit(device)
        visitor.watch.expect_refusal(404)
        for scene in scenes(visitor, visit()):
            for look in LOOKS[width]:
                scene.show(visitor, **look)
                words = f"{width} {look['language']} {look['theme']} {look['face']}"
                name = f"{scene.name}-{words.replace(' ', '-')}.png"
                visitor.page.screenshot(path=GALLERY / name)
                taken.setdefault(scene.name, []).append((name, words))
    _write_index(GALLERY / "index.html", taken)
    each = sum(len(looks) for looks in LOOKS.values())
    assert all(len(pictures) == each for pictures in taken.values())


def _write_index(path: Path, taken: dict[str, list[tuple[str, str]]]) -> None:
    parts = [f"<!doctype html><meta charset=utf-8><title>Gallery</title><style>{STYLE}</style>"]
    parts += [f'<a href="#{name}">{escape(name)}</a> ' for name in taken]
    for scene, pictures in taken.items():
        parts.append(f'<h2 id="{scene}">{escape(scene)}</h2><section>')
        parts += [
            f'<figure><a href="{name}"><img loading=lazy src="{name}" alt="{escape(words)}"></a>'
            f"<figcaption>{escape(words)}</figcaption></figure>"
            for name, words in pictures
        ]
        parts.append("</section>")
    path.write_text("\n".join(parts), "utf-8")
