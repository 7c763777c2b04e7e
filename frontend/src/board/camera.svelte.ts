/** What part of the table is in sight. It follows fingers at once, and everything else in a glide. */

import type { Cell } from "../api/types";
import { still } from "../settings/settings.svelte";
import type { Box } from "./cells";

/** One cell in the units of the drawing. */
export const UNIT = 100;
const GLIDE = 200;
const SMALLEST = 14;
const LARGEST = 110;
/** A window of this length leaves room for the buttons in its corners. */
const LONG = 420;
const ROOM = 54;
/** No larger than this by itself: a first tile should not fill a screen. */
const COMFORTABLE = 64;

interface Look {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export class Camera {
  /** The point of the table in the middle of the window, in cells. */
  x = $state(0.5);
  y = $state(0.5);
  /** Pixels of a cell. */
  scale = $state(COMFORTABLE);
  width = $state(0);
  height = $state(0);

  readonly transform = $derived(
    `translate(${this.width / 2 - this.x * this.scale} ${this.height / 2 - this.y * this.scale})` +
      ` scale(${this.scale / UNIT})`,
  );

  #home: Box = { left: 0, top: 0, right: 1, bottom: 1 };
  #frame = 0;
  /** Where a glide leads to. */
  #goal: Look | null = null;

  /** Where there is something to see; the camera never leaves it. */
  set home(box: Box) {
    this.#home = box;
  }

  /** Pixels from the upper left corner of the window. */
  at([x, y]: Cell): { left: number; top: number } {
    return {
      left: this.width / 2 + (x - this.x) * this.scale,
      top: this.height / 2 + (y - this.y) * this.scale,
    };
  }

  /** As `at`, when a glide has come to its end; with the size of a cell then. */
  atRest([x, y]: Cell): { left: number; top: number; size: number } {
    const look = this.#goal ?? this.look;
    return {
      left: this.width / 2 + (x - look.x) * look.scale,
      top: this.height / 2 + (y - look.y) * look.scale,
      size: look.scale,
    };
  }

  /** What it shows now, to come back to. */
  get look(): Look {
    return { x: this.x, y: this.y, scale: this.scale };
  }

  returnTo({ x, y, scale }: Look): void {
    this.#glide(x, y, scale);
  }

  /** The exact place under a pixel, in cells. */
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

  /** Nearer or further; what is under the pixel stays there. */
  zoomBy(factor: number, left = this.width / 2, top = this.height / 2): void {
    this.#stop();
    this.#look(...this.#zoomed(factor, left, top));
  }

  /** As `zoomBy` from a button or key, in a glide. */
  stepBy(factor: number): void {
    this.#glide(...this.#zoomed(factor, this.width / 2, this.height / 2));
  }

  fit(box: Box, atOnce = false): void {
    if (this.width === 0 || this.height === 0) return;
    const [x, y] = middle(box);
    this.#glide(x, y, this.scaleOf(box), atOnce);
  }

  /** Whether all of a box is in the window, clear of its corners. */
  sees(box: Box): boolean {
    const [clearWidth, clearHeight] = this.#clear();
    const wide = clearWidth / this.scale / 2 + 0.01;
    const high = clearHeight / this.scale / 2 + 0.01;
    return (
      box.left >= this.x - wide &&
      box.right <= this.x + wide &&
      box.top >= this.y - high &&
      box.bottom <= this.y + high
    );
  }

  /** Move just as far as needed to see a box; nothing happens if it is in sight. */
  reveal(box: Box): void {
    if (this.width === 0 || this.height === 0) return;
    const scale = Math.min(this.scale, this.scaleOf(box));
    const [clearWidth, clearHeight] = this.#clear();
    const x = nearest(this.x, box.left, box.right, clearWidth / scale);
    const y = nearest(this.y, box.top, box.bottom, clearHeight / scale);
    if (x !== this.x || y !== this.y || scale !== this.scale) this.#glide(x, y, scale);
  }

  /** How large cells are when a box fills the window. */
  scaleOf(box: Box): number {
    const [clearWidth, clearHeight] = this.#clear();
    const wide = clearWidth / (box.right - box.left);
    const high = clearHeight / (box.bottom - box.top);
    return Math.max(SMALLEST, Math.min(wide, high, COMFORTABLE));
  }

  /** The part of the window without its corners: a band across it, along its longer side. */
  #clear(): readonly [number, number] {
    if (this.height > LONG) return [this.width, this.height - 2 * ROOM];
    return [this.width > LONG ? this.width - 2 * ROOM : this.width, this.height];
  }

  #zoomed(factor: number, left: number, top: number): [number, number, number] {
    const scale = Math.max(SMALLEST, Math.min(LARGEST, this.scale * factor));
    const [x, y] = this.placeUnder(left, top);
    return [x - (left - this.width / 2) / scale, y - (top - this.height / 2) / scale, scale];
  }

  #look(x: number, y: number, scale: number): void {
    const inside = this.#inside(x, y);
    this.x = inside.x;
    this.y = inside.y;
    this.scale = scale;
  }

  /** The nearest point where there is something to see. */
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
    const from = this.look;
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

const EDGE = 30;
const FASTEST = 9;

/** How far a window of this length moves in a frame for a tile held there: only near its edges. */
export function pull(at: number, length: number): number {
  if (at < -EDGE || at > length + EDGE) return 0;
  if (at < EDGE) return Math.min(1, (EDGE - at) / EDGE) * FASTEST;
  if (at > length - EDGE) return -Math.min(1, (at - length + EDGE) / EDGE) * FASTEST;
  return 0;
}

function middle(box: Box): readonly [number, number] {
  return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
}

/** The place nearest to `now` from which a window of this length sees all between two edges. */
export function nearest(now: number, from: number, to: number, length: number): number {
  const least = to - length / 2;
  const most = from + length / 2;
  // Half a pixel of rounding must not make it wander.
  if (least > most + 1e-6) return (from + to) / 2;
  return Math.min(Math.max(now, least), most);
}
