"""Run a Python program with the Python and the package of a site, in a real browser.

``python bench/site_run.py build/site tests/engine/turns.py 10 --browser firefox`` prints what the
program prints. It runs in a web worker, as the game of a site does. ``--browser chromium`` is the
system's Chromium; with ``--slow 4`` it needs four times as long, as a phone does, and runs the
program in the page itself, because browsers slow down nothing else.
``site_run.mjs`` does the same in Node.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PAGE = """<!doctype html><script type="module">
const asked = await (await fetch("/program")).json();
const send = (body) => fetch("/said", { method: "POST", body: JSON.stringify(body) });
if (asked.slow) {
  const { run } = await import("/bench/site_worker.mjs");
  await send(await run(asked));
} else {
  const worker = new Worker("/bench/site_worker.mjs", { type: "module" });
  worker.onmessage = ({ data }) => send(data);
  worker.onerror = ({ message }) => send({ ok: false, said: message });
  worker.postMessage(asked);
}
</script>"""


def run_in_browser(
    site: Path, program: Path, words: list[str], browser: str, *, slow: int = 1, patience: int = 600
) -> str:
    """Return what the program prints; raises if it fails."""
    said: list[dict[str, Any]] = []
    ended = threading.Event()
    asked = json.dumps({"program": program.read_text("utf-8"), "args": words, "slow": slow > 1})

    class Handler(SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if self.path in ("/run", "/program"):
                page = self.path == "/run"
                body = (PAGE if page else asked).encode()
                self.send_response(200)
                self.send_header("Content-Type", "text/html" if page else "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            else:
                super().do_GET()

        def do_POST(self) -> None:
            said.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()
            ended.set()

        def translate_path(self, path: str) -> str:
            if path.startswith("/bench/"):
                return str(HERE / path.removeprefix("/bench/"))
            return super().translate_path(path)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    def make(*given: Any) -> Handler:
        return Handler(*given, directory=str(site))

    server = ThreadingHTTPServer(("127.0.0.1", 0), make)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/run"
    try:
        BROWSERS[browser](address, slow, lambda: ended.wait(patience))
    finally:
        server.shutdown()
        server.server_close()
    if not said or not said[0]["ok"]:
        raise RuntimeError(said[0]["said"] if said else f"{browser} did not answer")
    text: str = said[0]["said"]
    return text


def in_chromium(address: str, slow: int, wait: Callable[[], object]) -> None:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - Firefox does without

    sys.path.insert(0, str(HERE.parent / "tests"))
    from page.chromium import launched  # noqa: PLC0415

    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page()
        if slow > 1:
            session = page.context.new_cdp_session(page)
            session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        page.goto(address)
        wait()
        browser.close()


def in_firefox(address: str, slow: int, wait: Callable[[], object]) -> None:
    if slow > 1:
        raise SystemExit("only Chromium can be slowed down")
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    if found is None:
        raise SystemExit("there is no Firefox here; on Debian: apt install firefox-esr")
    with tempfile.TemporaryDirectory(prefix="qwirkle-firefox-") as profile:
        command = [found, "--headless", "--no-remote", "--profile", profile, address]
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as running:
            wait()
            running.terminate()


BROWSERS = {"chromium": in_chromium, "firefox": in_firefox}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("program", type=Path)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--browser", choices=list(BROWSERS), default="chromium")
    parser.add_argument("--slow", type=int, default=1)
    given = parser.parse_args()
    said = run_in_browser(given.site, given.program, given.words, given.browser, slow=given.slow)
    sys.stdout.write(said)


if __name__ == "__main__":
    main()
