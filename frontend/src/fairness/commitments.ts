/**
 * The commitments of tables before they were played, as this device stored them. A server that wanted
 * to cheat could show another commitment afterwards; it cannot change the one stored here.
 */

const KEY = "qwirkle.promises";
const MOST = 60;

type Promises = Record<string, string>;

function read(): Promises {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Promises) : {};
  } catch {
    return {};
  }
}

/** Store the commitment of a table that has not ended; the first one stays. */
export function note(table: string, commitment: string): void {
  const kept = read();
  if (Object.hasOwn(kept, table)) return;
  const entries = [...Object.entries(kept), [table, commitment] as const].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Private windows may refuse: then the server must be trusted.
  }
}

/** Return the stored commitment; undefined if this device was not at the table. */
export function noted(table: string): string | undefined {
  const kept = read();
  return Object.hasOwn(kept, table) ? String(kept[table]) : undefined;
}
