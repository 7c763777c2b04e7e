/**
 * A view that follows another at the same address, as the result follows the game, is announced as a
 * new page would be: its heading gets the focus.
 */

import { afterSpeech } from "./speech";

let watcher: MutationObserver | undefined;

/**
 * The next heading that comes gets the focus, unless something else has taken it.
 * @param then called when it is there and everything before has been said
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

/** The heading of the view on top: one that is going may still be there, but out of reach. */
function heading(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>("main h1")].find(
    (found) => found.closest("[inert]") === null,
  );
}
