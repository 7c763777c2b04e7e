/** The people this device has played with, and the last table with them. */

import type { SeatView, TableView } from "../api/types";
import { seatName } from "../live/seats";

export type Face = SeatView["face"];

export interface Companions {
  readonly names: readonly string[];
  /** The animals they had chosen, in the same order. */
  readonly faces: readonly Face[];
  /** The last table with them that has ended, from which they can be invited again. */
  readonly table: string;
  readonly at: number;
}

const KEY = "qwirkle.companions";
const MOST = 20;

/** Return the people this device has played with, the latest first. */
export function companions(): readonly Companions[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    if (!Array.isArray(stored)) return [];
    return stored.filter(isCompanions).map((known) => ({ ...known, faces: known.faces ?? [] }));
  } catch {
    return [];
  }
}

/** Store the other people at a table whose game is over. */
export function noteCompanions({ table, now, you, game }: TableView): void {
  if (now.ended === null || game === null || you.seats.length === 0) return;
  const others = now.seats.filter(
    (seat, at) => seat.kind !== "bot" && seat.taken && !you.seats.includes(at),
  );
  const names = others.map(seatName);
  const faces = others.map(({ face }) => face);
  const before = companions();
  const key = keyOf(names);
  const known = before.find((earlier) => keyOf(earlier.names) === key);
  if (names.length === 0 || (known !== undefined && known.at >= now.ended.at)) return;
  const kept = [
    { names, faces, table, at: now.ended.at },
    ...before.filter((other) => other !== known),
  ];
  write(kept.sort((a, b) => b.at - a.at).slice(0, MOST));
}

/** Forget people, for instance because their table is gone. */
export function forgetCompanions(table: string): void {
  write(companions().filter((known) => known.table !== table));
}

/** Return the key of a group of people: nothing else tells guests apart on a device. */
export function keyOf(names: readonly string[]): string {
  return [...names].sort().join("\n");
}

function write(kept: readonly Companions[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A private window: nobody is remembered.
  }
}

function isCompanions(stored: Partial<Companions> | null): stored is Companions {
  return (
    typeof stored?.table === "string" &&
    typeof stored.at === "number" &&
    Array.isArray(stored.names) &&
    stored.names.every((name) => typeof name === "string") &&
    (stored.faces === undefined || Array.isArray(stored.faces))
  );
}
