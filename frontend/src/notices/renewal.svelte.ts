/** Keeps what the server knows about notices up to date, on devices where they are on. */

import { untrack } from "svelte";
import { settings } from "../settings/settings.svelte";

/** Called once, inside an effect root. Costs nothing where notices were never allowed. */
export function keepNotices(): void {
  $effect(() => {
    void settings.language;
    if (allowed()) untrack(() => void renew());
  });
  $effect(() => {
    const back = () => {
      if (document.visibilityState === "visible" && allowed()) void refresh();
    };
    document.addEventListener("visibilitychange", back);
    return () => document.removeEventListener("visibilitychange", back);
  });
}

function allowed(): boolean {
  return "Notification" in window && Notification.permission === "granted";
}

async function renew(): Promise<void> {
  const { notices } = await import("./notices.svelte");
  await notices.renew();
}

async function refresh(): Promise<void> {
  const { notices } = await import("./notices.svelte");
  await notices.refreshBadge();
}
