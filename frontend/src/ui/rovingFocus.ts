/**
 * Make a group of many items one stop for the Tab key: arrow keys move among them, up and down by
 * their position on the screen. Items are marked with `data-item`.
 */

export function roving(group: HTMLElement): () => void {
  const items = (): HTMLElement[] => [...group.querySelectorAll<HTMLElement>("[data-item]")];

  const refresh = (): void => {
    const all = items();
    const current =
      all.find((item) => item === document.activeElement) ??
      all.find((item) => item.tabIndex === 0 && item.hasAttribute("data-current")) ??
      all[0];
    for (const item of all) {
      item.tabIndex = item === current ? 0 : -1;
      item.toggleAttribute("data-current", item === current);
    }
  };

  const onFocus = (event: FocusEvent): void => {
    if (!(event.target as Element).hasAttribute("data-item")) return;
    refresh();
  };

  const onKey = (event: KeyboardEvent): void => {
    const here = (event.target as Element).closest<HTMLElement>("[data-item]");
    if (here === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = nextItem(items(), here, event.key);
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };

  // Names of attributes, so that our own changes of tabindex do not trigger it again.
  const watcher = new MutationObserver(refresh);
  watcher.observe(group, { childList: true, subtree: true });
  group.addEventListener("focusin", onFocus);
  group.addEventListener("keydown", onKey);
  refresh();
  return () => {
    watcher.disconnect();
    group.removeEventListener("focusin", onFocus);
    group.removeEventListener("keydown", onKey);
  };
}

function nextItem(
  all: readonly HTMLElement[],
  here: HTMLElement,
  key: string,
): HTMLElement | undefined {
  const at = all.indexOf(here);
  switch (key) {
    case "ArrowRight":
      return all[at + 1];
    case "ArrowLeft":
      return all[at - 1];
    case "Home":
      return all[0];
    case "End":
      return all.at(-1);
    case "ArrowDown":
      return nearest(all, here, 1);
    case "ArrowUp":
      return nearest(all, here, -1);
  }
  return undefined;
}

function nearest(
  all: readonly HTMLElement[],
  here: HTMLElement,
  way: 1 | -1,
): HTMLElement | undefined {
  const from = here.getBoundingClientRect();
  let best: HTMLElement | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const item of all) {
    const to = item.getBoundingClientRect();
    const down = way * (to.top - from.top);
    if (down < from.height / 2) continue;
    const distance = 3 * down + Math.abs(to.left - from.left);
    if (distance < least) {
      least = distance;
      best = item;
    }
  }
  return best;
}
