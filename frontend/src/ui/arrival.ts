/**
 * A view that follows another at the same address, such as the result after the game, is announced like
 * a new page: its heading gets the focus.
 */

import { afterSpeech } from "./speech";

let watcher: MutationObserver | undefined;

/**
 * Focus the next heading that appears, unless something else has taken the focus.
 * @param then called when it has appeared and everything before has been spoken
 */
export function expectHeading(then: () => void = () => {}): void {
  const before = heading();
  watcher?.disconnect();
  watcher = new MutationObserver(() => {
    const found = heading();
    if (found === undefined || found === before) return;
    watcher?.disconnect();
    afterSpeech(() => {
      moveFocus(found);
      then();
    });
  });
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ["inert"] });
}

function moveFocus(found: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement !== document.body && !activeElement?.closest("[inert]")) return;
  found.tabIndex = -1;
  found.focus({ preventScroll: true });
}

/** Return the heading of the view on top: one that is being removed may still exist, but out of reach. */
function heading(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>("main h1")].find(
    (found) => found.closest("[inert]") === null,
  );
}
