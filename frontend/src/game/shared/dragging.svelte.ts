/** A piece under a pointer, from the moment it is picked up until it is dropped. */

import { SLIP } from "../../board/gestures";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The source and target of a drag: tiles to cells, cards to sets. Points are pixels of the page. */
export interface DropTarget<Item, Place> {
  /**
   * Return the place the item would go to if it were dropped now; null for none.
   * @param pointer the position of the finger or mouse
   * @param picture the position of the item's picture, which a finger must not hide
   */
  placeUnder(item: Item, pointer: Point, picture: Point): Place | null;
  lift?(item: Item): void;
  /** Called when it is above another place than before. */
  snapped?(place: Place): void;
  drop(item: Item, place: Place | null): void;
  /** Return the size of the picture in pixels. */
  size(): number;
  /** Whether the picture floats above a finger. */
  readonly floats?: boolean;
  readonly surface?: Surface<Place>;
}

/** A table that scrolls when something is held at its edge. */
export interface Surface<Place> {
  /** Return whether a place is on it. */
  has(place: Place): boolean;
  /** Scroll towards an edge near the point; return whether it scrolled. */
  nudge(picture: Point): boolean;
}

/** How long an item is held before the table scrolls, in ms: passing by is not holding. */
const PATIENCE = 350;
/** How long a finger rests on an item before it drags it, in ms, where it may mean to scroll. */
const HOLD = 200;

export class Dragging<Item, Place> {
  item = $state.raw<Item | null>(null);
  /** The position of its picture. */
  x = $state(0);
  y = $state(0);
  size = $state(48);
  /** The place it would go to now. */
  place = $state.raw<Place | null>(null);

  #pointer: Point = { x: 0, y: 0 };
  #stop: (() => void) | null = null;
  #heldSince: number | null = null;

  constructor(readonly target: DropTarget<Item, Place>) {}

  /**
   * Watch a pointer that went down on an item: it is a drag once it moves, and a tap if it never does.
   * @param scrolls whether a finger that moves up or down scrolls instead: then a drag begins
   *   sideways, or after a short hold
   */
  watch(event: PointerEvent, item: Item, tap?: () => void, scrolls = false): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.cancel();
    const { pointerId, clientX, clientY } = event;
    const touch = event.pointerType === "touch";
    const floats = this.target.floats === true && touch;
    const holding =
      touch && scrolls
        ? setTimeout(() => {
            this.#begin(item);
            this.#moveTo(item, clientX, clientY, floats);
          }, HOLD)
        : undefined;

    const move = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      if (this.item === null) {
        const [dx, dy] = [Math.abs(now.clientX - clientX), Math.abs(now.clientY - clientY)];
        if (Math.hypot(dx, dy) < SLIP) return;
        if (holding !== undefined && dy > dx) {
          this.cancel();
          return;
        }
        clearTimeout(holding);
        this.#begin(item);
      }
      now.preventDefault();
      this.#moveTo(item, now.clientX, now.clientY, floats);
    };
    // A drag must not scroll the page as well.
    const keepStill = (now: TouchEvent): void => {
      if (this.item !== null && now.cancelable) now.preventDefault();
    };
    const end = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      const dragged = this.item !== null;
      const place = now.type === "pointerup" ? this.place : null;
      this.cancel();
      if (dragged) {
        swallowClick();
        this.target.drop(item, place);
      } else if (now.type === "pointerup") tap?.();
    };
    const press = (now: KeyboardEvent): void => {
      if (now.key !== "Escape" || this.item === null) return;
      // Only the drag is cancelled, not the draft, which Escape otherwise takes back.
      now.stopImmediatePropagation();
      this.cancel();
    };
    addEventListener("pointermove", move, { passive: false });
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    addEventListener("keydown", press, { capture: true });
    if (holding !== undefined) addEventListener("touchmove", keepStill, { passive: false });
    this.#stop = () => {
      clearTimeout(holding);
      removeEventListener("touchmove", keepStill);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      removeEventListener("keydown", press, { capture: true });
    };
  }

  /** End the drag without dropping anything. */
  cancel(): void {
    this.#stop?.();
    this.#stop = null;
    this.item = null;
    this.place = null;
  }

  #begin(item: Item): void {
    this.item = item;
    this.size = this.target.size();
    this.#heldSince = null;
    this.target.lift?.(item);
    if (this.target.surface !== undefined) requestAnimationFrame(this.#hold);
  }

  #moveTo(item: Item, x: number, y: number, floats: boolean): void {
    this.#pointer = { x, y };
    this.x = x;
    this.y = y - (floats ? 0.9 * this.size : 0);
    this.#aim(item);
  }

  #aim(item: Item): void {
    const place = this.target.placeUnder(item, this.#pointer, { x: this.x, y: this.y });
    if (JSON.stringify(place) === JSON.stringify(this.place)) return;
    this.place = place;
    if (place !== null) this.target.snapped?.(place);
  }

  /** Scroll the table, frame by frame, while an item is held at the edge. */
  readonly #hold = (now: number): void => {
    const { item, place } = this;
    const { surface } = this.target;
    if (item === null || surface === undefined) return;
    requestAnimationFrame(this.#hold);
    if (place === null || !surface.has(place)) this.#heldSince = null;
    else if (this.#heldSince === null) this.#heldSince = now;
    else if (now - this.#heldSince > PATIENCE) {
      if (surface.nudge({ x: this.x, y: this.y })) this.#aim(item);
      else this.#heldSince = now;
    }
  };
}

/** Suppress the click that ends a drag. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}
