/**
 * Notices on this device: whether its reader hears of their turn while the page is closed. The
 * browser asks for permission only when the reader turns them on.
 */

import { get, post, remove } from "../api/client";
import { WITHOUT_SERVER } from "../api/transport";
import type { NoticeState, QuietTime } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { errorText } from "../words/refusals";
import { preferred, t } from "../words/translate.svelte";
import { showBadge } from "./badge";

/**
 * `impossible`: not with this browser, address or server; `home-screen`: not before the page is on
 * the home screen; `blocked`: the reader has told the browser so.
 */
export type Standing = "unknown" | "impossible" | "home-screen" | "blocked" | "off" | "on";

export class Notices {
  standing = $state<Standing>("unknown");
  quiet = $state.raw<QuietTime | null>(null);
  /** What went wrong when they were turned on or off. */
  errorMessage = $state("");

  readonly on = $derived(this.standing === "on");
  /** Whether one tap can turn them on or off. */
  readonly possible = $derived(this.on || this.standing === "off");

  /** Find out how it is. Asks the reader nothing. */
  async look(): Promise<void> {
    const refused = unable();
    if (refused !== null) {
      this.standing = refused;
      return;
    }
    try {
      const [state, subscription] = await Promise.all([ask(), subscribed()]);
      this.#take(state, subscription);
    } catch {
      // Nobody answers: then nothing can be turned on, and what is on stays on.
      if (this.standing === "unknown") this.standing = "impossible";
    }
  }

  async toggle(): Promise<void> {
    await (this.on ? this.turnOff() : this.turnOn());
  }

  /** Must be called by a tap: browsers ask for permission only then. */
  async turnOn(): Promise<void> {
    await this.#try(async () => {
      if ((await Notification.requestPermission()) !== "granted") {
        this.standing = "blocked";
        return;
      }
      const { key } = await ask();
      if (key === null) {
        this.standing = "impossible";
        return;
      }
      await this.#send(await subscribe(key));
    });
  }

  async turnOff(): Promise<void> {
    await this.#try(async () => {
      await (await subscribed())?.unsubscribe();
      this.#take(await remove("/api/notices"), null);
      showBadge(0);
    });
  }

  /** Hours without notices; null for none. */
  async setQuiet(quiet: QuietTime | null): Promise<void> {
    await this.#try(async () => {
      const subscription = await subscribed();
      this.quiet = quiet;
      if (subscription !== null) await this.#send(subscription);
    });
  }

  /** Tell the server what has changed since: the language, the time zone, the browser's own address. */
  async renew(): Promise<void> {
    await this.look();
    const subscription = unable() === null ? await subscribed() : null;
    if (subscription !== null) await this.#try(() => this.#send(subscription));
  }

  /** Show on the app's icon how many tables wait. */
  async refreshBadge(): Promise<void> {
    if (!this.on) return;
    try {
      showBadge((await ask()).waiting);
    } catch {
      // The next notice brings the number along.
    }
  }

  async #send(subscription: PushSubscription): Promise<void> {
    const { endpoint, keys } = subscription.toJSON();
    const body = {
      endpoint: endpoint ?? "",
      keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" },
      language: settings.language === "auto" ? preferred() : settings.language,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      quiet: this.quiet,
    };
    const state = await post("/api/notices", { body });
    this.#take(state, subscription);
    showBadge(state.waiting);
  }

  #take(state: NoticeState, subscription: PushSubscription | null): void {
    const same = subscription !== null && subscription.endpoint === state.endpoint;
    if (state.key === null) this.standing = "impossible";
    else this.standing = same ? "on" : "off";
    this.quiet = state.quiet;
  }

  async #try(change: () => Promise<void>): Promise<void> {
    this.errorMessage = "";
    try {
      await change();
    } catch (error) {
      this.errorMessage =
        error instanceof DOMException
          ? t("This browser couldn’t turn on notifications.")
          : errorText(error);
    }
  }
}

export const notices = new Notices();

/** Why there can be no notices here; null if there can. */
function unable(): Standing | null {
  if (WITHOUT_SERVER) return "impossible";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    // Safari on a phone can do it only for a page on the home screen.
    return "standalone" in navigator && !navigator.standalone ? "home-screen" : "impossible";
  }
  return Notification.permission === "denied" ? "blocked" : null;
}

function ask(): Promise<NoticeState> {
  return get("/api/notices");
}

async function subscribed(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function subscribe(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register("/worker.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made for another key, by an earlier server at this address, is of no use.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}
