/** Tiles dragged from the box or the table to a cell, a set or the hand; anywhere else removes them. */

import type { Cell, TileCode } from "../api/types";
import { Dragging, type Point } from "../game/shared/dragging.svelte";
import type { PositionDraft } from "./draft.svelte";
import { moved, withCard, withInHand, withoutTile, withTile } from "./entered";

export interface Held {
  readonly tile: TileCode;
  /** Its place on the table; null for a tile from the box. */
  readonly from: Cell | null;
}

/** A cell, the number of a set, or the hand. */
export type Zone = Cell | number | "hand";
export type TileDragging = Dragging<Held, Zone>;

interface Surface {
  placeAt(clientX: number, clientY: number): readonly [number, number] | null;
  cellSize(): number;
  nudge(clientX: number, clientY: number): boolean;
}

const SMALLEST = 44;

export function tileDragging(draft: PositionDraft, board: () => Surface | undefined): TileDragging {
  return new Dragging<Held, Zone>({
    floats: true,
    size: () => Math.max(SMALLEST, board()?.cellSize() ?? 0),
    placeUnder: (_, pointer, picture) => zoneAt(pointer) ?? cellAt(picture, board()),
    surface: {
      has: (zone) => typeof zone === "object",
      nudge: ({ x, y }) => board()?.nudge(x, y) ?? false,
    },
    drop: (held, zone) => draft.change(dropped(draft, held, zone)),
  });
}

function dropped({ entered }: PositionDraft, { tile, from }: Held, zone: Zone | null) {
  if (typeof zone === "object" && zone !== null)
    return from === null ? withTile(entered, zone, tile) : moved(entered, from, zone);
  const rest = from === null ? entered : withoutTile(entered, from);
  if (zone === "hand") return withInHand(rest, tile);
  return zone === null ? rest : withCard(rest, zone, tile);
}

/** Return the hand or the set under a point of the page. */
function zoneAt({ x, y }: Point): Zone | null {
  const zone = document.elementFromPoint(x, y)?.closest("[data-zone]")?.getAttribute("data-zone");
  if (zone == null) return null;
  return zone === "hand" ? zone : Number(zone.replace("set ", ""));
}

function cellAt({ x, y }: Point, board: Surface | undefined): Cell | null {
  const place = board?.placeAt(x, y) ?? null;
  return place === null ? null : [Math.floor(place[0]), Math.floor(place[1])];
}
