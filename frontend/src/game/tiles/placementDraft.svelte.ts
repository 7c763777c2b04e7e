/**
 * A turn that somebody is thinking about, and the hand as he has arranged it. It stays on the
 * device, survives a reload and what others do, and drops by itself what no longer fits.
 */

import type { Cell, Placed, TileCode, Turn } from "../../api/types";
import {
  type Kept,
  type Laid,
  moved,
  rearranged,
  type Slot,
  shuffled,
  sorted,
  stillFitting,
} from "../shared/hand";

export type Mode = "place" | "trade" | "take";

/** The slot of a tile that is taken from the table in this turn. */
const TAKEN = -1;

export class Draft {
  /** Every tile of the hand, also those laid out. */
  slots = $state.raw<readonly Slot[]>([]);
  laid = $state.raw<readonly Laid[]>([]);
  /** The tile that is chosen, in the hand or on the table. */
  chosen = $state<number | null>(null);
  mode = $state<Mode>("place");
  trading = $state.raw<readonly number[]>([]);
  /** A tile that is taken from the table first. */
  take = $state.raw<Placed | null>(null);

  readonly hand = $derived<readonly Slot[]>(
    this.take === null ? this.slots : [...this.slots, { id: TAKEN, tile: this.take[2] }],
  );
  readonly placed = $derived<readonly Placed[]>(this.laid.map(({ x, y, tile }) => [x, y, tile]));
  readonly turn = $derived<Turn>(
    this.mode === "trade"
      ? this.#with({ trade: this.#tilesOf(this.trading) })
      : this.#with({ place: this.placed }),
  );
  /** The turn without the chosen tile: says where that one could go instead. */
  readonly others = $derived<Turn>(
    this.#with({ place: this.laid.filter(({ id }) => id !== this.chosen).map(written) }),
  );

  readonly #key: string;
  #lastId = 0;
  #sortedBy: "colour" | "shape" | null = null;

  constructor(table: string, seat: number) {
    this.#key = `qwirkle.draft.${table}.${seat}`;
    this.#restore();
  }

  isLaid(id: number): boolean {
    return this.laid.some((one) => one.id === id);
  }

  laidAt([x, y]: Cell): Laid | undefined {
    return this.laid.find((one) => one.x === x && one.y === y);
  }

  /** Follow the game: the hand and the tiles on the table as they are now. */
  follow(hand: readonly TileCode[], board: readonly Placed[]): void {
    const { take } = this;
    if (take !== null && !board.some((one) => one.join() === take.join())) this.take = null;
    this.slots = rearranged(this.slots, this.laid, hand, () => this.#newId());
    this.laid = stillFitting(this.laid, this.hand, board, this.take);
    const there = (id: number) => this.hand.some((slot) => slot.id === id);
    if (this.chosen !== null && !there(this.chosen)) this.chosen = null;
    this.trading = this.trading.filter(there);
    this.#keep();
  }

  choose(id: number | null): void {
    this.chosen = id;
  }

  put(id: number, [x, y]: Cell): void {
    const slot = this.hand.find((one) => one.id === id);
    if (slot === undefined || this.laidAt([x, y]) !== undefined) return;
    this.laid = [...this.laid.filter((one) => one.id !== id), { ...slot, x, y }];
    this.chosen = null;
    this.#keep();
  }

  takeBack(id: number): void {
    this.laid = this.laid.filter((one) => one.id !== id);
    if (this.chosen === id) this.chosen = null;
    this.#keep();
  }

  /** Take back what was done last: the last tile, then the tile taken from the table. */
  undo(): void {
    const last = this.laid.at(-1);
    if (last !== undefined) this.takeBack(last.id);
    else this.giveBack();
  }

  /** Everything back to the hand. */
  recall(): void {
    this.laid = [];
    this.trading = [];
    this.chosen = null;
    this.mode = "place";
    this.take = null;
    this.#keep();
  }

  takeTile(tile: Placed): void {
    this.recall();
    this.take = tile;
    this.#keep();
  }

  giveBack(): void {
    this.takeBack(TAKEN);
    this.take = null;
    this.#keep();
  }

  startTrade(): void {
    const { take } = this;
    this.recall();
    this.take = take;
    this.mode = "trade";
    this.#keep();
  }

  toggleTrade(id: number): void {
    this.trading = this.trading.includes(id)
      ? this.trading.filter((one) => one !== id)
      : [...this.trading, id];
  }

  /** Lay out a whole turn, as a hint gives it. */
  lay(tiles: readonly Placed[], take: Placed | null): void {
    this.recall();
    this.take = take;
    for (const [x, y, tile] of tiles) {
      const slot = this.hand.find((one) => one.tile === tile && !this.isLaid(one.id));
      if (slot !== undefined) this.put(slot.id, [x, y]);
    }
    this.#keep();
  }

  /** Choose tiles to trade, as a hint gives them. */
  layTrade(tiles: readonly TileCode[]): void {
    this.startTrade();
    for (const tile of tiles) {
      const slot = this.hand.find((one) => one.tile === tile && !this.trading.includes(one.id));
      if (slot !== undefined) this.toggleTrade(slot.id);
    }
  }

  move(id: number, to: number): void {
    const from = this.slots.findIndex((slot) => slot.id === id);
    if (from < 0) return;
    this.slots = moved(this.slots, from, Math.max(0, Math.min(this.slots.length - 1, to)));
    this.#keep();
  }

  /** By colour, by shape, and mixed again. */
  arrange(): "colour" | "shape" | null {
    this.#sortedBy =
      this.#sortedBy === null ? "colour" : this.#sortedBy === "colour" ? "shape" : null;
    this.slots =
      this.#sortedBy === null ? shuffled(this.slots) : sorted(this.slots, this.#sortedBy);
    this.#keep();
    return this.#sortedBy;
  }

  #with(turn: Turn): Turn {
    return this.take === null ? turn : { ...turn, take: [this.take[0], this.take[1]] };
  }

  #tilesOf(ids: readonly number[]): TileCode[] {
    return this.hand.filter((slot) => ids.includes(slot.id)).map((slot) => slot.tile);
  }

  #newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  #keep(): void {
    const hand = this.slots.map((slot) => slot.tile);
    const kept: Kept = { hand, laid: this.placed, take: this.take };
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
      this.lay(kept.laid, kept.take);
    } catch {
      // Kept by another version: then there is none.
    }
  }
}

function written({ x, y, tile }: Laid): Placed {
  return [x, y, tile];
}

/** Forget the drafts of a table that has ended. */
export function forgetDrafts(table: string): void {
  for (let seat = 0; seat < 4; seat++) localStorage.removeItem(`qwirkle.draft.${table}.${seat}`);
}
