/** The tables of this device, to be continued: kept on it, the last one first. */

import type { Phase, TableView } from "../api/types";

export interface KeptTable {
  readonly id: string;
  /** When it was seen last, in milliseconds since 1970. */
  readonly at: number;
  readonly phase: Phase;
  readonly game: string;
  /** Who else sits there, as the table calls them. */
  readonly names: readonly string[];
}

const KEY = "qwirkle.tables";
const MOST = 12;
const DAY = 24 * 3_600_000;
/** A result is worth another look for a day; a game that nobody goes on with for two months is not. */
const ENDED_LIFE = DAY;
const LIFE = 60 * DAY;

export function keptTables(now = Date.now()): readonly KeptTable[] {
  return read().filter((one) => now - one.at < (one.phase === "ended" ? ENDED_LIFE : LIFE));
}

/** Keep a table that this device sits at, as it is now. */
export function keep(view: TableView, now = Date.now()): void {
  if (view.you.seats.length === 0 && !view.you.host) return;
  const before = read();
  const known = before.find((one) => one.id === view.table);
  const kept: KeptTable = {
    id: view.table,
    // Looking at a result again does not make it newer.
    at: known?.phase === "ended" ? known.at : now,
    phase: view.now.phase,
    game: view.edition.game,
    names: view.now.seats
      .filter((_, seat) => !view.you.seats.includes(seat))
      .map((seat) => seat.name),
  };
  write([kept, ...before.filter((one) => one.id !== view.table)].slice(0, MOST));
}

export function forget(id: string): void {
  write(read().filter((one) => one.id !== id));
}

function read(): readonly KeptTable[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function write(tables: readonly KeptTable[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables));
  } catch {
    // Private windows may refuse: then the link is the only way back.
  }
}

function isKept(one: Partial<KeptTable> | null): one is KeptTable {
  return typeof one?.id === "string" && typeof one.at === "number" && Array.isArray(one.names);
}
