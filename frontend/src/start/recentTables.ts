/** The tables of this device, to go on with: stored on it, in an order that only playing changes. */

import type { Phase, TableView } from "../api/types";

export interface RecentTable {
  readonly id: string;
  /** When it was played or looked at last, in milliseconds since 1970. */
  readonly at: number;
  readonly phase: Phase;
  readonly game: string;
  /** The names of the other players. */
  readonly names: readonly string[];
  /** Whether it was this device's turn when it was seen last. */
  readonly yours?: boolean;
  /** Taken from the list by its reader. The seat is still theirs, so it is not forgotten. */
  readonly removed?: boolean;
}

const KEY = "qwirkle.tables";
const MOST = 24;
const DAY = 24 * 3_600_000;
/** A result is worth another look for a week; a game that nobody continues for two months is not. */
const ENDED_LIFE = 7 * DAY;
const LIFE = 60 * DAY;

/** All of them: those where it is this device's turn, then what is running, then the rest. */
export function recentTables(now = Date.now()): readonly RecentTable[] {
  return inOrder(
    read().filter((table) => now - table.at < (table.phase === "ended" ? ENDED_LIFE : LIFE)),
  );
}

/** Keep a table that this device sits at, as it is now. `at` is when it was played last. */
export function rememberTable(view: TableView, at = Date.now()): void {
  const { now, you } = view;
  if (you.seats.length === 0 && !you.host) return;
  const before = read();
  const known = before.find((table) => table.id === view.table);
  const kept: RecentTable = {
    id: view.table,
    // Looking at a result again does not make it newer.
    at: known?.phase === "ended" ? known.at : at,
    phase: now.phase,
    game: view.edition.game,
    names: now.seats.filter((_, seat) => !you.seats.includes(seat)).map((seat) => seat.name),
    yours: now.turn !== null && you.seats.includes(now.turn),
    ...(known?.removed && known.at === at ? { removed: true } : {}),
  };
  const others = before.filter((table) => table.id !== view.table);
  // Where there are too many, old results go first: they hold no seat.
  const worth = [kept, ...others].sort(
    (a, b) => Number(a.phase === "ended") - Number(b.phase === "ended") || b.at - a.at,
  );
  write(worth.slice(0, MOST));
}

/** Take a table from the list, or put it back. */
export function removeTable(id: string, removed = true): void {
  write(read().map((table) => (table.id === id ? { ...table, removed } : table)));
}

/** Forget a table that is not there any more. */
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
