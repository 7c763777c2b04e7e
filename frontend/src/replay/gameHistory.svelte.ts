/** Every event of a table: loaded once, then continued while the game is running. */

import { get } from "../api/client";
import type { EventView } from "../api/types";
import type { TableState } from "../live/tableState.svelte";
import { errorText } from "../words/refusals";
import { type Hands, momentsOf } from "./moments";

export class GameHistory {
  events = $state.raw<readonly EventView[]>([]);
  loaded = $state(false);
  /** The reason why it could not be loaded, in words. */
  errorMessage = $state("");
  hands = $state.raw<Hands>(new Map());
  /** The events that the page has shown so far. */
  readonly shown = $derived.by(() => {
    const seq = this.table.story.now?.seq ?? 0;
    return this.table.story.behind ? this.events.filter((event) => event.seq <= seq) : this.events;
  });
  readonly moments = $derived(momentsOf(this.shown, this.hands));
  /** All hands at the end; null while they are secret. */
  readonly lastHands = $derived([...this.hands.values()].at(-1) ?? null);

  constructor(readonly table: TableState) {}

  /** Resolves when loading has succeeded or failed. */
  known: Promise<void> = Promise.resolve();

  /** Load the history and keep listening; call the result to stop. */
  follow(): () => void {
    this.known = this.load();
    return this.table.onEvent((event) => this.#add([event]));
  }

  async load(): Promise<void> {
    this.errorMessage = "";
    try {
      const path = { table: this.table.id };
      const history = await get("/api/tables/{table}/story", { path });
      // Null before the table has ended.
      const known = (history.hands ?? []).map(
        (hands, at) => [history.events[at]?.seq ?? -1, hands] as const,
      );
      this.hands = new Map(known);
      this.#add(history.events);
      this.loaded = true;
    } catch (error) {
      this.errorMessage = errorText(error);
    }
  }

  #add(events: readonly EventView[]): void {
    const known = new Map(this.events.map((event) => [event.seq, event]));
    for (const event of events) known.set(event.seq, event);
    this.events = [...known.values()].sort((a, b) => a.seq - b.seq);
  }
}
