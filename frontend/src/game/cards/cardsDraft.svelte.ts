/** The draft of a turn in the card game, with its steps to undo and redo. */

import type { TileCode, Turn } from "../../api/types";
import { Draft, type StoredDraft } from "../shared/draft.svelte";
import { type SortKey, sorted } from "../shared/hand";
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

interface StoredSets extends StoredDraft {
  readonly table: Sets;
  readonly after: Sets;
}

export class CardsDraft extends Draft<StoredSets> {
  piles = $state.raw<readonly Pile[]>([]);
  /** Ids of the chosen cards, in the hand or on the table. */
  chosen = $state.raw<readonly string[]>([]);
  /** Ids of the cards that were laid out last. */
  #last: readonly string[] = [];
  #table = $state.raw<Sets>([]);
  #past = $state.raw<readonly (readonly Pile[])[]>([]);
  #future = $state.raw<readonly (readonly Pile[])[]>([]);

  readonly played = $derived(playedOf(this.piles));
  /** The hand without the cards laid out. */
  readonly hand = $derived.by(() => {
    const out = new Set(this.played.map(({ id }) => id));
    return this.slots.map(heldCard).filter(({ id }) => !out.has(id));
  });
  readonly sets = $derived(setsOf(this.piles));
  readonly turn = $derived<Turn>({ after: this.sets });
  readonly layout = $derived(
    JSON.stringify(
      setsOf(this.piles.filter(({ cards }) => cards.some(({ from }) => from === null))),
    ),
  );
  readonly begun = $derived(JSON.stringify(this.sets) !== JSON.stringify(this.#table));
  readonly canUndo = $derived(this.#past.length > 0);
  readonly canRedo = $derived(this.#future.length > 0);

  constructor(table: string, seat: number) {
    super(table, seat);
    this.load();
  }

  /** Follow the game: update the sets on the table and the hand. */
  follow(hand: readonly TileCode[], table: Sets): void {
    const laid = this.slots.filter((slot) => {
      const { id } = heldCard(slot);
      return this.played.some((card) => card.id === id);
    });
    const slots = this.slotsFor(hand, laid);
    const piles = rebased(this.piles, this.#table, table, slots);
    const same = JSON.stringify(setsOf(piles)) === JSON.stringify(this.sets);
    this.slots = this.sortedBy === null ? slots : sorted(slots, this.sortedBy);
    this.#table = table;
    if (!same) {
      // Steps on another table are invalid.
      this.#past = [];
      this.#future = [];
    }
    this.piles = piles;
    const there = new Set(
      [...this.hand, ...piles.flatMap(({ cards }) => cards)].map(({ id }) => id),
    );
    this.chosen = this.chosen.filter((id) => there.has(id));
    this.save();
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
      ? this.chosen.filter((other) => other !== id)
      : [...this.chosen, id];
  }

  unchoose(): void {
    this.chosen = [];
  }

  /** Return the place of a card: a pile, or the hand. */
  placeOf(id: string): number | "hand" {
    return pileWith(this.piles, id)?.id ?? "hand";
  }

  /** Move cards; return false if they cannot go there. */
  move(cards: readonly Card[], target: Target): boolean {
    const piles = moved(this.piles, cards, target);
    this.chosen = [];
    if (JSON.stringify(piles) === JSON.stringify(this.piles)) return false;
    this.#step(piles);
    this.#last = target === "hand" ? [] : cards.map(({ id }) => id);
    return true;
  }

  /** Return whether a card is one of those laid out last, and nothing else is chosen. */
  isLast(id: string): boolean {
    return this.chosen.length === 0 && this.#last.includes(id);
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

  /** Restore the beginning, in one step, so that it can be undone. */
  recall(): void {
    if (this.begun) this.#step(pilesOf(this.#table));
    this.chosen = [];
  }

  /** Clear the draft after the turn has been played. */
  clear(): void {
    this.#past = [];
    this.#future = [];
    this.#show(pilesOf(this.#table));
  }

  /** Move a card of the hand to another place in it. */
  reorderCard(id: string, to: number): void {
    const slot = this.slots.find((held) => heldCard(held).id === id);
    if (slot !== undefined) this.reorder(slot.id, to);
  }

  /** Return the place of a card in the hand; -1 if it is not there. */
  indexOf(id: string): number {
    return this.slots.findIndex((slot) => heldCard(slot).id === id);
  }

  sort(): SortKey {
    const key = this.sortedBy === "colour" ? "shape" : "colour";
    this.sortBy(key);
    return key;
  }

  #step(piles: readonly Pile[]): void {
    this.#past = [...this.#past, this.piles];
    this.#future = [];
    this.#show(piles);
  }

  #show(piles: readonly Pile[]): void {
    this.piles = piles;
    this.chosen = [];
    this.#last = [];
    this.save();
  }

  protected stored(): StoredSets {
    return { table: this.#table, hand: this.slots.map(({ tile }) => tile), after: this.sets };
  }

  protected layOutStored({ table, after }: StoredSets): void {
    this.#table = table;
    this.piles = laidAs(table, this.slots, after);
  }
}
