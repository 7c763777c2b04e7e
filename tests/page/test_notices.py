"""Notices in a real browser: turned on at the table, shown by the worker, a click leads back.

Chromium without a window has no push service, and its private windows have no push at all. So
``PushManager.subscribe`` is replaced by one that subscribes at the push service of the test, and
what arrives there is handed to the page's real service worker as a push event.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Worker, expect

from receivers import Browser as PushedBrowser
from receivers import Receiver, in_a_thread
from server.served import Served, served

from .conftest import Visit
from .seating import Table, opened
from .turns import good_turn
from .visitors import Visitor

SUBSCRIBED = """
const sent = %s;
const kept = () => localStorage.getItem("test.pushed") !== null;
const made = { ...sent, toJSON: () => sent, unsubscribe: async () => {
  localStorage.removeItem("test.pushed");
  return true;
} };
PushManager.prototype.getSubscription = async () => (kept() ? made : null);
PushManager.prototype.subscribe = async (options) => {
  localStorage.setItem("test.pushed", options.applicationServerKey);
  return made;
};
"""
DAY = {"per": "turn", "ms": 86_400_000}
PUSH = """
async (message) => {
  const event = new PushEvent("push", { data: message });
  let done = Promise.resolve();
  event.waitUntil = (work) => { done = work; };
  self.dispatchEvent(event);
  await done;
}
"""
CLICK = """
async (tag) => {
  const opened = [];
  // Only a real click may open a window.
  self.clients.openWindow = async (path) => { opened.push(path); };
  const [notification] = await self.registration.getNotifications({ tag });
  const event = new NotificationEvent("notificationclick", { notification });
  let done = Promise.resolve();
  event.waitUntil = (work) => { done = work; };
  self.dispatchEvent(event);
  await done;
  return { opened, left: (await self.registration.getNotifications()).length };
}
"""
SHOWN = """
async () => (await self.registration.getNotifications()).map(
  ({ title, body, tag, data }) => ({ title, body, tag, data }))
"""


@pytest.fixture
def pushing_server(page_folder: Path, tmp_path: Path) -> Iterator[Served]:
    """A server that may notify the test; asked for before ``visit``, it outlives its pages."""
    with served(tmp_path, "--intranet", "--clock-interval", "0.1") as server:
        yield server


@pytest.fixture
def service() -> Iterator[Receiver]:
    with in_a_thread(Receiver()) as receiver:
        yield receiver


def subscriber(visit: Visit, server: Served, device: PushedBrowser, **more: Any) -> Visitor:
    """Somebody whose browser can receive notices."""
    visitor = visit(at=server, service_workers="allow", **more)
    visitor.context.grant_permissions(["notifications"], origin=server.address)
    visitor.context.add_init_script(SUBSCRIBED % json.dumps(device.subscription()))
    return visitor


def worker_of(visitor: Visitor) -> Worker:
    """The page's service worker, once it is in charge."""
    visitor.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    visitor.until(lambda: visitor.context.service_workers, "there is no service worker")
    return visitor.context.service_workers[0]


def ann_plays_first(table: Table, ann: Visitor, ben: Visitor) -> None:
    """It is Ben's turn, and Ann has had her first."""
    if table.on_turn is ben:
        table.turn_beside_the_page()
        table.until_told()
    table.turn_beside_the_page()
    table.until_told()


def present(visitor: Visitor) -> list[int]:
    """The seats that are connected, as the page was told last."""
    told = [frame for frame in visitor.watch.frames if '"kind":"present"' in frame]
    seats: list[int] = json.loads(told[-1])["seats"]
    return seats


def test_a_closed_page_is_told_and_a_click_opens_the_table(
    pushing_server: Served, visit: Visit, service: Receiver
) -> None:
    device = PushedBrowser(service, "ann")
    ann = subscriber(visit, pushing_server, device)
    ben = visit(at=pushing_server)
    table = opened(ann, ben, clock=DAY)
    for person in (ann, ben):
        person.go_to_table(table.id)
    expect(ann.page.get_by_role("button", name="Turn on notifications")).to_have_count(0)
    ann_plays_first(table, ann, ben)

    ann.page.get_by_role("button", name="Turn on notifications").click()
    asked = {"X-Qwirkle": "1"}
    state: dict[str, Any] = {}

    def on() -> bool:
        state.update(ann.context.request.get("/api/notices", headers=asked).json())
        return bool(state["endpoint"] == service.address + device.path)

    ann.until(on, "the page has not subscribed")
    assert ann.page.evaluate("localStorage.getItem('test.pushed')") == state["key"]
    worker_of(ann)

    ann.page.goto("/settings")
    ben.until(lambda: present(ben) == [ben.view["you"]["seats"][0]], "Ann still counts as present")
    ben.act(table.id, {"do": "play", "turn": good_turn(ben.view)})
    ann.until(lambda: service.received, "no notice has arrived")
    (message,) = device.pushed()
    assert message["text"] == "Ben has played. It’s your turn."

    worker = worker_of(ann)
    for _ in range(2):  # one that comes twice is shown once
        worker.evaluate(PUSH, json.dumps(message))
    path = f"/t/{table.id}"
    wanted = {
        "title": "Qwirkle – Classic",
        "body": message["text"],
        "tag": path,
        "data": {"key": message["key"], "path": path, "tables": [path]},
    }
    assert worker.evaluate(SHOWN) == [wanted]
    assert worker.evaluate(CLICK, path) == {"opened": [path], "left": 0}
    reminder = {"key": "reminder", "keys": ["reminder"]}
    for again in (message, message | reminder, message):
        # One that was read is not shown again, whatever came after it.
        worker.evaluate(PUSH, json.dumps(again))
    assert [shown["data"]["key"] for shown in worker.evaluate(SHOWN)] == ["reminder"]
    both = {"key": "both", "keys": ["reminder", "other"], "tag": "/", "path": "/"}
    several = message | both | {"tables": [path, "/t/other"], "text": "2 tables"}
    for _ in range(2):
        worker.evaluate(PUSH, json.dumps(several))
        # One about several tables takes the place of theirs.
        assert [shown["body"] for shown in worker.evaluate(SHOWN)] == ["2 tables"]
    ann.go_to_table(table.id)
    ann.until(lambda: worker.evaluate(SHOWN) == [], "the notice stays although the table is open")


@pytest.mark.long
def test_notices_are_turned_off_with_one_tap_in_the_menu(
    pushing_server: Served, visit: Visit, service: Receiver
) -> None:
    ann = subscriber(visit, pushing_server, PushedBrowser(service, "ann"))
    ben = visit(at=pushing_server)
    table = opened(ann, ben)
    ann.go_to_table(table.id)
    for name, wanted in (("Turn on notifications", True), ("Turn off notifications", False)):
        ann.page.get_by_role("button", name="Menu", exact=True).click()
        ann.page.get_by_role("button", name=name).click()

        def is_so(wanted: bool = wanted) -> bool:
            state = ann.context.request.get("/api/notices").json()
            return (state["endpoint"] is not None) == wanted

        ann.until(is_so, name)
    expect(ann.page.get_by_role("dialog", name="Notifications")).to_have_count(0)
