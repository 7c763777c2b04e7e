"""Finding one's way: the start page, invitations, wrong links, progress and ratings."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from qwirkle.tables.core.standings import FEWEST_TURNS

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .playing import open_more
from .scenes import after_some_turns, looked, played
from .seating import Table, opened
from .turns import good_turn
from .visitors import DESKTOP, PHONE, Device, Visitor

SHORT = Device(
    viewport={"width": 375, "height": 553}, has_touch=True, is_mobile=True, device_scale_factor=2
)
SCREENS = [
    pytest.param(PHONE, id="phone"),
    pytest.param(SHORT, id="short"),
    pytest.param(DESKTOP, id="laptop"),
]
IN_SIGHT = """(one) => {
  const box = one.getBoundingClientRect();
  const points = [[2, 2], [box.width - 2, box.height - 2], [box.width / 2, box.height / 2]];
  return box.width > 0 && box.left >= 0 && box.right <= innerWidth && points.every(([x, y]) => {
    const top = document.elementFromPoint(box.left + x, box.top + y);
    return top !== null && (one.contains(top) || top.contains(one));
  });
}"""
"""Whether something can be seen without scrolling, and nothing lies on it."""
CUT_OFF = """(select) => {
  const free = select.cloneNode(true);
  free.style.cssText = "position: absolute; max-width: none; width: max-content";
  select.after(free);
  free.value = select.value;
  const wanted = free.offsetWidth;
  free.remove();
  return select.offsetWidth < wanted - 1;
}"""
FOCUSED = "() => document.activeElement?.tagName + ': ' + document.activeElement?.textContent"


def in_sight(what: Locator) -> bool:
    expect(what).to_be_visible()
    return bool(what.evaluate(IN_SIGHT))


def keep(visitor: Visitor, *tables: Table) -> None:
    """As if the device had been at these tables, the last one just now."""
    kept = [
        {"id": table.id, "at": 1, "phase": "playing", "game": "classic", "names": ["Ben"]}
        for table in tables
    ]
    visitor.page.goto("/healthz")
    visitor.page.evaluate(
        """(kept) => localStorage.setItem("qwirkle.tables", JSON.stringify(
             kept.map((one, at) => ({...one, at: Date.now() - 1000 * (kept.length - at)}))))""",
        kept,
    )


def heading(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


@pytest.mark.parametrize("device", SCREENS)
def test_playing_is_in_sight_whatever_goes_on(visit: Visit, device: Device) -> None:
    ann, ben = visit(device), visit()
    keep(ann, *(opened(ann, ben) for _ in range(4)))
    ann.page.goto("/")
    expect(
        ann.page.get_by_role("region", name="Continue").get_by_role("link").first
    ).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    assert in_sight(ann.page.get_by_role("toolbar", name="Your tiles").get_by_role("button").first)
    if device is not SHORT:  # there the table takes all of the first screen
        assert in_sight(ann.page.get_by_role("button", name=re.compile("^Play .*against")))
        assert in_sight(ann.page.get_by_role("link", name="Play with friends"))
    language = ann.page.get_by_role("combobox", name="Language")
    assert not language.evaluate(CUT_OFF)
    assert sticks_out(ann.page) == []


def test_all_games_are_little_tables_and_choosing_one_closes_nothing(visit: Visit) -> None:
    visitor = visit(PHONE)
    visitor.page.goto("/")
    games = visitor.page.get_by_role("group", name="Game")
    expect(games.get_by_role("radio")).to_have_count(8)
    expect(games.locator("svg")).to_have_count(8)
    games.get_by_role("radio", name="Cards").check()
    visitor.page.get_by_role("radio", name="Owl").check()
    expect(games).to_contain_text("everyone rearranges the sets")
    expect(games.get_by_role("radio", name="Cards")).to_be_checked()
    play = visitor.page.get_by_role("button", name=re.compile("^Play.*Cards, against Owl"))
    assert in_sight(play)
    loops = "() => document.getAnimations().some((one) => one.effect.getTiming().iterations > 9)"
    assert not visitor.page.evaluate(loops)


@pytest.mark.long
def test_running_games_are_pictures_in_a_steady_order(visit: Visit) -> None:
    ann, ben = visit(PHONE), visit()
    tables = [
        played(ann, ben, "classic", after_some_turns),
        played(ann, ben, "cards", after_some_turns),
    ]
    waiting = opened(ben, ann)
    mine = looked(ann, waiting)["now"]["turn"] == 1
    over = opened(ann, ben)
    ben.act(over.id, {"do": "resign"})
    keep(ann, waiting, over, *tables)
    page = ann.page
    slow: list[str] = []

    def answer_late(route: Route) -> None:
        if any(route.request.url.endswith(table) for table in slow):
            page.wait_for_timeout(150)
        route.continue_()

    page.route("**/api/tables/*", answer_late)
    running = page.get_by_role("region", name="Continue")
    orders = []
    for late in (waiting, *tables):
        slow[:] = [late.id]
        page.goto("/")
        page.get_by_role("button", name=re.compile("^Show 1 more")).click()
        page.wait_for_load_state("networkidle")
        links = running.get_by_role("link")
        orders.append(links.evaluate_all("(all) => all.map((one) => one.pathname.slice(3))"))
    wanted = [tables[1].id, tables[0].id, waiting.id]
    assert orders == [wanted] * 3
    seen = looked(ann, tables[0])
    card = running.locator(f'a[href="/t/{tables[0].id}"]')
    scores = [player["score"] for player in seen["game"]["players"]]
    expect(card).to_contain_text(f"You {scores[0]} · Ben {scores[1]}")
    expect(card).to_contain_text("Your turn")
    expect(card.locator("time")).to_be_visible()
    expect(card.locator("svg > g")).to_have_count(len(seen["game"]["board"]))
    last = running.locator(f'a[href="/t/{waiting.id}"]')
    expect(last).to_contain_text("Your turn" if mine else "Waiting for")

    page.get_by_role("button", name="Remove Cards from this list").click()
    expect(page.get_by_role("button", name="Undo")).to_be_focused()
    assert barriers(page) + too_small(page) == []
    page.get_by_role("button", name="Undo").click()
    expect(running.get_by_role("link")).to_have_count(3)
    page.get_by_role("button", name="Remove Cards from this list").click()
    page.reload()
    expect(running.locator(f'a[href="/t/{tables[1].id}"]')).to_have_count(0)
    page.get_by_role("button", name="Bring back 1 removed game").click()
    expect(running.locator(f'a[href="/t/{tables[1].id}"]')).to_have_count(1)

    page.get_by_text("1 finished game").click()
    finished = page.locator(f'a[href="/t/{over.id}"]')
    expect(finished).to_contain_text("Won")
    assert finished.evaluate("(one) => one.closest('details') !== null")


@pytest.mark.parametrize("device", SCREENS[:2])
def test_a_lobby_begins_with_the_invitation(visit: Visit, device: Device) -> None:
    ann, ben = visit(device), visit(device)
    table = ann.open_table([{"kind": "person", "name": "Ann"}, {"kind": "person"}])
    ann.page.goto(f"/t/{table}")
    code = ann.page.get_by_role("img", name=re.compile("QR code"))
    expect(code).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    assert in_sight(code)
    assert in_sight(ann.page.get_by_role("textbox", name="Invitation"))
    assert in_sight(ann.page.get_by_role("button", name="Copy"))
    expect(ann.page.get_by_role("note")).to_contain_text("Only this computer can open this link.")
    offer = ann.page.get_by_role("note").get_by_role("button", name="Let others in")
    expect(offer).to_be_visible()
    start = ann.page.get_by_role("button", name=re.compile("^Start now"))
    expect(start).not_to_have_class(re.compile("main"))
    ann.page.get_by_role("button", name="Play on another device").click()
    dialog = ann.page.get_by_role("dialog", name="Play on another device")
    other = dialog.get_by_role("img", name=re.compile("QR code"))
    expect(other).to_be_visible()
    assert other.evaluate("(image) => image.complete && image.naturalWidth > 0")

    ben.page.goto(f"/t/{table}")
    expect(heading(ben.page)).to_have_text("Ann invites you to Qwirkle – Classic")
    expect(ben.page).to_have_title("Ann invites you to Qwirkle – Classic · Qwirkle")
    assert in_sight(ben.page.get_by_role("button", name="Take a seat"))
    ben.page.wait_for_timeout(300)  # presence is told a moment after the table
    expect(ben.page.get_by_text(re.compile("watching"))).to_have_count(0)
    assert barriers(ben.page) + sticks_out(ben.page) + too_small(ben.page) == []
    document = ben.context.request.get(f"/t/{table}", headers={"Accept": "text/html"}).text()
    assert '<meta property="og:title" content="Ann invites you to Qwirkle – Classic" />' in document
    picture = re.search(r'og:image" content="([^"]+)"', document)
    assert picture is not None
    assert ben.context.request.get(picture[1]).headers["content-type"] == "image/png"


def test_wrong_links_lead_to_pages_with_ways_on(visit: Visit) -> None:
    ann, ben = visit(PHONE, locale="de-DE"), visit(PHONE)
    ann.watch.expect_refusal(404)
    ann.watch.expect_refusal(403)
    ben.watch.expect_refusal(403)
    answer = ann.page.goto("/nope")
    assert answer is not None
    assert answer.status == 404
    expect(heading(ann.page)).to_have_text("Hier ist nichts")
    expect(ann.page).to_have_title("Hier ist nichts · Qwirkle")
    assert ann.page.get_by_role("link").count() >= 3
    problem = ann.context.request.get("/nope", headers={"Accept": "application/json"})
    assert problem.status == 404
    assert problem.json()["reason"] == "not-found"
    assert ann.context.request.get("/api/nope", headers={"Accept": "text/html"}).json()

    ann.page.goto("/t/none")
    expect(heading(ann.page)).to_have_text("Diesen Tisch gibt es nicht")
    assert barriers(ann.page) == []

    private = played(ann, visit(), "classic", lambda _: True, spectators="nobody")
    ben.page.goto(f"/t/{private.id}")
    expect(heading(ben.page)).to_have_text("This table is private")

    table = played(ann, visit(), "classic", lambda _: True)
    ben.page.goto(f"/t/{table.id}#recover=garbage")
    expect(heading(ben.page)).to_have_text("This link doesn’t lead to your seat")
    assert in_sight(ben.page.get_by_role("alert"))
    assert "recover" not in ben.page.url
    ben.page.get_by_role("button", name="Go to the table").click()
    ben.until(lambda: ben.view, "the table was not told")


@pytest.mark.long
def test_every_page_has_a_title_and_going_there_says_where_one_is(visit: Visit) -> None:
    page = visit(DESKTOP).page
    titles = {
        "/rules/classic": "Rules: Classic · Qwirkle",
        "/rules/cards": "Rules: Cards · Qwirkle",
        "/learn/classic": "Lesson: Classic · Qwirkle",
        "/new": "Play with friends · Qwirkle",
        "/new#device": "Pass and play · Qwirkle",
        "/settings": "Settings · Qwirkle",
        "/account": "Account · Qwirkle",
        "/progress": "Your progress · Qwirkle",
        "/coach": "My game · Qwirkle",
        "/": "Qwirkle",
    }
    for path, title in titles.items():
        page.goto(path)
        expect(page).to_have_title(title)
    for name, title in [
        ("Rules", "Rules: Classic"),
        ("Your progress", "Your progress"),
        ("Pass and play", "Pass and play"),
        ("Play with friends", "Play with friends"),
        ("Learn in two minutes", "Lesson: Classic"),
    ]:
        page.get_by_role("link", name=name, exact=True).click()
        expect(page).to_have_title(f"{title} · Qwirkle")
        page.wait_for_function(f"() => ({FOCUSED})() === {json.dumps(f'H1: {title}')}")
        back = page.get_by_role("link", name="Back to the start page")
        page.wait_for_load_state("networkidle")  # a lesson replaces the view that waited for it
        box = back.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.5, name
        back.click()
        page.wait_for_function(f"() => ({FOCUSED})() === 'H1: Qwirkle'")


def result_of(number: int, *, won: bool, bot: str = "level:4") -> dict[str, Any]:
    return {
        "id": f"t{number}",
        "at": number,
        "game": "classic",
        "family": "placement",
        "won": won,
        "score": 100 + number,
        "margin": 25 if won else -3,
        "opponents": [{"bot": bot, "ahead": 25 if won else None}],
    }


@pytest.mark.long
def test_progress_is_kept_without_an_account_and_counts_a_game_once(visit: Visit) -> None:
    ann, ben = visit(PHONE), visit()
    over = opened(ann, ben)
    ben.act(over.id, {"do": "resign"})
    ann.page.goto("/healthz")
    known = [result_of(1, won=False), *(result_of(number, won=True) for number in (2, 3, 4))]
    ann.page.evaluate(
        "(known) => localStorage.setItem('qwirkle.results', JSON.stringify(known))", known
    )
    page = ann.page
    for _ in range(2):
        page.goto(f"/t/{over.id}")
        open_more(ann)
        progress = page.get_by_role("region", name="Your progress")
        expect(progress).to_contain_text("4 wins in a row")
    progress.get_by_role("link", name="Your progress").click()
    expect(heading(page)).to_have_text("Your progress")
    expect(page.get_by_text("4 of 5").first).to_be_visible()
    ladder = page.get_by_role("region", name="The eight animals")
    expect(ladder.get_by_role("listitem")).to_have_count(8)
    otter = ladder.get_by_role("listitem").filter(has_text="Otter")
    expect(otter.get_by_role("img", name="3 stars of three")).to_be_visible()
    expect(ladder.get_by_role("listitem").filter(has_text="Snail")).to_contain_text("Up next")
    expect(page.get_by_role("region", name="Personal bests")).to_contain_text("104")
    assert barriers(page) + sticks_out(page) + too_small(page) == []
    page.goto("/")
    expect(page.get_by_role("radio", name="Otter 3 stars of three")).to_be_visible()


def test_a_rated_game_is_found_played_and_remembered(visit: Visit) -> None:
    ann, ben = visit(DESKTOP), visit(PHONE)
    page = ann.page
    page.goto("/new")
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.get_by_role("radio", name="Rated").check()
    expect(page.get_by_text(re.compile("You’re not signed in"))).to_be_visible()
    for person, name in ((ann, "Rated Ann"), (ben, "Rated Ben")):
        person.ask("/api/accounts", {"name": name, "password": "correct horse"})
        if person is ben:
            ben.page.goto("/healthz")
        person.page.evaluate("() => localStorage.setItem('qwirkle.signed-in', '1')")
    page.goto("/account")
    expect(page.get_by_text(re.compile("You don’t have a rating yet"))).to_be_visible()
    page.get_by_role("link", name="Play a rated game").click()
    expect(page.get_by_role("radio", name="Rated")).to_be_checked()
    page.get_by_role("textbox", name="Your name").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text(re.compile("Rated if everyone is signed in"))).to_be_visible()
    ann.until(lambda: ann.view, "no table was opened")
    table = ann.view["table"]
    ben.act(table, {"do": "sit", "name": "Ben"})
    expect(page.get_by_text("Rated", exact=True)).to_be_visible()
    ann.act(table, {"do": "start"})
    people = Table(table, (ann, ben))
    for _ in range(FEWEST_TURNS * len(people.people)):
        mover = people.people[looked(ann, people)["now"]["turn"]]
        mover.act(table, {"do": "play", "turn": good_turn(looked(mover, people))})
    ben.act(table, {"do": "resign"})
    expect(page.get_by_role("dialog")).to_contain_text(re.compile(r"Rating \+\d+"))
    open_more(ann)
    ratings = page.get_by_role("region", name="Ratings")
    expect(ratings).to_contain_text(re.compile(r"1500 → 15\d\d \(\+\d+\) provisional"))
    expect(ratings).to_contain_text(re.compile(r"1500 → 14\d\d \(−\d+\) provisional"))
    for person, outcome, others, change in (
        (ann, "Won", r"against Ben \d+", r"Rating \+\d+"),
        (ben, "Lost", r"against Ann \d+", r"Rating −\d+"),
    ):
        person.page.goto("/account")
        past = person.page.get_by_role("link", name=re.compile(f"^{outcome}.*Classic"))
        expect(past).to_contain_text(re.compile(others))
        expect(past).to_contain_text(re.compile(change))
        expect(person.page.get_by_text(re.compile("provisional: it settles"))).to_be_visible()
        assert sticks_out(person.page) == []
    assert barriers(ben.page) + too_small(ben.page) == []
