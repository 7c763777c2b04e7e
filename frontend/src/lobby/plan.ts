/** A table that is being planned: its seats and its clock. */

import type { Clock, SeatPlan } from "../api/types";
import type { AvatarCode } from "../ui/people";
import { spelled } from "../words/durations";
import { t } from "../words/translate.svelte";

/** `here`: with a name, on this device. `person`: comes by the invitation. `open`: or else a bot. */
export interface SeatDraft {
  who: string;
  name: string;
}

/** Return the seats in the form of a request; `face` is the animal of the first person here. */
export function planned(seats: readonly SeatDraft[], face: AvatarCode | "" = ""): SeatPlan[] {
  return seats.map(({ who, name }, at) => {
    if (who === "here") {
      const person = { kind: "person", name: name.trim() } as const;
      return at === 0 && face !== "" ? { ...person, face } : person;
    }
    if (who === "person" || who === "open") return { kind: who };
    return { kind: "bot", bot: who };
  });
}

/** Return whether somebody is still expected, by the invitation. */
export function awaited(seats: readonly SeatDraft[]): boolean {
  return seats.some(({ who }) => who === "person" || who === "open");
}

/** Return the first seat on this device that has no name. */
export function nameless(seats: readonly SeatDraft[]): number {
  return seats.findIndex(({ who, name }) => who === "here" && name.trim() === "");
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const TURN_CLOCKS: readonly Clock[] = [
  30 * SECOND,
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  DAY,
  3 * DAY,
].map((ms) => ({ per: "turn", ms }));

export const GAME_CLOCKS: readonly Clock[] = [
  { per: "game", ms: 5 * MINUTE, added_ms: 5 * SECOND },
  { per: "game", ms: 10 * MINUTE, added_ms: 10 * SECOND },
  { per: "game", ms: 30 * MINUTE },
];

export const PATIENCE: readonly number[] = [5 * MINUTE, 10 * MINUTE, HOUR, DAY, 7 * DAY];

export function clockName(clock: Clock | null): string {
  if (clock === null) return t("No clock");
  const time = spelled(clock.ms);
  if (clock.per === "turn") return t("{time} per turn", { time });
  if (!clock.added_ms) return t("{time} for the game", { time });
  return t("{time} for the game, plus {more} per turn", {
    time,
    more: spelled(clock.added_ms),
  });
}
