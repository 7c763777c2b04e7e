/** What can be done with a seat before the game. */

import type { SeatView } from "../api/types";

/** Whether a seat is free. */
export function free(seat: SeatView): boolean {
  return seat.kind !== "bot" && !seat.taken;
}

/** Seats that would keep the game from starting. */
export function emptySeats(seats: readonly SeatView[]): readonly number[] {
  return seats.flatMap((seat, at) =>
    seat.kind === "person" && (!seat.taken || seat.reserved) ? [at] : [],
  );
}

/** Seats that only a bot can fill before the game starts: nobody has come, and none is reserved. */
export function fillable(seats: readonly SeatView[]): readonly number[] {
  return seats.flatMap((seat, at) => (seat.kind === "person" && !seat.taken ? [at] : []));
}

/** Seats that are reserved for this device from an earlier table. */
export function keptForMe(seats: readonly SeatView[], own: readonly number[]): readonly number[] {
  return own.filter((seat) => seats[seat]?.reserved);
}
