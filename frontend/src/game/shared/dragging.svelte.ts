/** A tile under a finger, from the hand or from the table, until it is let go. */

import type { Cell, TileCode } from "../../api/types";
import { SLIP } from "../../board/gestures";

export interface Target {
  /** The exact place of the table under a point of the page, in cells. */
  placeAt(clientX: number, clientY: number): readonly [number, number] | null;
  cellSize(): number;
  glowing(): readonly Cell[];
  /** The tile was picked up. */
  lift(id: number): void;
  /** It was let go above a cell, or above nothing. */
  drop(id: number, cell: Cell | null, overHand: boolean): void;
  /** It is held there; true if the table moved on under it. */
  nudge(clientX: number, clientY: number): boolean;
  /** It is above the hand. */
  rearrange(id: number, clientX: number, clientY: number): boolean;
}

/** How near to a glowing cell a tile snaps to it, in cells. */
const MAGNET = 0.85;

/** How long a tile is over the table before its edges pull, in ms: passing by is not holding. */
const PATIENCE = 350;

/** The cell meant by a place: the nearest that glows, or the one under it. */
export function meant(
  place: readonly [number, number],
  glowing: readonly Cell[],
  magnet = MAGNET,
): Cell {
  let best: Cell = [Math.floor(place[0]), Math.floor(place[1])];
  let nearest = magnet;
  for (const cell of glowing) {
    const away = Math.hypot(cell[0] + 0.5 - place[0], cell[1] + 0.5 - place[1]);
    if (away < nearest) {
      nearest = away;
      best = cell;
    }
  }
  return best;
}

export class Dragging {
  tile = $state<TileCode | null>(null);
  id = $state<number | null>(null);
  x = $state(0);
  y = $state(0);
  size = $state(48);
  aim = $state.raw<Cell | null>(null);
  /** A drag has just ended: the click that follows it means nothing. */
  justEnded = false;

  #stop: (() => void) | null = null;
  #heldSince: number | null = null;

  constructor(readonly target: Target) {}

  /** A finger came down on a tile; it is a drag once it moves. */
  watch(event: PointerEvent, id: number, tile: TileCode, tap?: () => void): void {
    if (event.button !== 0 || this.#stop !== null) return;
    const { pointerId, clientX, clientY } = event;
    // A finger hides what is under it, so the tile floats above.
    const above = event.pointerType === "touch" ? 1 : 0;
    let overHand = false;
    this.justEnded = false;

    const move = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      if (this.id === null) {
        if (Math.hypot(now.clientX - clientX, now.clientY - clientY) < SLIP) return;
        this.#begin(id, tile);
      }
      now.preventDefault();
      this.x = now.clientX;
      this.y = now.clientY - above * this.size * 0.9;
      overHand = this.target.rearrange(id, now.clientX, now.clientY);
      this.#aimHere(overHand);
    };
    const end = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      const { id: dragged, aim } = this;
      this.cancel();
      if (dragged === null) {
        if (now.type === "pointerup") tap?.();
        return;
      }
      this.justEnded = true;
      setTimeout(() => {
        this.justEnded = false;
      });
      this.target.drop(dragged, now.type === "pointerup" ? aim : null, overHand);
    };
    const press = (now: KeyboardEvent): void => {
      if (now.key === "Escape") this.cancel();
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    addEventListener("keydown", press);
    this.#stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      removeEventListener("keydown", press);
    };
  }

  /** Let go without dropping anything. */
  cancel(): void {
    this.#stop?.();
    this.#stop = null;
    this.tile = null;
    this.id = null;
    this.aim = null;
  }

  /** Aim at the cell under the tile. */
  #aimHere(overHand: boolean): void {
    const place = overHand ? null : this.target.placeAt(this.x, this.y);
    const aim = place === null ? null : meant(place, this.target.glowing());
    if (aim?.join() !== this.aim?.join()) this.aim = aim;
    if (overHand) this.#heldSince = null;
  }

  /** Frame by frame: a tile held at the edge for a moment moves the table on. */
  readonly #hold = (now: number): void => {
    if (this.id === null) return;
    requestAnimationFrame(this.#hold);
    if (this.aim === null) this.#heldSince = null;
    else if (this.#heldSince === null) this.#heldSince = now;
    else if (now - this.#heldSince > PATIENCE) {
      if (this.target.nudge(this.x, this.y)) this.#aimHere(false);
      else this.#heldSince = now;
    }
  };

  #begin(id: number, tile: TileCode): void {
    this.id = id;
    this.tile = tile;
    this.size = Math.max(48, this.target.cellSize());
    this.#heldSince = null;
    this.target.lift(id);
    requestAnimationFrame(this.#hold);
  }
}
