/**
 * After going to another place inside the page, the focus goes to its heading: screen readers say
 * where one is, and Tab goes on from there. A browser does the same by itself when it loads a page.
 */

const PATIENCE = 10_000;
let stop = (): void => {};

/** Move the focus to the heading of the page as soon as there is one. */
export function focusHeading(): void {
  stop();
  if (settled()) return;
  const observer = new MutationObserver(() => settled() && stop());
  const limit = setTimeout(() => stop(), PATIENCE);
  stop = () => {
    observer.disconnect();
    clearTimeout(limit);
    stop = () => {};
  };
  observer.observe(document.body, { childList: true, subtree: true });
}

/** Whether there is nothing more to do: the heading has the focus, or something else was given it. */
function settled(): boolean {
  const heading = document.querySelector<HTMLElement>("h1");
  if (heading === null) return false;
  if (document.activeElement?.closest("main, dialog") == null) {
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }
  return true;
}
