/**
 * After navigation inside the page, the focus moves to the heading: screen readers announce the new
 * place, and Tab continues from there. A browser does the same automatically when it loads a page.
 */

/** How long, in milliseconds, a view may take to show its heading. */
const PATIENCE = 10_000;
let stop = (): void => {};

/** Move the focus to the heading, and to the one that replaces it, until the reader acts. */
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
