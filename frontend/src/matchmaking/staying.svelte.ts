/** Says at intervals that the page is open, so that people the reader has played with may see it. */

import { untrack } from "svelte";
import { WITHOUT_SERVER } from "../api/transport";
import { settings } from "../settings/settings.svelte";

/** The interval in milliseconds; the server forgets a page that is silent for more than twice as long. */
const AGAIN = 30_000;

/** Called once, inside an effect root. Costs nothing on a device that has played with nobody. */
export function keepPresence(): void {
  if (WITHOUT_SERVER) return;
  let shown = false;
  $effect(() => {
    if (!settings.present) {
      // The server is told once, and then nothing more.
      if (shown) untrack(() => void tell());
      shown = false;
      return;
    }
    shown = true;
    const stay = () => {
      if (document.visibilityState === "visible" && hasCompany()) void tell();
    };
    untrack(stay);
    const again = setInterval(stay, AGAIN);
    document.addEventListener("visibilitychange", stay);
    return () => {
      clearInterval(again);
      document.removeEventListener("visibilitychange", stay);
    };
  });
}

/** Return whether this device may have played with somebody. */
function hasCompany(): boolean {
  try {
    return ["qwirkle.companions", "qwirkle.signed-in"].some((key) => localStorage.getItem(key));
  } catch {
    return false;
  }
}

async function tell(): Promise<void> {
  const { company } = await import("./company.svelte");
  await company.refresh();
}
