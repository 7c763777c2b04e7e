/** The part of the table that a reader sees: all of it while that is legible, else where things happen. */

import type { Cell, Placed, Squares } from "../api/types";
import { Camera, type Sight } from "./camera.svelte";
import { type Box, boxAround, grown, keyOf, overlap, tableBox } from "./cells";

/** The current contents of the table. */
export interface Contents {
  readonly tiles: readonly Placed[];
  readonly tentative: readonly Placed[];
  readonly squares: Squares | undefined;
  /** The last move. */
  readonly marked: readonly Cell[];
  readonly glowing: readonly Cell[];
  readonly possible: readonly Cell[];
  /** Whether the camera zooms in when there is less to see. */
  readonly snug?: boolean;
}

/** Cells smaller than this are hard to hit. */
const HANDY = 30;
/** Tiles smaller than this are hard to read: only part of the table is shown then. */
const READABLE = 22;
const CLOSE = 30;
/** The size of a cell after a double tap. */
const NEAR = 56;
/** Changes of the window below this, in pixels, are ignored: a line of words came or went. */
const SAME = 60;

export class Framing {
  readonly camera = new Camera();
  /**
   * Who chose the view: the page, as long as nobody has moved the table; the reader, with the
   * whole table; or the reader, with some part of it.
   */
  mode = $state<"auto" | "whole" | "free">("auto");

