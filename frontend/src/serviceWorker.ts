/** Registers the service worker, which stores the page so that it opens as an app and without a network. */

import { BASE } from "./base";

export function registerServiceWorker(): void {
  // Plain http in a home network has none.
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register(`${BASE}/worker.js`).catch(() => {
      // Refused by the reader's browser: the page works without it.
    });
  });
}
