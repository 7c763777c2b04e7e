/**
 * Things that fly across the page: tiles from a plate to their cells, backs into the bag, points
 * into a score. One `Flights` serves a table; `<FlightLayer {flights} />` draws them above it.
 *     const flights = new Flights();
 *     flights.fly({ picture: { tile: "Ro" }, from: "seat-1", to: box, delay: 120 });
 *     flights.fly({ picture: "back", from: "seat-1", to: "bag" });
 *     flights.fly({ picture: { words: "+6" }, from: box, to: "score-1" });
 *     flights.land(); // the reader is in a hurry: all flights end
 * A place is a box in pixels of the window, an element, or the name that an element has in its
 * `data-place`: `seat-0` is the face of a player, `score-0` their points, `bag` the supply.
 * Call `fly` after the page shows the new state (`await tick()`). The page itself draws what has
 * landed, and hides it until `onland` is called: on landing, when the reader is in a hurry, and
 * immediately if nothing flies, because motion is off or a place is not on the page.
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
  /** Milliseconds until it departs, at the normal pace. */
  readonly delay?: number;
  /** Its width in pixels at departure and on landing; that of the places, unless given. */
  readonly size?: readonly [number, number];
  /** Called when it has arrived: the page shows it from now on. */
  readonly onland?: () => void;
}

/** A flight in progress, in pixels and milliseconds. */
export interface Airborne {
  readonly id: number;
  readonly picture: Picture;
  readonly from: Spot;
  readonly to: Spot;
  readonly delay: number;
  readonly lasts: number;
  readonly group: number;
  readonly onland: (() => void) | undefined;
}

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** The duration of a flight, and the interval between two departures. */
export const FLIGHT = 280;
export const APART = 120;
/** The part of it in which the browser draws the picture and its layer, before anything moves. */
const DRAWING = 40;

export class Flights {
  airborne = $state.raw<readonly Airborne[]>([]);
  #last = 0;
  #arrived = new Set<number>();

  /** Start a flight. */
  fly(flight: Flight): void {
    this.flyTogether([flight]);
  }

  /**
   * Start several flights that land together: those that have arrived wait for the last one. Drawing a
   * full table takes longer than a frame, and should not happen during a flight.
   */
  flyTogether(flights: readonly Flight[]): void {
    const group = this.#last + 1;
    for (const flight of flights) this.#leave(flight, group);
  }

  #leave({ picture, from, to, delay = 0, size, onland }: Flight, group: number): void {
    const factor = pace();
    const start = boxOf(from);
    const end = boxOf(to);
    if (factor === 0 || start === null || end === null) {
      onland?.();
      return;
    }
    this.#last += 1;
    const flight: Airborne = {
      id: this.#last,
      picture,
      from: middleOf(start, size?.[0]),
      to: middleOf(end, size?.[1]),
      delay: delay * factor + DRAWING,
      lasts: FLIGHT * factor - DRAWING,
      group,
      onland,
    };
    this.airborne = [...this.airborne, flight];
  }

  /** Note that a flight has arrived; it lands with the last one of its group. */
  arrived(id: number): void {
    this.#arrived.add(id);
    const flight = this.airborne.find((other) => other.id === id);
    const together = this.airborne.filter((other) => other.group === flight?.group);
    if (together.every((other) => this.#arrived.has(other.id))) this.#land(together);
  }

  /** Land everything immediately. */
  land(): void {
    this.#land(this.airborne);
  }

  #land(flights: readonly Airborne[]): void {
    if (flights.length === 0) return;
    this.airborne = this.airborne.filter((other) => !flights.includes(other));
    for (const { id, onland } of flights) {
      this.#arrived.delete(id);
      onland?.();
    }
  }
}

/** Return the box of a place on the page; null if it is not shown. */
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
