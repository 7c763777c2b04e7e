/**
 * A new view within the page is announced as a new page would be: its heading gets the focus. It may
 * come a moment later than the address, so it is waited for.
 */

let watcher: MutationObserver | undefined;

/**
 * The next heading that comes gets the focus, unless something else has taken it.
 * @param then called as soon as it is there: what is said then comes after it
 */
export function expectHeading(then: () => void = () => {}): void {
  const before = document.querySelector("main h1");
  watcher?.disconnect();
  watcher = new MutationObserver(() => {
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading === null || heading === before) return;
    watcher?.disconnect();
    if (document.activeElement === document.body) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    then();
  });
  watcher.observe(document.body, { childList: true, subtree: true });
}
