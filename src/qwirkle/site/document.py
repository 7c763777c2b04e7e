"""The document of a site, which automatically detects the folder of its host that it is in."""

from __future__ import annotations

import json
import re
from pathlib import Path

from qwirkle.server.page import at_base

_TAG = re.compile(r'\s*<(link|script)\b((?:[^>]*)="\./[^>]*?)\s*/?>(?:</script>)?')
_ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')
_SCRIPT = Path(__file__).with_name("locate.js")


def with_links(document: bytes, base: str | None, views: list[str]) -> bytes:
    """Return the document with links that work from every address of the site.

    All documents of a site are the same, because a host or the service worker answers any address
    with any of them. So their links are neither relative nor, without ``base``, known in advance: a
    script of a few lines adds them. ``views`` are the prefixes of the addresses of views.
    """
    if base is not None:
        return at_base(document, base)
    text = document.decode()
    tags = [
        (name, _ATTRIBUTE.findall(attributes) + [("blocking", "render")] * (name == "link"))
        for name, attributes in _TAG.findall(text)
    ]
    known = f"const TAGS = {json.dumps(tags)}, VIEWS = {json.dumps(views)};"
    script = f"\n    <script>{known}\n{_SCRIPT.read_text('utf-8')}</script>\n  </head>"
    return _TAG.sub("", text).replace("\n  </head>", script, 1).encode()
