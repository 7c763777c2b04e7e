/**
 * Caching of the whole page after the first game on this device, not only of the parts used so far: a
 * lesson or a review may be opened for the first time without a network.
 */

import { BASE } from "../base";

/** The cache of the service worker, which drops it with the build of the page. */
const KEPT = `qwirkle-page${BASE}/`;

export async function keepWholePage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    // It begins by removing the files of an earlier build.
    await navigator.serviceWorker.ready;
    const list = await fetch(`${BASE}/python/parts.json`);
    const { page }: { page: readonly string[] } = await list.json();
    const kept = await caches.open(KEPT);
    const had = new Set((await kept.keys()).map(({ url }) => new URL(url).pathname));
    const missing = page.map((part) => `${BASE}/${part}`).filter((path) => !had.has(path));
    // One after the other: parts in use now go first.
    for (const path of missing) await kept.add(path);
  } catch {
    // No network: tried again at the next start.
  }
}
