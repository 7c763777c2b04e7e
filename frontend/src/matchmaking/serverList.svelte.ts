/** The tables that everybody on this server may join or watch, page by page. */

import { get } from "../api/client";
import type { ListedTable } from "../api/types";
import { errorText } from "../words/refusals";

export type Listing = "open" | "watch";

/** The interval at which lists are requested again while the view is open, in milliseconds. */
const AGAIN = 10_000;

export class ServerList {
  tables = $state.raw<readonly ListedTable[]>([]);
  /** Whether the server has answered. */
  known = $state(false);
  errorMessage = $state("");
  #before = $state<string | null>(null);
  #pages = 1;

  readonly more = $derived(this.#before !== null);

  constructor(readonly listing: Listing) {}

  /** Request the list now and at intervals; call the result to stop. */
  follow(): () => void {
    void this.refresh();
    const again = setInterval(() => {
      // A reader who is far down in a long list does not lose their place.
      if (document.visibilityState === "visible" && this.#pages === 1) void this.refresh();
    }, AGAIN);
    return () => clearInterval(again);
  }

  async refresh(): Promise<void> {
    await this.#ask(null);
  }

  /** Load the tables before those that are shown. */
  async showMore(): Promise<void> {
    if (this.#before !== null) await this.#ask(this.#before);
  }

  async #ask(before: string | null): Promise<void> {
    try {
      const page = await get("/api/tables", { query: { listing: this.listing, before } });
      this.tables = before === null ? page.tables : [...this.tables, ...page.tables];
      this.#pages = before === null ? 1 : this.#pages + 1;
      this.#before = page.before;
      this.errorMessage = "";
      this.known = true;
    } catch (error) {
      this.errorMessage = errorText(error);
    }
  }
}
