/**
 * The corners of a board, which can be moved: elements marked with `data-corner`, in a sheet over the
 * picture. Handlers are Svelte's, as an element with the focus may be removed during rendering.
 */

import { on } from "svelte/events";
import type { Point } from "./seen";

interface Corners {
  /** Return the place of a corner, as fractions of the picture. */
  at(corner: number): Point | null;
  move(corner: number, point: Point): void;
  /** Note the corner that is held, or that none is any more. */
  hold(corner: number | null): void;
}

/** The step of an arrow key, as a fraction of the picture; with Shift it is larger. */
const STEP = 0.005;
const STRIDE = 0.05;
const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function movingCorners(corners: Corners): (sheet: HTMLElement) => () => void {
  return (sheet) => {
    let held: { readonly corner: number; readonly pointer: number; readonly off: Point } | null =
      null;

    const shareOf = ({ clientX, clientY }: PointerEvent): Point => {
      const box = sheet.getBoundingClientRect();
      return [(clientX - box.left) / box.width, (clientY - box.top) / box.height];
    };
    const press = (event: PointerEvent): void => {
      const corner = cornerOf(event);
      const place = corner === null ? null : corners.at(corner);
      if (corner === null || place === null) return;
      const [x, y] = shareOf(event);
      // It stays under the finger where it was touched.
      held = { corner, pointer: event.pointerId, off: [place[0] - x, place[1] - y] };
      sheet.setPointerCapture(event.pointerId);
      corners.hold(corner);
    };
    const move = (event: PointerEvent): void => {
      if (held === null || event.pointerId !== held.pointer) return;
      const [x, y] = shareOf(event);
      corners.move(held.corner, [x + held.off[0], y + held.off[1]]);
    };
    const release = (event: PointerEvent): void => {
      if (held === null || event.pointerId !== held.pointer) return;
      held = null;
      corners.hold(null);
    };
    const type = (event: KeyboardEvent): void => {
      const corner = cornerOf(event);
      const way = WAYS[event.key];
      const place = corner === null ? null : corners.at(corner);
      if (corner === null || place === null || way === undefined) return;
      event.preventDefault();
      const far = event.shiftKey ? STRIDE : STEP;
      corners.move(corner, [place[0] + way[0] * far, place[1] + way[1] * far]);
      corners.hold(corner);
    };
    const leave = (): void => {
      if (held === null) corners.hold(null);
    };

    const stops = [
      on(sheet, "pointerdown", press),
      on(sheet, "pointermove", move),
      on(sheet, "pointerup", release),
      on(sheet, "pointercancel", release),
      on(sheet, "keydown", type),
      on(sheet, "focusout", leave),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
}

function cornerOf({ target }: Event): number | null {
  const mark = target instanceof Element ? target.closest("[data-corner]") : null;
  return mark === null ? null : Number(mark.getAttribute("data-corner"));
}
