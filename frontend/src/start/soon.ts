/** Prefetching of the next step while nobody waits, so that a table opens immediately. */

/** Fetch the parts of a table when the page is idle, unless the reader saves data. */
export function fetchTableSoon(): () => void {
  const { saveData = false } =
    (navigator as { connection?: { saveData?: boolean } }).connection ?? {};
  if (saveData || !navigator.onLine) return () => {};
  const fetchNow = () => void import("../game/TablePage.svelte").catch(() => {});
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in window)) {
    const soon = setTimeout(fetchNow, 1500);
    return () => clearTimeout(soon);
  }
  const idle = requestIdleCallback(fetchNow, { timeout: 5000 });
  return () => cancelIdleCallback(idle);
}
