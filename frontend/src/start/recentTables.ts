/** The tables of this device, to continue: stored on it, in an order that only playing changes. */

import type { Phase, TableView } from "../api/types";

export interface RecentTable {
  readonly id: string;
  /** When it was last played or opened, in milliseconds since 1970. */
  readonly at: number;
  readonly phase: Phase;
  readonly game: string;
  /** The names of the other players. */
  readonly names: readonly string[];
  /** Whether it was this device's turn when it was last seen. */
  readonly yours?: boolean;
  /** Whether its reader removed it from the list. The seat is still theirs, so it is not forgotten. */
  readonly removed?: boolean;
}

const KEY = "qwirkle.tables";
const MOST = 24;
const DAY = 24 * 3_600_000;
/** Results are kept for a week; a game that nobody continues, for two months. */
const ENDED_LIFE = 7 * DAY;
const LIFE = 60 * DAY;

/** Return all tables: those where it is this device's turn, then running ones, then the rest. */
export function recentTables(now = Date.now()): readonly RecentTable[] {
  return inOrder(
    read().filter((table) => now - table.at < (table.phase === "ended" ? ENDED_LIFE : LIFE)),
  );
}

/** Store the current state of a table that this device sits at. `at` is when it was last played. */
export function rememberTable(view: TableView, at = Date.now()): void {
  const { now, you } = view;
  if (you.seats.length === 0 && !you.host) return;
  const before = read();
  const known = before.find((table) => table.id === view.table);
  const kept: RecentTable = {
    id: view.table,
    // Opening a result again does not make it newer.
    at: known?.phase === "ended" ? known.at : at,
    phase: now.phase,
    game: view.edition.game,
    names: now.seats.filter((_, seat) => !you.seats.includes(seat)).map((seat) => seat.name),
    yours: now.turn !== null && you.seats.includes(now.turn),
    ...(known?.removed && known.at === at ? { removed: true } : {}),
  };
  const others = before.filter((table) => table.id !== view.table);
  // If there are too many, old results go first: they hold no seat.
  const worth = [kept, ...others].sort(
    (a, b) => Number(a.phase === "ended") - Number(b.phase === "ended") || b.at - a.at,
  );
  write(worth.slice(0, MOST));
}

/** Remove a table from the list, or put it back. */
export function removeTable(id: string, removed = true): void {
  write(read().map((table) => (table.id === id ? { ...table, removed } : table)));
}

/** Forget a table that no longer exists. */
export function forgetTable(id: string): void {
  write(read().filter((table) => table.id !== id));
}

const PLACES: Readonly<Record<Phase, number>> = { playing: 1, lobby: 2, ended: 3 };

function inOrder(tables: readonly RecentTable[]): readonly RecentTable[] {
  const place = ({ phase, yours }: RecentTable) => (yours ? 0 : PLACES[phase]);
  return [...tables].sort((a, b) => place(a) - place(b) || b.at - a.at || (a.id < b.id ? -1 : 1));
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
    typeof stored?.id === "string" &&
    typeof stored.at === "number" &&
    Array.isArray(stored.names) &&
    stored.phase !== undefined &&
    stored.phase in PLACES
  );
}
