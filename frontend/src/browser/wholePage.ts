/**
 * After the first game on this device the whole page is kept, not only the parts that were used: a
 * lesson or a review may be opened for the first time where there is no network.
 */

import { BASE } from "../base";

/** The service worker's own, which forgets it with the build of the page. */
const KEPT = `qwirkle-page${BASE}/`;

export async function keepWholePage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    // It begins by emptying what an earlier build has left.
    await navigator.serviceWorker.ready;
    const list = await fetch(`${BASE}/python/parts.json`);
    const { page }: { page: readonly string[] } = await list.json();
    const kept = await caches.open(KEPT);
    const had = new Set((await kept.keys()).map(({ url }) => new URL(url).pathname));
    const missing = page.map((part) => `${BASE}/${part}`).filter((path) => !had.has(path));
    // One after the other: whatever is used now goes first.
    for (const path of missing) await kept.add(path);
  } catch {
    // No network: tried again with the next start.
  }
}
