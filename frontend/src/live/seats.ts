/** The seats of a table and their names, from the reader's viewpoint. */

import type { Now, SeatView, TableView, You } from "../api/types";
import { botName } from "../words/bots";
import { guestName } from "../words/guests";
import { t } from "../words/translate.svelte";

/** Return the name of a seat; bots, and people without a name, have one in every language. */
export function seatName(seat: Pick<SeatView, "kind" | "bot" | "name">): string {
  if (seat.kind === "bot") return botName(seat.bot, seat.name);
  return guestName(seat.name) ?? seat.name;
}

export function nameAt(now: Now, seat: number): string {
  const found = now.seats[seat];
  return found === undefined ? "" : seatName(found);
}

/**
 * Return the reader's only seat, which sentences call “you”. Null for spectators, and for people who share
 * a device: there “you” could be anybody.
 */
export function onlySeat(you: Pick<You, "seats"> | null | undefined): number | null {
  return you?.seats.length === 1 ? (you.seats[0] ?? null) : null;
}

/** Return the name of a seat in lists: “You” for a reader who has not given a name. */
export function labelAt(now: Now, seat: number, me: number | null): string {
  const found = now.seats[seat];
  if (found === undefined) return "";
  return seat === me && guestName(found.name) !== undefined ? t("You") : seatName(found);
}

/** Return whether a seat is a person who is still in the game. */
export function playing(seat: SeatView): boolean {
  return seat.kind !== "bot" && seat.taken && seat.out === null;
}

/** Return the own seats that are still in the game. */
export function ownPlaying(view: Pick<TableView, "now" | "you">): readonly number[] {
  return view.you.seats.filter((seat) => {
    const found = view.now.seats[seat];
    return found !== undefined && playing(found);
  });
}

/** Return the time a seat has left, by the server's clock; null without a clock. */
export function timeLeft(now: Now, seat: number, serverTime: number): number | null {
  if (seat === now.turn && now.deadline !== null) return Math.max(0, now.deadline - serverTime);
  return now.seats[seat]?.left_ms ?? null;
}

/** Return whether several people share this device, so that hands must be hidden between turns. */
export function shared(now: Now, you: You): boolean {
  return you.seats.filter((seat) => now.seats[seat]?.out === null).length > 1;
}
