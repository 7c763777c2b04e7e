/** The tables of this device with their state on the server, for the lists of the start page. */

import { get, Refusal } from "../api/client";
import type { TableView } from "../api/types";
import { noteResult } from "../results/results";
import {
  forgetTable,
  type RecentTable,
  recentTables,
  rememberTable,
  removeTable,
} from "./recentTables";

export class TableList {
  #all = $state.raw(recentTables());
  views = $state.raw<Readonly<Record<string, TableView>>>({});
  /** Tables removed since the page was opened, which can be put back in their places. */
  removed = $state.raw<readonly string[]>([]);

  /** Those where it is the reader's turn first; a table that was just removed keeps its place. */
  readonly running = $derived(this.#shown(({ phase }) => phase !== "ended"));
  readonly finished = $derived(this.#shown(({ phase }) => phase === "ended"));
  /** Running games that were removed earlier: their seats still belong to this device. */
  readonly hidden = $derived(
    this.#all.filter(
      ({ id, phase, removed }) => removed && phase !== "ended" && !this.removed.includes(id),
    ),
  );

  #shown(fits: (table: RecentTable) => boolean): readonly RecentTable[] {
    return this.#all.filter(
      (table) => fits(table) && (!table.removed || this.removed.includes(table.id)),
    );
  }

  /** Request all of them, and show the answers together, so that nothing jumps as they arrive. */
  async refresh(): Promise<void> {
    if (document.visibilityState !== "visible") return;
    const asked = this.#all.filter(({ removed }) => !removed);
    const answers = await Promise.all(asked.map(({ id }) => this.#ask(id)));
    const views = { ...this.views };
    for (const view of answers) if (view !== null) views[view.table] = view;
    this.views = views;
    this.#all = recentTables();
  }

  remove(id: string): void {
    removeTable(id);
    this.removed = [...this.removed, id];
    this.#all = recentTables();
  }

  putBack(...ids: readonly string[]): void {
    for (const id of ids) removeTable(id, false);
    this.removed = this.removed.filter((id) => !ids.includes(id));
    this.#all = recentTables();
    void this.refresh();
  }

  async #ask(id: string): Promise<TableView | null> {
    try {
      const view = await get("/api/tables/{table}", { path: { table: id } });
      if (view.now.ended?.how === "closed" || view.now.ended?.how === "never-started") {
        forgetTable(id);
        return null;
      }
      // A request is not a turn: the order stays.
      rememberTable(view, this.#all.find((table) => table.id === id)?.at ?? Date.now());
      noteResult(view);
      return view;
    } catch (error) {
      // A missing answer means nothing for the table.
      if (error instanceof Refusal && [403, 404].includes(error.problem.status)) forgetTable(id);
      return null;
    }
  }
}
