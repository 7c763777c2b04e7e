/** Fingers, mouse and wheel on the table: pan, pinch, wheel, tap. The board gives them their meaning. */

import type { Attachment } from "svelte/attachments";

export interface Gestures {
  pan(dx: number, dy: number): void;
  zoom(factor: number, left: number, top: number): void;
  /** Handle a tap; return whether it had an effect. Two without one at the same place are a jump. */
  tap(left: number, top: number): boolean;
  /** Handle a double tap. */
  jump(left: number, top: number): void;
  /** Handle a mouse movement. */
  hover(left: number, top: number): void;
  /** Return whether the reader picks something up there: then the table does not move. */
  grab(left: number, top: number, event: PointerEvent): boolean;
}

interface Point {
  readonly left: number;
  readonly top: number;
}

/** The distance beyond which it is no longer a tap. */
export const SLIP = 7;
/** Two taps within this many milliseconds and pixels are a double tap. */
const QUICK = 350;
const CLOSE = 28;

/**
 * Does nothing, but makes the table clickable: browsers snap a touch beside clickable things to the
 * nearest one, which would be a button above the table.
 */
const KEEP = (): void => {};

export function gestures(board: Gestures): Attachment<HTMLElement> {
  return (node) => {
    const fingers = new Map<number, Point>();
    let began: Point | null = null;
    /** A tap that had no effect. */
    let idle: (Point & { readonly at: number }) | null = null;

    const pointOf = (event: MouseEvent): Point => {
      const box = node.getBoundingClientRect();
      return { left: event.clientX - box.left, top: event.clientY - box.top };
    };

    const down = (event: PointerEvent): void => {
      if (event.button > 1 || (event.target as Element).closest("button, a") !== null) return;
      const point = pointOf(event);
      if (fingers.size === 0 && event.button === 0 && board.grab(point.left, point.top, event))
        return;
      node.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, point);
      began = fingers.size === 1 ? point : null;
    };

    const move = (event: PointerEvent): void => {
      const before = fingers.get(event.pointerId);
      const point = pointOf(event);
      if (before === undefined) {
        if (event.pointerType === "mouse") board.hover(point.left, point.top);
        return;
      }
      if (began !== null) {
        if (Math.hypot(point.left - began.left, point.top - began.top) < SLIP) return;
        began = null;
      }
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
      fingers.set(event.pointerId, point);
      if (other === undefined) {
        board.pan(point.left - before.left, point.top - before.top);
        return;
      }
      const apart = (finger: Point) =>
        Math.max(1, Math.hypot(finger.left - other.left, finger.top - other.top));
      const halfway = (finger: Point) => [
        (finger.left + other.left) / 2,
        (finger.top + other.top) / 2,
      ];
      const [left = 0, top = 0] = halfway(point);
      const [wasLeft = 0, wasTop = 0] = halfway(before);
      board.pan(left - wasLeft, top - wasTop);
      board.zoom(apart(point) / apart(before), left, top);
    };

    const up = (event: PointerEvent): void => {
      if (!fingers.delete(event.pointerId)) return;
      if (event.type === "pointerup" && began !== null) {
        tapped(pointOf(event), event.timeStamp);
      }
      began = null;
    };

    const tapped = ({ left, top }: Point, at: number): void => {
      const again =
        idle !== null &&
        at - idle.at < QUICK &&
        Math.hypot(left - idle.left, top - idle.top) < CLOSE;
      idle = null;
      if (board.tap(left, top)) return;
      if (again) board.jump(left, top);
      else idle = { left, top, at };
    };

    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { left, top } = pointOf(event);
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1;
      if (!event.ctrlKey && Math.abs(event.deltaX) > Math.abs(event.deltaY))
        board.pan(-event.deltaX * unit, -event.deltaY * unit);
      else board.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002)), left, top);
    };

    node.addEventListener("click", KEEP);
    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", up);
    node.addEventListener("wheel", wheel, { passive: false });
    return () => {
      node.removeEventListener("click", KEEP);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", up);
      node.removeEventListener("wheel", wheel);
    };
  };
}
