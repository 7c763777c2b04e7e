/**
 * A turn of the card game that somebody is thinking about, with its steps to go back and forth, and
 * the hand as he has arranged it. It stays on the device and survives a reload and what others do.
 */

import type { TileCode, Turn } from "../../api/types";
import { rearranged, moved as reordered, type Slot, sorted } from "../shared/hand";
import {
  type Card,
  heldCard,
  laidAs,
  moved,
  type Pile,
  pilesOf,
  pileWith,
  playedOf,
  rebased,
  type Sets,
  setsOf,
  type Target,
} from "./piles";

interface Kept {
  readonly table: Sets;
  readonly hand: readonly TileCode[];
  readonly after: Sets;
}

export class CardsDraft {
  slots = $state.raw<readonly Slot[]>([]);
  piles = $state.raw<readonly Pile[]>([]);
  /** Ids of the chosen cards, in the hand or on the table. */
  chosen = $state.raw<readonly string[]>([]);
  sortedBy = $state<"colour" | "shape" | null>(null);
  #table = $state.raw<Sets>([]);
  #past = $state.raw<readonly (readonly Pile[])[]>([]);
  #future = $state.raw<readonly (readonly Pile[])[]>([]);

  readonly played = $derived(playedOf(this.piles));
  /** The hand without what is laid out. */
  readonly hand = $derived.by(() => {
    const out = new Set(this.played.map(({ id }) => id));
    return this.slots.map(heldCard).filter(({ id }) => !out.has(id));
  });
  readonly sets = $derived(setsOf(this.piles));
  readonly turn = $derived<Turn>({ after: this.sets });
  readonly begun = $derived(JSON.stringify(this.sets) !== JSON.stringify(this.#table));
  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);

  readonly #key: string;
  #lastId = 0;

  constructor(table: string, seat: number) {
    this.#key = `qwirkle.draft.${table}.${seat}`;
    this.#restore();
  }

  /** Follow the game: the sets on the table and the hand as they are now. */
  follow(hand: readonly TileCode[], table: Sets): void {
    const laid = this.slots.filter((slot) => {
      const { id } = heldCard(slot);
      return this.played.some((card) => card.id === id);
    });
    const slots = rearranged(this.slots, laid, hand, () => this.#newId());
    const piles = rebased(this.piles, this.#table, table, slots);
    const same = JSON.stringify(setsOf(piles)) === JSON.stringify(this.sets);
    this.slots = this.sortedBy === null ? slots : sorted(slots, this.sortedBy);
    this.#table = table;
    if (!same) {
      // Steps on another table lead nowhere.
      this.#past = [];
      this.#future = [];
    }
    this.piles = piles;
    const there = new Set(
      [...this.hand, ...piles.flatMap(({ cards }) => cards)].map(({ id }) => id),
    );
    this.chosen = this.chosen.filter((id) => there.has(id));
    this.#keep();
  }

  cardOf(id: string): Card | undefined {
    return (
      this.hand.find((card) => card.id === id) ??
      pileWith(this.piles, id)?.cards.find((card) => card.id === id)
    );
  }

  chosenCards(): readonly Card[] {
    return this.chosen.flatMap((id) => this.cardOf(id) ?? []);
  }

  toggle(id: string): void {
    this.chosen = this.chosen.includes(id)
      ? this.chosen.filter((one) => one !== id)
      : [...this.chosen, id];
  }

  unchoose(): void {
    this.chosen = [];
  }

  /** Where a card lies: in a pile, or in the hand. */
  placeOf(id: string): number | "hand" {
    return pileWith(this.piles, id)?.id ?? "hand";
  }

  /** False if nothing can go there. */
  move(cards: readonly Card[], target: Target): boolean {
    const piles = moved(this.piles, cards, target);
    this.chosen = [];
    if (JSON.stringify(piles) === JSON.stringify(this.piles)) return false;
    this.#step(piles);
    return true;
  }

  /** Lay out a whole turn. */
  lay(after: Sets): void {
    this.#step(laidAs(this.#table, this.slots, after));
  }

  undo(): void {
    const last = this.#past.at(-1);
    if (last === undefined) return;
    this.#future = [...this.#future, this.piles];
    this.#past = this.#past.slice(0, -1);
    this.#show(last);
  }

  redo(): void {
    const next = this.#future.at(-1);
    if (next === undefined) return;
    this.#past = [...this.#past, this.piles];
    this.#future = this.#future.slice(0, -1);
    this.#show(next);
  }

  /** Everything as it lay before. One step, so that it can be undone. */
  recall(): void {
    if (this.begun) this.#step(pilesOf(this.#table));
    this.chosen = [];
  }

  /** The turn has been played: nothing of it is tentative any more. */
  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#show(pilesOf(this.#table));
  }

  reorder(id: string, to: number): void {
    const from = this.slots.findIndex((slot) => heldCard(slot).id === id);
    if (from < 0) return;
    this.slots = reordered(this.slots, from, Math.max(0, Math.min(this.slots.length - 1, to)));
    this.sortedBy = null;
    this.#keep();
  }

  sort(): "colour" | "shape" {
    this.sortedBy = this.sortedBy === "colour" ? "shape" : "colour";
    this.slots = sorted(this.slots, this.sortedBy);
    this.#keep();
    return this.sortedBy;
  }

  #step(piles: readonly Pile[]): void {
    this.#past = [...this.#past, this.piles];
    this.#future = [];
    this.#show(piles);
  }

  #show(piles: readonly Pile[]): void {
    this.piles = piles;
    this.chosen = [];
    this.#keep();
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #keep(): void {
    const hand = this.slots.map(({ tile }) => tile);
    const kept: Kept = { table: this.#table, hand, after: this.sets };
    try {
      localStorage.setItem(this.#key, JSON.stringify(kept));
    } catch {
      // A private window: the draft lasts as long as the page.
    }
  }

  #restore(): void {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key) ?? "null") as Kept | null;
      if (kept === null) return;
      this.slots = kept.hand.map((tile) => ({ id: this.#newId(), tile }));
      this.#table = kept.table;
      this.piles = laidAs(kept.table, this.slots, kept.after);
    } catch {
      // Kept by another version: then there is none.
    }
  }
}
