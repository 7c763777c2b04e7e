/** Tiles dragged from the hand or the table to a cell, or back to the hand. */

import type { Cell } from "../../api/types";
import { sameCell } from "../../board/cells";
import { Dragging, type Point } from "../shared/dragging.svelte";
import type { Slot } from "../shared/hand";
import { vibrate } from "../shared/vibration";
import type { PlacementTurn } from "./placementTurn.svelte";

export type TileDragging = Dragging<Slot, Cell | "hand">;

/** The parts of the board that a dragged tile needs. */
interface BoardSurface {
  /** Return the exact place under a point of the page, in cells. */
  placeAt(clientX: number, clientY: number): readonly [number, number] | null;
  cellSize(): number;
  /** Scroll when a tile is held near an edge; return whether it scrolled. */
  nudge(clientX: number, clientY: number): boolean;
}

interface Hand {
  /** Move a tile within the hand; return false if the point is not above it. */
  rearrange(id: number, clientX: number, clientY: number): boolean;
}

/** The parts of the table; each may come and go. */
export interface TileTable {
  turn(): PlacementTurn | null;
  board(): BoardSurface | undefined;
  hand(): Hand | undefined;
  /** Called when a tile was laid out. */
  onlaid?(cell: Cell): void;
}

/** The distance at which a tile snaps to a glowing cell, in cells. */
const MAGNET = 0.85;
const SMALLEST = 48;

export function tileDragging(table: TileTable): TileDragging {
  const cellUnder = ({ x, y }: Point): Cell | null => {
    const place = table.board()?.placeAt(x, y) ?? null;
    return place === null ? null : nearestCell(place, table.turn()?.shownCells ?? []);
  };
  return new Dragging<Slot, Cell | "hand">({
    floats: true,
    size: () => Math.max(SMALLEST, table.board()?.cellSize() ?? 0),
    snapped: (place) => {
      if (place !== "hand" && table.turn()?.shownCells.some((cell) => sameCell(cell, place)))
        vibrate();
    },
    lift: ({ id }) => table.turn()?.draft.choose(id),
    placeUnder: ({ id }, pointer, picture) =>
      table.hand()?.rearrange(id, pointer.x, pointer.y) ? "hand" : cellUnder(picture),
    surface: {
      has: (place) => place !== "hand",
      nudge: ({ x, y }) => table.board()?.nudge(x, y) ?? false,
    },
    drop: ({ id }, place) => {
      const turn = table.turn();
      if (turn === null) return;
      if (place === "hand") turn.draft.takeBack(id);
      else if (place !== null) turn.put(id, place);
      turn.draft.choose(null);
      const laid = turn.draft.laid.find((tile) => tile.id === id);
      if (laid !== undefined) table.onlaid?.([laid.x, laid.y]);
    },
  });
}

/** Return the cell meant by a place: the nearest that glows, or the one under it. */
export function nearestCell(
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
