/** The part of the table in sight. It follows fingers immediately, and everything else in a glide. */

import type { Cell, Placed } from "../api/types";
import { still } from "../settings/settings.svelte";
import type { Box } from "./cells";

/** One cell in the units of the drawing. */
export const UNIT = 100;
const GLIDE = 200;
const SMALLEST = 9;
const LARGEST = 110;
/** The largest automatic size of a cell; a first tile should not fill a large window either. */
const COMFORTABLE = 64;
const PART = 1 / 10;
/** The least distance of a cell's middle from a button, in pixels: for a mouse, and for a finger. */
const CLEARANCE = { fine: 4, coarse: 16 } as const;

/** Return the clearance: browsers snap a touch to the nearest clickable thing within a finger's width. */
function clearance(): number {
  return matchMedia("(any-pointer: coarse)").matches ? CLEARANCE.coarse : CLEARANCE.fine;
}

/** The point of the table in the middle of the window, in cells, and the pixels of a cell. */
export interface Sight {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

type Cells = readonly (Cell | Placed)[];

export class Camera implements Sight {
  x = $state(0.5);
  y = $state(0.5);
  scale = $state(COMFORTABLE);
  width = $state(0);
  height = $state(0);
  /** The buttons above the window, in its pixels. */
  covers = $state.raw<readonly Box[]>([]);
  readonly #clearance = clearance();

  /**
   * The position of the table in the window, in CSS: the browser moves a layer without redrawing it.
   * Whole pixels of the screen keep the drawing sharp.
   */
  readonly shift = $derived.by(() => {
    const { left, top } = this.at([0, 0]);
    return `translate(${wholePixels(left)}px, ${wholePixels(top)}px)`;
  });
  /** The size of the table, in the units of its drawing. */
  readonly growth = $derived(`scale(${this.scale / UNIT})`);

  #home: Box = { left: 0, top: 0, right: 1, bottom: 1 };
  #frame = 0;
  /** The target of a glide. */
  #goal: Sight | null = null;

  /** Set the box that is worth seeing; the camera never leaves it. */
  set home(box: Box) {
    this.#home = box;
  }

  get sight(): Sight {
    return { x: this.x, y: this.y, scale: this.scale };
  }

  /** Return the position of a cell in pixels from the upper left corner of the window. */
  at([x, y]: Cell): { left: number; top: number } {
    return {
      left: this.width / 2 + (x - this.x) * this.scale,
      top: this.height / 2 + (y - this.y) * this.scale,
    };
  }

  /** Like `at`, at the end of a glide, with the size of a cell then. */
  atRest([x, y]: Cell): { left: number; top: number; size: number } {
    const look = this.#goal ?? this.sight;
    return {
      left: this.width / 2 + (x - look.x) * look.scale,
      top: this.height / 2 + (y - look.y) * look.scale,
      size: look.scale,
    };
  }

  /** Return the exact place under a pixel, in cells. */
  placeUnder(left: number, top: number): readonly [number, number] {
    return [
      this.x + (left - this.width / 2) / this.scale,
      this.y + (top - this.height / 2) / this.scale,
    ];
  }

  cellUnder(left: number, top: number): Cell {
    const [x, y] = this.placeUnder(left, top);
    return [Math.floor(x), Math.floor(y)];
  }

  panBy(dx: number, dy: number): void {
    this.#stop();
    this.#look(this.x - dx / this.scale, this.y - dy / this.scale, this.scale);
  }

  /** Adapt to a new size of the window: its contents stay in place on the page. */
  resize(
    width: number,
    height: number,
    moved: { readonly left: number; readonly top: number },
  ): void {
    this.#stop();
    this.x += (moved.left + (width - this.width) / 2) / this.scale;
    this.y += (moved.top + (height - this.height) / 2) / this.scale;
    this.width = width;
    this.height = height;
  }

