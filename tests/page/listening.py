"""What somebody hears who does not see the page: live regions, the focus, and their own keys.

Live regions speak as screen readers let them: what is added to a log, a status as a whole whenever
it changes, an alert also when it appears. A status that appears with its words in it is silent.
"""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Error, Page

from .visitors import Visitor

LISTEN = """
(() => {
  if (window.heard) return;
  window.heard = [];
  const note = (who, words) => {
    const said = words.replace(/\\s+/g, " ").trim();
    if (said) window.heard.push([who, said]);
  };
  const ROLES = {log: "polite", status: "polite", alert: "assertive", timer: "off"};
  const liveOf = (node) => {
    for (let at = node instanceof Element ? node : node.parentElement; at; at = at.parentElement) {
      if (at.closest("[aria-hidden=true]")) return null;
      const live = at.getAttribute("aria-live") ?? ROLES[at.getAttribute("role")];
      if (live === "off") return null;
      if (live) return at;
    }
    return null;
  };
  const whole = (region) => ["status", "alert"].includes(region.getAttribute("role"));
  new MutationObserver((changes) => {
    const regions = new Set();
    for (const {type, target, addedNodes} of changes) {
      const around = target.isConnected ? liveOf(target) : null;
      if (type === "characterData" && around) regions.add(around);
      for (const node of addedNodes) {
        if (!node.isConnected) continue;
        if (around && whole(around)) regions.add(around);
        else if (around && liveOf(node) === around) note("PAGE", node.textContent ?? "");
        else if (node instanceof Element)
          for (const alarm of [node, ...node.querySelectorAll("*")])
            if (alarm.getAttribute("role") === "alert") regions.add(alarm);
      }
    }
    for (const region of regions) note("PAGE", region.textContent ?? "");
  }).observe(document, {subtree: true, childList: true, characterData: true});
  document.addEventListener("focusin", ({target}) => {
    const label = target.getAttribute("aria-label") ?? target.textContent ?? "";
    const role = target.getAttribute("role") ?? target.localName;
    const kind = {h1: ", heading", button: ", button", a: ", link", input: ", field"}[role] ?? "";
    const chosen = target.getAttribute("aria-pressed") === "true" ? ", chosen" : "";
    note("FOCUS", label.replace(/\\s+/g, " ").trim() + kind + chosen);
  });
  document.addEventListener("keydown", ({key}) => note("KEY", key), true);
})();
"""


FIND = """([mark, who, pattern]) => window.heard.slice(mark)
  .find(([speaker, words]) => who.includes(speaker) && new RegExp(pattern).test(words))?.[1]"""


class Heard(NamedTuple):
    """Who spoke, and what."""

    who: str
    words: str


class Listener:
    """One page, by ear."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page: Page = visitor.page
        self._mark = 0
        visitor.context.add_init_script(LISTEN)

    def all(self) -> list[Heard]:
        """Everything since the page was loaded."""
        return [Heard(*line) for line in self.page.evaluate("() => window.heard ?? []")]

    def press(self, key: str) -> None:
        """Press a key; what is waited for then comes after it."""
        self._mark = self.page.evaluate("() => window.heard.length")
        self.page.keyboard.press(key)

    def reload(self) -> None:
        """Load the page again; what is waited for then comes after it."""
        self._mark = 0
        self.page.reload()

    def press_play(self) -> None:
        """Press the key that plays; for a moment after a change of turn it would do nothing."""
        self.page.wait_for_timeout(450)
        self.press("p")

    def hear(self, pattern: str, who: str = "PAGE") -> str:
        """Wait for words since the last key; what was heard is returned."""
        try:
            found = self.page.wait_for_function(FIND, arg=[self._mark, who, pattern])
        except Error:
            heard = "".join(f"\n  {line.who}: {line.words}" for line in self.all()[-12:])
            raise AssertionError(f"nobody said {pattern!r}, but{heard}") from None
        return str(found.json_value())

    def since_key(self) -> list[Heard]:
        """Everything since the last key."""
        return self.all()[self._mark :]


def radio_play(heard: list[Heard], player: str) -> str:
    """A record of a game by ear, to be read aloud: the player, the page, and where the focus is."""
    lines = []
    for who, words in heard:
        speaker = player.upper() if who == "KEY" else who
        lines.append(f"{speaker:8}{'presses ' if who == 'KEY' else ''}{words}")
    return "\n".join(lines) + "\n"
