/**
 * The stage that shows events of a table in place: flights, lights, and their durations. Each
 * family of games adds its own turns; resignations and the end of a game look alike in both.
 */

import type { EventView } from "../../api/types";
import type { Beat, Stage } from "../../live/story.svelte";
import { APART, FLIGHT, Flights, type Place } from "./flights.svelte";
import { pace } from "./pace";

/** The shortest time for an event, and the time for the end of a game, at the normal pace. */
const BEAT = 700;
const FINALE = 2600;
/** Endings that are not celebrated. */
const QUIET_ENDS: ReadonlySet<string> = new Set(["closed", "never-started", "agreed"]);

export class GameStage implements Stage {
  readonly flights = new Flights();
  /** The end of the game, while it is celebrated at the table. */
  finale = $state.raw<EventView | null>(null);
  /** Points that are still on their way to the score of a seat. */
  pending = $state.raw<{ readonly seat: number; readonly points: number } | null>(null);

  #timers: ReturnType<typeof setTimeout>[] = [];

  perform(beat: Beat): number {
    const { event } = beat.event;
    this.#forgetTimers();
    this.pending = null;
    if (event.event === "turn-played") return Math.max(BEAT, this.turn(beat)) * pace();
    if (event.event === "seat-out" || event.event === "turns-taken-back") return BEAT * pace();
    if (event.event !== "table-ended" || QUIET_ENDS.has(event.how)) return 0;
    this.finale = beat.event;
    return FINALE * pace();
  }

  stop(): void {
    this.#forgetTimers();
    this.flights.land();
    this.pending = null;
    this.finale = null;
  }

  /** Show a turn; return how long it takes at the normal pace. */
  protected turn(_: Beat): number {
    return 0;
  }

  /** Run an action after this many milliseconds at the normal pace, or immediately if the reader is in a hurry. */
  protected after(milliseconds: number, action: () => void): void {
    this.#timers.push(setTimeout(action, milliseconds * pace()));
  }

  /** Let backs fly from one place to another, one after the other. */
  protected backs(count: number, from: string, to: string): void {
    for (let number = 0; number < count; number++)
      this.flights.fly({
        picture: "back",
        from,
        to,
        delay: (number * APART) / 2,
        size: [24, 24],
      });
  }

  /** Let points fly from their origin to the score of a seat, which includes them when they arrive. */
  protected points(points: number, seat: number, from: () => Place | null, at: number): void {
    const others = this.pending?.seat === seat ? this.pending.points : 0;
    this.pending = { seat, points: points + others };
    this.after(at, () => {
      const place = from();
      const picture = { words: `+${points}` };
      if (place !== null)
        this.flights.fly({ picture, from: place, to: `score-${seat}`, size: [30, 26] });
    });
    this.after(at + FLIGHT, () => {
      const left = (this.pending?.points ?? 0) - points;
      this.pending = left > 0 ? { seat, points: left } : null;
    });
  }

  #forgetTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
  }
}
