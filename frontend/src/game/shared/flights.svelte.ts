/**
 * Things that fly across the page: tiles from a plate to their cells, backs into the bag, points
 * into a score. One `Flights` serves a table; `<FlightLayer {flights} />` draws them above it.
 *
 *     const flights = new Flights();
 *     flights.fly({ picture: { tile: "Ro" }, from: "seat-1", to: box, delay: 120 });
 *     flights.fly({ picture: "back", from: "seat-1", to: "bag" });
 *     flights.fly({ picture: { words: "+6" }, from: box, to: "score-1" });
 *     flights.land(); // somebody is in a hurry: nothing flies any more
 *
 * A place is a box in pixels of the window, an element, or the name that an element has in its
 * `data-place`: `seat-0` is the face of a player, `score-0` their points, `bag` what is drawn from.
 * Call `fly` after the page shows the new state (`await tick()`). What has landed must be drawn by
 * the page itself: `fly` returns after how many milliseconds it lands, so that the page can hide
 * it until then. That is 0 when nothing flies, because motion is off or a place is not there.
 */

import type { TileCode } from "../../api/types";
import { pace } from "./pace";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type Place = Box | Element | string;

export type Picture =
  | "back"
  | "star"
  | { readonly tile: TileCode; readonly card?: boolean }
  | { readonly words: string };

export interface Flight {
  readonly picture: Picture;
  readonly from: Place;
  readonly to: Place;
  /** Milliseconds until it leaves, at the normal pace. */
  readonly delay?: number;
  /** How wide it is in pixels when it leaves and when it lands; as wide as the places, unless given. */
  readonly size?: readonly [number, number];
}

/** A flight on its way, in pixels and milliseconds. */
export interface Airborne {
  readonly id: number;
  readonly picture: Picture;
  readonly from: Spot;
  readonly to: Spot;
  readonly delay: number;
  readonly lasts: number;
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** How long a flight lasts, and how long after the one before it the next leaves. */
export const FLIGHT = 280;
export const APART = 120;

export class Flights {
  airborne = $state.raw<readonly Airborne[]>([]);
  #last = 0;

  /** Let something fly; returns after how many milliseconds it lands. */
  fly({ picture, from, to, delay = 0, size }: Flight): number {
    const factor = pace();
    const start = boxOf(from);
    const end = boxOf(to);
    if (factor === 0 || start === null || end === null) return 0;
    this.#last += 1;
    const flight: Airborne = {
      id: this.#last,
      picture,
      from: middleOf(start, size?.[0]),
      to: middleOf(end, size?.[1]),
      delay: delay * factor,
      lasts: FLIGHT * factor,
    };
    this.airborne = [...this.airborne, flight];
    return flight.delay + flight.lasts;
  }

  /** One flight has landed. */
  landed(id: number): void {
    this.airborne = this.airborne.filter((flight) => flight.id !== id);
  }

  /** Everything lands at once. */
  land(): void {
    if (this.airborne.length > 0) this.airborne = [];
  }
}

/** Where a place is on the page; null if it is not shown. */
export function boxOf(place: Place): Box | null {
  const found =
    typeof place === "string" ? document.querySelector(`[data-place="${place}"]`) : place;
  if (!(found instanceof Element)) return found;
  const box = found.getBoundingClientRect();
  return box.width === 0 && box.height === 0 ? null : box;
}

function middleOf({ left, top, width, height }: Box, size = Math.min(width, height)): Spot {
  return { x: left + width / 2, y: top + height / 2, size };
}
