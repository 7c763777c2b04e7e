/**
 * A turn in preparation, and the hand in the order its owner likes. It stays on the device, so it
 * survives a reload and the turns of others. Each family of games adds what can be laid out.
 */

import type { TileCode, Turn } from "../../api/types";
import { moved, rearranged, type Slot, type SortKey, sorted } from "./hand";

/** The form in which a draft is stored on the device. */
export interface StoredDraft {
  readonly hand: readonly TileCode[];
  /** The layout to play as soon as the turn comes. */
  readonly plan?: string | null;
}

export abstract class Draft<Stored extends StoredDraft = StoredDraft> {
  /** Every tile or card of the hand, including those laid out. */
  slots = $state.raw<readonly Slot[]>([]);
  sortedBy = $state<SortKey | null>(null);

  /** The turn as it would be played now. */
  abstract readonly turn: Turn;
  /** Whether there is anything to play. */
  abstract readonly begun: boolean;
  /** The pieces laid out and their places: unchanged until the player moves one, whatever the others play. */
  abstract readonly layout: string;

  /** The layout to play as soon as the turn comes. */
  #plan = $state<string | null>(null);
  readonly #key: string;
  #closed = false;
  #lastId = 0;

  constructor(table: string, seat: number) {
    this.#key = keyOf(table, seat);
  }

  /** Whether the draft is to be played as soon as the turn comes. */
  get planned(): boolean {
    return this.begun && this.#plan === this.layout;
  }

  plan(wanted: boolean): void {
    this.#plan = wanted ? this.layout : null;
    this.save();
  }

  /** Undo the last step. */
  abstract undo(): void;
  /** Take everything back. */
  abstract recall(): void;
  /** Clear the draft after the turn has been played. */
  abstract clear(): void;
  /** Close the draft at the end of the game: nothing is stored any more, and its view may be gone. */
  close(): void {
    this.#closed = true;
  }

  protected abstract stored(): Stored;
  /** Lay out the stored pieces; the slots are filled already. */
  protected abstract layOutStored(stored: Stored): void;

  reorder(id: number, to: number): void {
    const from = this.slots.findIndex((slot) => slot.id === id);
    if (from < 0) return;
    this.slots = moved(this.slots, from, Math.max(0, Math.min(this.slots.length - 1, to)));
    this.sortedBy = null;
    this.save();
  }

  /** Return the slots of a new hand: remaining pieces keep their places. */
  protected slotsFor(hand: readonly TileCode[], laid: readonly Slot[]): readonly Slot[] {
    return rearranged(this.slots, laid, hand, () => this.#newId());
  }

  protected sortBy(key: SortKey): void {
    this.sortedBy = key;
    this.slots = sorted(this.slots, key);
    this.save();
  }

  protected save(): void {
    if (this.#closed) return;
    try {
      const stored: StoredDraft = { ...this.stored(), plan: this.#plan };
      localStorage.setItem(this.#key, JSON.stringify(stored));
    } catch {
      // A private window: the draft lasts as long as the page.
    }
  }

  /** Load the stored draft, at the end of a subclass's constructor: its own fields are set only then. */
  protected load(): void {
    try {
      const stored = JSON.parse(localStorage.getItem(this.#key) ?? "null") as Stored | null;
      if (stored === null) return;
      this.slots = stored.hand.map((tile) => ({ id: this.#newId(), tile }));
      this.layOutStored(stored);
      this.#plan = stored.plan ?? null;
    } catch {
      // Stored by another version: start without a draft.
    }
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}

function keyOf(table: string, seat: number): string {
  return `qwirkle.draft.${table}.${seat}`;
}

const MAX_SEATS = 4;

/** Delete the drafts of a table that has ended. */
export function forgetDrafts(table: string): void {
  for (let seat = 0; seat < MAX_SEATS; seat++) localStorage.removeItem(keyOf(table, seat));
}
