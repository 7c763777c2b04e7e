/** Stores the page, so that it opens as an app and without a network. */

import { BASE } from "./base";

export function registerServiceWorker(): void {
  // There is none on plain http in a home network.
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    navigator.serviceWorker.register(`${BASE}/worker.js`).catch(() => {
      // Refused by the reader's browser: the page works without.
    });
  });
}
