"""Sounds as they are heard: rendered by the browser from what the page plays, then measured."""

from __future__ import annotations

import numpy as np
import pytest
from playwright.sync_api import expect

from .conftest import Visit
from .playing import cell_at, lay_by_tapping, touch
from .turns import good_turn
from .visitors import PHONE, Visitor

RATE, SECONDS = 48_000, 3
RECORD = f"""(() => {{
  const real = new OfflineAudioContext(1, {RATE * SECONDS}, {RATE});
  window.rendered = () => real.startRendering().then((made) => [...made.getChannelData(0)]);
  window.AudioContext = function () {{
    return new Proxy(real, {{ get(context, name) {{
      const value = context[name];
      return name === "state" ? "running"
        : typeof value === "function" ? value.bind(context) : value;
    }} }});
  }};
}})()"""
"""Run in a page: whatever it plays is played from the same moment on, into a buffer."""
Samples = np.ndarray[tuple[int], np.dtype[np.float64]]


def heard(visitor: Visitor) -> Samples:
    """What was played so far, between -1 and 1."""
    samples: Samples = np.array(visitor.page.evaluate("() => rendered()"))
    return samples


def loudest(samples: Samples, low: float, high: float) -> float:
    """The largest part of a spectrum between two pitches."""
    spectrum = np.abs(np.fft.rfft(samples, 1 << 16))
    pitches = np.fft.rfftfreq(1 << 16, 1 / RATE)
    return float(spectrum[(pitches > low) & (pitches < high)].max())


def tones(samples: Samples) -> list[int]:
    """The pitches that sound on when the knocks are over, the lowest first."""
    late = samples[int(0.1 * RATE) : int(0.28 * RATE)]
    spectrum = np.abs(np.fft.rfft(late * np.hanning(len(late)), 1 << 16))
    pitches = np.fft.rfftfreq(1 << 16, 1 / RATE)
    return [
        round(float(pitches[at]))
        for at in range(1, len(spectrum) - 1)
        if spectrum[at] > max(spectrum[at - 1], spectrum[at + 1], 0.3 * spectrum.max())
    ]


def begun(visit: Visit) -> Visitor:
    visitor = visit(PHONE)
    visitor.context.add_init_script(RECORD)
    visitor.page.goto("/")
    touch(visitor, visitor.page.get_by_role("button", name="I know it: play"))
    visitor.until(lambda: visitor.view and visitor.view["now"]["turn"] == 0, "it is not my turn")
    return visitor


def laid(visitor: Visitor, number: int) -> None:
    x, y, tile = good_turn(visitor.view)["place"][number]
    lay_by_tapping(visitor, x, y, tile)
    expect(cell_at(visitor.page, x, y)).to_be_attached()


def test_a_tile_sounds_like_wood_short_and_never_too_loud(visit: Visit) -> None:
    visitor = begun(visit)
    laid(visitor, 0)
    samples = heard(visitor)
    peak = np.abs(samples).max()
    assert 0.1 < peak < 0.6
    assert np.abs(samples[int(0.3 * RATE) :]).max() < 0.01 * peak, "it is over after 300 ms"
    knock = samples[: int(0.06 * RATE)]
    wood = [loudest(knock, *mode) for mode in ((370, 460), (1030, 1260), (1900, 2260))]
    assert wood[0] > wood[1] > wood[2] > loudest(knock, 4000, 20_000), "higher modes are weaker"
    assert wood[0] > loudest(knock, 80, 360), "wood is louder than the tone"


@pytest.mark.long
def test_the_tone_rises_along_a_line(visit: Visit) -> None:
    visitor = begun(visit)
    for number in range(3):
        laid(visitor, number)
    first, second, third = tones(heard(visitor))
    assert second / first == pytest.approx(2 ** (2 / 12), rel=0.01), "a whole tone"
    assert third / second == pytest.approx(2 ** (2 / 12), rel=0.01)