  /** Zoom in or out around a pixel. */
  zoomBy(factor: number, left = this.width / 2, top = this.height / 2): void {
    this.#stop();
    this.#look(...this.#zoomed(factor, left, top));
  }

  /** Like `zoomBy`, in a glide: for a button, a key or a double tap. */
  stepBy(factor: number, left = this.width / 2, top = this.height / 2): void {
    this.#glide(...this.#zoomed(factor, left, top));
  }

  look({ x, y, scale }: Sight, atOnce = false): void {
    if (this.width > 0 && this.height > 0) this.#glide(x, y, scale, atOnce);
  }

  /** Fill the window with a box. */
  fit(box: Box, atOnce = false): void {
    this.look(this.fitting(box, []), atOnce);
  }

  /** Return the sight nearest to the middle of a box, at this scale and with all of its part in sight. */
  nearing(box: Box, part: Box, scale: number, cells: Cells): Sight {
    const [x, y] = middle(box);
    const wanted = {
      x: nearest(x, part.left, part.right, this.width / scale),
      y: nearest(y, part.top, part.bottom, this.height / scale),
      scale,
    };
    return this.#beside(wanted, cells);
  }

  /** Return whether all of a box is in the window. */
  sees(box: Box): boolean {
    const wide = this.width / this.scale / 2 + 0.01;
    const high = this.height / this.scale / 2 + 0.01;
    return (
      box.left >= this.x - wide &&
      box.right <= this.x + wide &&
      box.top >= this.y - high &&
      box.bottom <= this.y + high
    );
  }

  /** Return whether the middle of a cell is in the window, and under no button. */
  reaches(cell: Cell | Placed): boolean {
    return this.#contains(cell, this) && !this.#covered(cell, this);
  }

  /** Move just far enough to see a box; do nothing if it is in sight. */
  reveal(box: Box, cells: Cells = []): void {
    const scale = Math.min(this.scale, this.scaleOf(box));
    const x = nearest(this.x, box.left, box.right, this.width / scale);
    const y = nearest(this.y, box.top, box.bottom, this.height / scale);
    this.#move(this.#beside({ x, y, scale }, cells));
  }

  /** Move just far enough for no button to cover any of the cells. */
  uncover(cells: Cells): void {
    this.#move(this.#beside(this.sight, cells));
  }

  /** Return the size of cells when a box fills the window. */
  scaleOf(box: Box): number {
    const wide = this.width / (box.right - box.left);
    const high = this.height / (box.bottom - box.top);
    const most = Math.max(COMFORTABLE, PART * Math.min(this.width, this.height));
    return Math.max(SMALLEST, Math.min(wide, high, most));
  }

  /** Return the largest view of a box with no cell under a button: moved aside first, then smaller. */
  fitting(box: Box, cells: Cells): Sight {
    const [x, y] = middle(box);
    const largest = this.scaleOf(box);
    for (let scale = largest; scale > 0.6 * largest; scale *= 0.96) {
      const spare = (length: number, from: number, to: number) =>
        Math.max(0, length / scale - (to - from)) / 2;
      const [wide, high] = [
        spare(this.width, box.left, box.right),
        spare(this.height, box.top, box.bottom),
      ];
      for (const down of ASIDE)
        for (const right of ASIDE) {
          const sight = { x: x + right * wide, y: y + down * high, scale };
          if (!cells.some((cell) => this.#covered(cell, sight))) return sight;
        }
    }
    return { x, y, scale: largest };
  }

  /** Return the view nearest to a wanted one with none of the cells under a button. */
  #beside(wanted: Sight, cells: Cells): Sight {
    const { x, y, scale } = wanted;
    for (let away = 0; away <= LONGEST; away += 6)
      for (const [right, down] of AROUND) {
        const sight = { x: x + (right * away) / scale, y: y + (down * away) / scale, scale };
        if (!cells.some((cell) => this.#covered(cell, sight))) return sight;
      }
    return wanted;
  }

  #contains([x, y]: Cell | Placed, { x: midX, y: midY, scale }: Sight): boolean {
    return (
      Math.abs(x + 0.5 - midX) * scale <= this.width / 2 &&
      Math.abs(y + 0.5 - midY) * scale <= this.height / 2
    );
  }

  /** Return whether the middle of a cell is under one of the covers. */
  isUnder([x, y]: Cell | Placed, cover: Box, sight: Sight = this): boolean {
    const left = this.width / 2 + (x + 0.5 - sight.x) * sight.scale;
    const top = this.height / 2 + (y + 0.5 - sight.y) * sight.scale;
    return (
      left > cover.left - this.#clearance &&
      left < cover.right + this.#clearance &&
      top > cover.top - this.#clearance &&
      top < cover.bottom + this.#clearance
    );
  }

  #covered(cell: Cell | Placed, sight: Sight): boolean {
    return this.covers.some((cover) => this.isUnder(cell, cover, sight));
  }

  #zoomed(factor: number, left: number, top: number): [number, number, number] {
    const scale = Math.max(SMALLEST, Math.min(LARGEST, this.scale * factor));
    const [x, y] = this.placeUnder(left, top);
    return [x - (left - this.width / 2) / scale, y - (top - this.height / 2) / scale, scale];
  }

