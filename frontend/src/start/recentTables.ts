/** The tables of this device, to go on with: stored on it, the last one first. */

import type { Phase, TableView } from "../api/types";

export interface RecentTable {
  readonly id: string;
  /** When it was seen last, in milliseconds since 1970. */
  readonly at: number;
  readonly phase: Phase;
  readonly game: string;
  /** The names of the other players. */
  readonly names: readonly string[];
}

const KEY = "qwirkle.tables";
const MOST = 12;
const DAY = 24 * 3_600_000;
/** A result is worth another look for a day; a game that nobody goes on with for two months is not. */
const ENDED_LIFE = DAY;
const LIFE = 60 * DAY;

export function recentTables(now = Date.now()): readonly RecentTable[] {
  return read().filter((table) => now - table.at < (table.phase === "ended" ? ENDED_LIFE : LIFE));
}

/** Keep a table that this device sits at, as it is now. */
export function rememberTable(view: TableView, now = Date.now()): void {
  if (view.you.seats.length === 0 && !view.you.host) return;
  const before = read();
  const known = before.find((table) => table.id === view.table);
  const kept: RecentTable = {
    id: view.table,
    // Looking at a result again does not make it newer.
    at: known?.phase === "ended" ? known.at : now,
    phase: view.now.phase,
    game: view.edition.game,
    names: view.now.seats
      .filter((_, seat) => !view.you.seats.includes(seat))
      .map((seat) => seat.name),
  };
  write([kept, ...before.filter((table) => table.id !== view.table)].slice(0, MOST));
}

export function forgetTable(id: string): void {
  write(read().filter((table) => table.id !== id));
}

function read(): readonly RecentTable[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isRecent) : [];
  } catch {
    return [];
  }
}

function write(tables: readonly RecentTable[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
  } catch {
    // Private windows may refuse: then the link is the only way back.
  }
}

function isRecent(stored: Partial<RecentTable> | null): stored is RecentTable {
  return (
    typeof stored?.id === "string" && typeof stored.at === "number" && Array.isArray(stored.names)
  );
}
