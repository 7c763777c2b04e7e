/**
 * After going to another place inside the page, the focus goes to its heading: screen readers say
 * where one is, and Tab goes on from there. A browser does the same by itself when it loads a page.
 */

/** For this long, in milliseconds, a place may take to show its heading. */
const PATIENCE = 10_000;
let stop = (): void => {};

/** Move the focus to the heading, and to the one that replaces it, until the reader does something. */
export function focusHeading(): void {
  stop();
  const observer = new MutationObserver(focusIfNothingIs);
  const limit = setTimeout(() => stop(), PATIENCE);
  stop = () => {
    observer.disconnect();
    clearTimeout(limit);
    removeEventListener("keydown", stop, true);
    removeEventListener("pointerdown", stop, true);
    stop = () => {};
  };
  addEventListener("keydown", stop, true);
  addEventListener("pointerdown", stop, true);
  observer.observe(document.body, { childList: true, subtree: true });
  focusIfNothingIs();
}

function focusIfNothingIs(): void {
  const heading = document.querySelector<HTMLElement>("h1");
  if (heading === null || document.activeElement !== document.body) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
