"""A position from a photo: taken, looked at, corrected and used.

The server finds the same tiles in every picture: see ``web.photo_server``.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from PIL import ExifTags, Image
from playwright.sync_api import FilePayload, Locator, Page, expect

from .accessibility import barriers, sticks_out, too_small
from .conftest import Visit
from .listening import Listener
from .playing import middle_of
from .scenes import EMPTY, PHOTO
from .visitors import DESKTOP, PHONE, Device

SMALLEST = Device(
    viewport={"width": 320, "height": 568}, has_touch=True, is_mobile=True, device_scale_factor=2
)

# Playwright does not show bodies that are no text.
KEEP_WHAT_IS_SENT = """
const real = window.fetch;
window.fetch = async (path, init) => {
  if (init?.body instanceof Blob)
    window.sent = [...new Uint8Array(await init.body.arrayBuffer())];
  return real(path, init);
};
"""


def begin(page: Page, game: str = "classic", photo: Path | FilePayload = PHOTO) -> None:
    """Open the dialog and choose a photo."""
    page.goto("/analysis#" + quote(f"{game} {EMPTY}"))
    page.get_by_role("button", name="From a photo").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose a photo").click()
    chooser.value.set_files(photo)


def outcome(page: Page) -> Locator:
    """The sentence of the dialog about the photo."""
    return page.get_by_role("dialog").get_by_role("status").first


@pytest.mark.parametrize(
    "device",
    [
        pytest.param(SMALLEST, marks=pytest.mark.long),
        PHONE,
        pytest.param(DESKTOP, marks=pytest.mark.long),
    ],
    ids=["320", "390", "1280"],
)
def test_a_photo_is_read_corrected_and_used(visit: Visit, device: Device) -> None:
    visitor = visit(device=device)
    page = visitor.page
    begin(page)
    expect(outcome(page)).to_have_text("3 tiles read, 1 uncertain")
    assert [*barriers(page), *sticks_out(page)] == []
    assert not visitor.touch or too_small(page) == []
    # Nothing happens to the board before somebody says so.
    assert "RoRs" not in page.url
    page.get_by_role("button", name="red diamond", exact=True).click()
    expect(outcome(page)).to_have_text("3 tiles read")
    tile = page.get_by_role("option", name=re.compile("^red circle at"))
    tile.scroll_into_view_if_needed()
    if visitor.touch:
        page.touchscreen.tap(*middle_of(tile))
    else:
        page.mouse.click(*middle_of(tile))
    expect(tile).to_have_attribute("aria-selected", "true")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^red cross, ")).click()
    page.get_by_role("button", name="Use this position").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page).to_have_url(re.compile(quote("0,0:RxRdRb RxRdRsGoGsBb", safe="")))
    page.get_by_role("button", name="Undo").click()
    expect(page).to_have_url(re.compile(quote("- RxRdRsGoGsBb", safe="")))


def test_a_photo_is_read_and_corrected_by_ear(visit: Visit) -> None:
    visitor = visit(device=DESKTOP)
    listener = Listener(visitor)
    page = visitor.page
    page.goto("/analysis#" + quote(f"classic {EMPTY}"))
    page.get_by_role("button", name="From a photo").focus()
    listener.press("Enter")
    page.get_by_role("button", name="Choose a photo").focus()
    with page.expect_file_chooser() as chooser:
        listener.press("Enter")
    chooser.value.set_files(PHOTO)
    listener.hear("^3 tiles read, 1 uncertain$")
    listener.hear("^red square at column 1, row 0, uncertain", "FOCUS")
    listener.press("ArrowRight")
    listener.hear("^red starburst at column 2, row 0", "FOCUS")
    listener.press("ArrowLeft")
    listener.press("Enter")
    listener.hear("^That’s right", "FOCUS")
    listener.press("Enter")
    listener.hear("^3 tiles read$")
    page.get_by_role("button", name="Use this position").focus()
    listener.press("Enter")
    expect(page.get_by_role("button", name="From a photo")).to_be_focused()
    expect(page).to_have_url(re.compile("RoRsRb"))


@pytest.mark.parametrize(
    "device", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["390", "1280"]
)
def test_the_corners_of_a_board_are_pointed_out_and_it_is_turned(
    visit: Visit, device: Device
) -> None:
    page = visit(device=device).page
    begin(page, "connect")
    expect(outcome(page)).to_contain_text("Point out its four corners")
    corner = page.get_by_role("slider", name="Upper left corner of the board")
    expect(corner).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    expect(corner).to_have_attribute("aria-valuetext", "11% from the left, 15% from the top")
    other = page.get_by_role("slider", name="Lower right corner of the board")
    x, y = middle_of(other)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 20, y - 15, steps=3)
    page.mouse.up()
    expect(other).not_to_have_attribute("aria-valuetext", "90% from the left, 90% from the top")
    assert [*barriers(page), *sticks_out(page), *too_small(page)] == []
    with page.expect_request(re.compile("corners=")) as asked:
        page.get_by_role("button", name="Read again").click()
    assert "corners=0.1050%2C0.1500%2C0.9000%2C0.1000%2C0." in asked.value.url
    expect(
        page.get_by_role("option", name=re.compile("^red circle at column 0, row 0"))
    ).to_be_visible()
    page.get_by_role("button", name="Turn the board").click()
    expect(
        page.get_by_role("option", name=re.compile("^red circle at column 15, row 0"))
    ).to_be_visible()
    page.get_by_role("button", name="Use this position").click()
    expect(page).to_have_url(re.compile(quote("15,0:Ro", safe="")))
    expect(page).to_have_url(re.compile("connect%3A1"))


def test_a_photo_is_sent_small_upright_and_without_its_notes(visit: Visit) -> None:
    """Where and when it was taken stays with the reader."""
    notes = Image.Exif()
    notes[ExifTags.Base.Orientation] = 6  # turned by a quarter
    notes[ExifTags.Base.Make] = "a camera"
    taken = io.BytesIO()
    Image.new("RGB", (2400, 1800), "#806040").save(taken, "JPEG", exif=notes)
    assert b"a camera" in taken.getvalue()
    page = visit(device=PHONE).page
    page.add_init_script(KEEP_WHAT_IS_SENT)
    with page.expect_request(re.compile("/api/photos")) as asked:
        begin(page, photo={"name": "a.jpg", "mimeType": "image/jpeg", "buffer": taken.getvalue()})
    assert asked.value.headers["content-type"] == "image/jpeg"
    sent = bytes(page.evaluate("() => window.sent"))
    with Image.open(io.BytesIO(sent)) as picture:
        assert (picture.format, picture.size) == ("JPEG", (1200, 1600))
        assert not picture.getexif()
    assert b"a camera" not in sent


def test_what_is_no_picture_is_not_sent(visit: Visit) -> None:
    page = visit(device=PHONE).page
    begin(page, photo={"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    expect(page.get_by_role("alert")).to_contain_text("This isn’t a picture.")
    expect(page.get_by_role("button", name="Take a photo")).to_be_visible()
    expect(page.get_by_role("button", name="Choose a photo")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("game", ["classic", "connect"])
def test_another_game_takes_the_place_of_a_photo_that_has_the_focus(
    visit: Visit, game: str
) -> None:
    """The focused element is removed while the page is drawn; that must cause no error."""
    page = visit(device=PHONE).page
    begin(page, game)
    expect(page.locator("[role=option]:focus, [role=slider]:focus")).to_be_visible()
    page.goto("/analysis#" + quote(f"mini {EMPTY}"))
    expect(page.locator("dialog[open] :is([role=option], [role=slider])")).to_have_count(0)
