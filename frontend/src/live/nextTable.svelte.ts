/** The other tables of this device at which it is its turn, those that have waited longest first. */

import { get } from "../api/client";
import type { TableView } from "../api/types";
import { recentTables, rememberTable } from "../start/recentTables";

/** The most tables that are asked about. */
const MOST = 12;

export class WaitingTables {
  /** Their ids. */
  ids = $state.raw<readonly string[]>([]);
  #asking = false;

  constructor(readonly here: string) {}

  async refresh(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      const others = recentTables()
        .filter(({ id, phase, removed }) => id !== this.here && phase === "playing" && !removed)
        .slice(0, MOST);
      const views = await Promise.all(others.map(({ id, at }) => ask(id, at)));
      this.ids = views
        .filter((view) => view !== null)
        .filter(({ now, you }) => now.turn !== null && you.seats.includes(now.turn))
        .sort((a, b) => a.now.turn_since - b.now.turn_since)
        .map(({ table }) => table);
    } finally {
      this.#asking = false;
    }
  }
}

async function ask(table: string, at: number): Promise<TableView | null> {
  try {
    const view = await get("/api/tables/{table}", { path: { table } });
    // A request is not a turn: the order of the tables stays.
    rememberTable(view, at);
    return view;
  } catch {
    return null; // A missing answer means nothing for the table.
  }
}