  #move(sight: Sight): void {
    if (sight.x !== this.x || sight.y !== this.y || sight.scale !== this.scale) this.look(sight);
  }

  #look(x: number, y: number, scale: number): void {
    const inside = this.#inside(x, y);
    this.x = inside.x;
    this.y = inside.y;
    this.scale = scale;
  }

  /** Return the nearest point that is worth seeing. */
  #inside(x: number, y: number): { x: number; y: number } {
    const { left, top, right, bottom } = this.#home;
    return { x: Math.max(left, Math.min(right, x)), y: Math.max(top, Math.min(bottom, y)) };
  }

  #glide(x: number, y: number, scale: number, atOnce = false): void {
    this.#stop();
    if (atOnce || still()) {
      this.#look(x, y, scale);
      return;
    }
    const from = this.sight;
    this.#goal = { ...this.#inside(x, y), scale };
    const start = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, (now - start) / GLIDE));
      const eased = 1 - (1 - part) ** 3;
      const between = (a: number, b: number) => a + (b - a) * eased;
      this.#look(between(from.x, x), between(from.y, y), between(from.scale, scale));
      if (part < 1) this.#frame = requestAnimationFrame(step);
      else this.#goal = null;
    };
    this.#frame = requestAnimationFrame(step);
  }

  #stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#goal = null;
  }
}

/** The fractions of the spare room by which a table is moved aside for buttons. */
const ASIDE = [0, -0.5, 0.5, -1, 1] as const;
/** The ways around a button, the shortest first; no button is longer than this. */
const AROUND = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [0.7, 0.7],
  [0.7, -0.7],
  [-0.7, 0.7],
  [-0.7, -0.7],
] as const;
const LONGEST = 110;
const EDGE = 30;
const FASTEST = 9;

/** Return how far a window of this length scrolls per frame for a tile held there: only near its edges. */
export function pull(at: number, length: number): number {
  if (at < -EDGE || at > length + EDGE) return 0;
  if (at < EDGE) return Math.min(1, (EDGE - at) / EDGE) * FASTEST;
  if (at > length - EDGE) return -Math.min(1, (at - length + EDGE) / EDGE) * FASTEST;
  return 0;
}

function wholePixels(length: number): number {
  return Math.round(length * devicePixelRatio) / devicePixelRatio;
}

function middle(box: Box): readonly [number, number] {
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}

/** Return the place nearest to `now` from which a window of this length sees all between two edges. */
export function nearest(now: number, from: number, to: number, length: number): number {
  const least = to - length / 2;
  const most = from + length / 2;
  // Half a pixel of rounding must not make it drift.
  if (least > most + 1e-6) return (from + to) / 2;
  return Math.min(Math.max(now, least), most);
}