  readonly #all = $derived.by(() => [...this.contents().tiles, ...this.contents().tentative]);
  readonly #printed = $derived.by(() => this.contents().squares?.width !== undefined);
  /** The table with the cells around its tiles. */
  readonly inSight = $derived.by(() => tableBox(this.contents().squares, this.#all, 1));
  readonly #whole = $derived.by(() => grown(this.inSight, this.#printed ? 0.35 : 0));
  /** Tiles and the cells beside them, which no button should cover. */
  readonly #clear = $derived.by(() => withNeighbours(this.#all));
  /** The whole table, or the active part of a large board on a small screen. */
  readonly view = $derived.by(() => {
    const centre = this.contents().squares?.centre ?? [];
    const part = boxAround(this.#all.length > 0 ? this.#all : centre);
    const small = this.camera.scaleOf(this.#whole) < HANDY && part !== null;
    return small ? overlap(grown(part, 1.5), this.#whole) : this.#whole;
  });
  /** Whether the whole table is too small to read. */
  readonly large = $derived.by(
    () => this.camera.width > 0 && this.camera.fitting(this.view, this.#clear).scale < READABLE,
  );

  /** The camera before tentative tiles moved it, and the table at that time. */
  #before: { readonly sight: Sight; readonly tiles: number } | null = null;

  constructor(readonly contents: () => Contents) {}

  /** Set the size of the window; `moved` is how far its corner has moved. */
  measure(width: number, height: number, moved: { left: number; top: number }): void {
    const { camera } = this;
    const first = camera.width === 0;
    const same = width === camera.width && Math.abs(height - camera.height) <= SAME;
    if (!first && (same || this.mode === "free")) {
      camera.resize(width, height, moved);
      this.follow();
      return;
    }
    camera.width = width;
    camera.height = height;
    this.settle(true);
  }

  /** Follow a change of the table: an untouched one stays in sight. */
  follow(): void {
    if (this.mode === "free" || this.camera.width === 0) return;
    if (this.contents().snug !== true && this.#settled()) return;
    if (this.contents().tentative.length > 0) this.#park();
    this.settle();
  }

  /** Show the view that the page, or the reader with one tap, has chosen. */
  settle(atOnce = false): void {
    const { camera } = this;
    camera.look(this.mode === "whole" ? this.#everything() : this.#usual(), atOnce);
  }

  /** Choose the whole table or the usual view, unless the reader has moved the table. */
  prefer(whole: boolean): void {
    if (this.mode === "free") return;
    this.mode = whole ? "whole" : "auto";
    if (this.camera.width > 0) this.settle();
  }

  /** Toggle between the whole table and, if it is too large to read, the active part. */
  toggle(): void {
    this.#before = null;
    this.mode = this.mode === "whole" && this.large ? "auto" : "whole";
    this.settle();
  }

  pan(dx: number, dy: number): void {
    this.#touch();
    this.camera.panBy(dx, dy);
  }

  zoom(factor: number, left: number, top: number): void {
    this.#touch();
    this.camera.zoomBy(factor, left, top);
  }

  step(factor: number): void {
    this.#touch();
    this.camera.stepBy(factor);
  }

  /** Zoom in on the place of a double tap; from there, zoom out again. */
  jump(left: number, top: number): void {
    const near = this.camera.scale > 0.85 * NEAR;
    this.#touch();
    if (near) {
      this.mode = "auto";
      this.settle();
    } else this.camera.stepBy(NEAR / this.camera.scale, left, top);
  }

  /** Bring cells into sight. */
  show(cells: readonly (Cell | Placed)[]): void {
    const box = boxAround(cells);
    if (box !== null) this.camera.reveal(grown(box, 0.5), cells);
  }

  /** Bring the last move into sight where the page does not do so anyway. */
  showMarked(): void {
    const box = boxAround(this.contents().marked);
    if (this.mode === "free" && box !== null) this.camera.reveal(grown(box, 1));
  }

  /** Keep the draft in sight; when it is taken back, restore the view. */
  showTentative(): void {
    const { tentative, tiles } = this.contents();
    const before = this.#before;
    if (tentative.length > 0) {
      const box = boxAround(tentative);
      if (box === null || this.camera.sees(box)) return;
      this.#park();
      this.show(tentative);
    } else if (before !== null) {
      this.#before = null;
      if (tiles.length === before.tiles) this.camera.look(before.sight);
    }
  }

  /** Uncover every glowing cell; if all are out of sight, move the camera there. */
  showGlowing(): void {
    const { glowing, possible } = this.contents();
    const box = boxAround(glowing);
    if (box !== null && !glowing.some((cell) => this.camera.reaches(cell))) {
      const part = this.camera.scaleOf(box) < READABLE ? boxAround(this.#nearest(glowing)) : box;
      this.camera.reveal(grown(part ?? box, 0.5), glowing);
    } else if (box !== null || possible.length > 0) this.camera.uncover([...glowing, ...possible]);
  }

  /** Scroll while something is held at the edge; return whether there is more to see there. */
  nudge(dx: number, dy: number): boolean {
    if ((dx === 0 && dy === 0) || this.camera.sees(this.inSight)) return false;
    this.pan(dx, dy);
    return true;
  }

  #touch(): void {
    this.mode = "free";
    this.#before = null;
  }

  #park(): void {
    this.#before ??= { sight: this.camera.sight, tiles: this.contents().tiles.length };
  }

  #settled(): boolean {
    if (this.mode === "auto" && this.large) return this.camera.sees(this.#action());
    const box = this.mode === "whole" ? this.#whole : this.view;
    return this.camera.sees(box) && this.#clear.every((cell) => this.camera.reaches(cell));
  }

  /** Return the usual sight, with room for another tile, so that the table does not move with every tile. */
  #usual(): Sight {
    const { camera, view } = this;
    if (this.large) return camera.nearing(view, this.#action(), CLOSE, this.#clear);
    const roomy = this.#printed ? overlap(grown(view, 1), this.#whole) : grown(view, 1);
    const sight = camera.fitting(roomy, this.#clear);
    return sight.scale < HANDY ? camera.fitting(view, this.#clear) : sight;
  }

  /** Return the sight of the whole table with all glowing cells. */
  #everything(): Sight {
    const { squares, glowing, possible } = this.contents();
    const cells = [...this.#all, ...glowing, ...possible];
    const box = this.#printed ? this.#whole : tableBox(squares, cells, 1);
    return this.camera.fitting(box, [...this.#clear, ...glowing, ...possible]);
  }

  /** Return, of cells that cannot all be shown, the one nearest to the view. */
  #nearest(cells: readonly Cell[]): readonly Cell[] {
    const { x, y } = this.camera;
    const away = (cell: Cell) => Math.hypot(cell[0] + 0.5 - x, cell[1] + 0.5 - y);
    return [...cells].sort((a, b) => away(a) - away(b)).slice(0, 1);
  }

  /** Return the active part: the last move, and the draft. */
  #action(): Box {
    const { marked, tentative } = this.contents();
    const part = boxAround([...marked, ...tentative]);
    return part === null ? this.view : overlap(grown(part, 2), this.view);
  }
}

/** Return tiles and the free cells beside them. */
function withNeighbours(tiles: readonly Placed[]): readonly Cell[] {
  const found = new Map<string, Cell>();
  for (const [x, y] of tiles)
    for (const cell of [
      [x, y],
      [x + 1, y],
      [x - 1, y],
      [x, y + 1],
      [x, y - 1],
    ] as const)
      found.set(keyOf(cell), cell);
  return [...found.values()];
}
