"""The page under a path of its host: links, requests, sockets, and the installed app offline."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from server.test_proxies import free_port, installed
from server.test_under_a_path import Under

from .visitors import Visitor

NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
  map $http_upgrade $qwirkle_connection {{ default upgrade; '' ''; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{ default_type text/html; return 200 "<a href=/qwirkle/>Qwirkle</a>"; }}
    location /qwirkle/ {{
      proxy_pass http://127.0.0.1:{upstream}{rest};
      proxy_http_version 1.1;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $qwirkle_connection;
      proxy_set_header Host $http_host;
    }}
  }}
}}
"""


@contextmanager
def nginx(folder: Path, port: int, upstream: int, rest: str) -> Iterator[None]:
    """A club's site at the root, and the game under a path; ``rest`` is "/" to remove the path."""
    folder.mkdir()
    file = folder / "nginx.conf"
    file.write_text(NGINX.format(folder=folder, port=port, upstream=upstream, rest=rest), "utf-8")
    process = subprocess.Popen([installed("nginx"), "-e", f"{folder}/error.log", "-c", str(file)])
    try:
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/")
                break
            except httpx.ConnectError:
                assert process.poll() is None, (folder / "error.log").read_text()
                time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def under(tmp_path: Path, proxy: str | None) -> Iterator[str]:
    """The address of the page."""
    public = None if proxy is None else free_port()
    server = Under(tmp_path, public)
    own = server.port
    server.start()
    try:
        if proxy is None or public is None:
            yield server.address
        else:
            with nginx(tmp_path / "nginx", public, own, proxy):
                yield server.address
    finally:
        server.kill()


@pytest.mark.parametrize("proxy", [None, "", "/"], ids=["alone", "nginx keeps", "nginx removes"])
@pytest.mark.usefixtures("page_folder")
@pytest.mark.long
def test_a_game_under_a_path(proxy: str | None, browser: Browser, tmp_path: Path) -> None:
    if proxy is not None and shutil.which("nginx", path="/usr/sbin:/usr/bin") is None:
        pytest.skip("nginx is not installed")
    with under(tmp_path, proxy) as address:
        ann = Visitor(browser, address.removesuffix("/qwirkle"), service_workers="allow")
        try:
            _play(ann, address)
        finally:
            ann.context.close()
        assert ann.watch.all_troubles() == []


def _play(ann: Visitor, address: str) -> None:
    page = ann.page
    page.goto(address)
    expect(page).to_have_url(f"{address}/")
    links = page.locator("a[href]").evaluate_all("(all) => all.map((one) => one.href)")
    assert len(links) >= 5
    assert [link for link in links if not link.startswith(f"{address}/")] == []
    page.get_by_role("link", name="Rules", exact=True).first.click()
    expect(page).to_have_url(f"{address}/rules/classic")
    page.reload()
    page.get_by_role("link", name="Back to the start page").click()
    page.get_by_role("button", name="Play").first.click()
    page.wait_for_url(f"{address}/t/*")
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    table = page.url
    page.reload()
    expect(page.get_by_role("button", name="Hint")).to_be_enabled()
    cookies = ann.context.cookies()
    assert {cookie["path"] for cookie in cookies} == {"/qwirkle"}
    _invite(ann, address)
    scope = page.evaluate("async () => (await navigator.serviceWorker.ready).scope")
    assert scope == f"{address}/"
    with ann.watch.away():
        ann.context.set_offline(True)
        page.goto(table)
        expect(page.get_by_role("main")).to_be_visible()
        page.goto("about:blank")


def _invite(ann: Visitor, address: str) -> None:
    """The lobby of a table for friends: its link and its QR code."""
    page = ann.page
    page.goto(f"{address}/new")
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(f"{address}/t/*")
    link = page.get_by_role("textbox", name="Invitation")
    expect(link).to_have_value(page.url)
    code = page.get_by_role("img", name="QR code").first
    assert code.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 100
