/**
 * What tables promised before they were played, as this device noted it. A server that wanted to
 * cheat could show another commitment afterwards; it cannot change what is written down here.
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

/** Write down the commitment of a table that has not ended; the first one stays. */
export function note(table: string, commitment: string): void {
  const kept = read();
  if (Object.hasOwn(kept, table)) return;
  const entries = [...Object.entries(kept), [table, commitment] as const].slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Private windows may refuse: then the server's word has to do.
  }
}

/** What was written down; undefined if this device was not there. */
export function noted(table: string): string | undefined {
  const kept = read();
  return Object.hasOwn(kept, table) ? String(kept[table]) : undefined;
}
