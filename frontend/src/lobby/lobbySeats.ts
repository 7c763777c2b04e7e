/** The possible actions for a seat before the game. */

import type { SeatView } from "../api/types";

/** Return whether a seat is free. */
export function free(seat: SeatView): boolean {
  return seat.kind !== "bot" && !seat.taken;
}

/** Return the seats that would keep the game from starting. */
export function emptySeats(seats: readonly SeatView[]): readonly number[] {
  return seats.flatMap((seat, at) =>
    seat.kind === "person" && (!seat.taken || seat.reserved) ? [at] : [],
  );
}

/** Return the seats that only a bot can fill before the game starts: nobody has come, and none is reserved. */
export function fillable(seats: readonly SeatView[]): readonly number[] {
  return seats.flatMap((seat, at) => (seat.kind === "person" && !seat.taken ? [at] : []));
}

/** Return the seats that are reserved for this device from an earlier table. */
export function keptForMe(seats: readonly SeatView[], own: readonly number[]): readonly number[] {
  return own.filter((seat) => seats[seat]?.reserved);
}
