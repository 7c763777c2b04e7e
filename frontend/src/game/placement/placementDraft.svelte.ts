/** The draft of a turn in a placement game. Tiles that no longer fit are dropped from it. */

import type { Cell, Placed, TileCode, Turn } from "../../api/types";
import { Draft, type StoredDraft } from "../shared/draft.svelte";
import { type Slot, type SortKey, shuffled } from "../shared/hand";

export interface Laid extends Slot {
  readonly x: number;
  readonly y: number;
}

interface StoredPlacement extends StoredDraft {
  readonly laid: readonly Placed[];
  readonly take: Placed | null;
}

export type Mode = "place" | "trade" | "take";

/** The slot of a tile that is taken from the table in this turn. */
const TAKEN = -1;

export class PlacementDraft extends Draft<StoredPlacement> {
  laid = $state.raw<readonly Laid[]>([]);
  /** The chosen tile, in the hand or on the table. */
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
  /** The turn without the chosen tile, to find where that one could go instead. */
  readonly others = $derived<Turn>(
    this.#with({ place: this.laid.filter(({ id }) => id !== this.chosen).map(written) }),
  );
  readonly layout = $derived(JSON.stringify(this.turn));
  readonly begun = $derived(this.mode === "trade" ? this.trading.length > 0 : this.laid.length > 0);

  constructor(table: string, seat: number) {
    super(table, seat);
    this.load();
  }

  isLaid(id: number): boolean {
    return this.laid.some((laid) => laid.id === id);
  }

  laidAt([x, y]: Cell): Laid | undefined {
    return this.laid.find((laid) => laid.x === x && laid.y === y);
  }

  /** Follow the game: update the hand and the tiles on the table. */
  follow(hand: readonly TileCode[], board: readonly Placed[]): void {
    const { take } = this;
    if (take !== null && !board.some((placed) => placed.join() === take.join())) this.take = null;
    this.slots = this.slotsFor(hand, this.laid);
    this.laid = stillFitting(this.laid, this.hand, board, this.take);
    const there = (id: number) => this.hand.some((slot) => slot.id === id);
    if (this.chosen !== null && !there(this.chosen)) this.chosen = null;
    this.trading = this.trading.filter(there);
    this.save();
  }

  choose(id: number | null): void {
    this.chosen = id;
  }

  put(id: number, [x, y]: Cell): void {
    const slot = this.hand.find((held) => held.id === id);
    if (slot === undefined || this.laidAt([x, y]) !== undefined) return;
    this.laid = [...this.laid.filter((laid) => laid.id !== id), { ...slot, x, y }];
    this.chosen = null;
    this.save();
  }

  takeBack(id: number): void {
    this.laid = this.laid.filter((laid) => laid.id !== id);
    if (this.chosen === id) this.chosen = null;
    this.save();
  }

  /** Undo the last step: the last tile, then the tile taken from the table. */
  undo(): void {
    const last = this.laid.at(-1);
    if (last !== undefined) this.takeBack(last.id);
    else this.giveBack();
  }

  /** Take everything back to the hand. */
  recall(): void {
    this.laid = [];
    this.trading = [];
    this.chosen = null;
    this.mode = "place";
    this.take = null;
    this.save();
  }

  clear(): void {
    this.recall();
  }

  takeTile(tile: Placed): void {
    this.recall();
    this.take = tile;
    this.save();
  }

  giveBack(): void {
    this.takeBack(TAKEN);
    this.take = null;
    this.save();
  }

  startTrade(): void {
    const { take } = this;
    this.recall();
    this.take = take;
    this.mode = "trade";
    this.save();
  }

  toggleTrade(id: number): void {
    this.trading = this.trading.includes(id)
      ? this.trading.filter((other) => other !== id)
      : [...this.trading, id];
  }

  /** Lay out the whole turn of a hint. */
  lay(tiles: readonly Placed[], take: Placed | null): void {
    this.recall();
    this.take = take;
    for (const [x, y, tile] of tiles) {
      const slot = this.hand.find((held) => held.tile === tile && !this.isLaid(held.id));
      if (slot !== undefined) this.put(slot.id, [x, y]);
    }
    this.save();
  }

  /** Choose the tiles to trade from a hint. */
  layTrade(tiles: readonly TileCode[]): void {
    this.startTrade();
    for (const tile of tiles) {
      const slot = this.hand.find((held) => held.tile === tile && !this.trading.includes(held.id));
      if (slot !== undefined) this.toggleTrade(slot.id);
    }
  }

  /** Sort by colour, by shape, and shuffle again. */
  sort(): SortKey | null {
    if (this.sortedBy === null) this.sortBy("colour");
    else if (this.sortedBy === "colour") this.sortBy("shape");
    else {
      this.sortedBy = null;
      this.slots = shuffled(this.slots);
      this.save();
    }
    return this.sortedBy;
  }

  #with(turn: Turn): Turn {
    return this.take === null ? turn : { ...turn, take: [this.take[0], this.take[1]] };
  }

  #tilesOf(ids: readonly number[]): TileCode[] {
    return this.hand.filter((slot) => ids.includes(slot.id)).map((slot) => slot.tile);
  }

  protected stored(): StoredPlacement {
    return { hand: this.slots.map(({ tile }) => tile), laid: this.placed, take: this.take };
  }

  protected layOutStored({ laid, take }: StoredPlacement): void {
    this.lay(laid, take);
  }
}

function written({ x, y, tile }: Laid): Placed {
  return [x, y, tile];
}

/** Return the laid-out tiles that are still in the hand and whose places are still free. */
function stillFitting(
  laid: readonly Laid[],
  hand: readonly Slot[],
  board: readonly Placed[],
  take: Placed | null,
): readonly Laid[] {
  const ids = new Set(hand.map((slot) => slot.id));
  const full = new Set(board.map(([x, y]) => `${x},${y}`));
  if (take !== null) full.delete(`${take[0]},${take[1]}`);
  const fitting = laid.filter(({ id, x, y }) => ids.has(id) && !full.has(`${x},${y}`));
  return fitting.length === laid.length ? laid : fitting;
}
