/**
 * What this device keeps of a table before its game: the commitment that the table showed, and the nonces
 * that this device added to the deal (docs/dealing.md). A server that wanted to cheat could show something
 * else afterwards; it cannot change what is stored here.
 */

import { randomHex } from "../api/client";
import type { Command } from "../api/types";

const PROMISES = "qwirkle.promises";
const NONCES = "qwirkle.nonces";
const MOST = 60;

type Notes = Record<string, string>;

function read(key: string): Notes {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Notes) : {};
  } catch {
    return {};
  }
}

/** Store a note; the first one of its name stays. */
function keep(key: string, name: string, note: string, most: number): void {
  const kept = read(key);
  if (Object.hasOwn(kept, name)) return;
  const entries = [...Object.entries(kept), [name, note] as const].slice(-most);
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Private windows may refuse: then the server must be trusted.
  }
}

function find(key: string, name: string): string | undefined {
  const kept = read(key);
  return Object.hasOwn(kept, name) ? String(kept[name]) : undefined;
}

/** Store the commitment of a table that has not ended; the first one stays. */
export function note(table: string, commitment: string): void {
  keep(PROMISES, table, commitment, MOST);
}

/** Return the stored commitment; undefined if this device was not at the table. */
export function noted(table: string): string | undefined {
  return find(PROMISES, table);
}

export function newNonce(): string {
  return randomHex(16);
}

/** Store the nonce that a table was opened with. */
export function noteNonce(table: string, nonce: string): void {
  keep(NONCES, table, nonce, 3 * MOST);
}

/** Return a nonce: the same one whenever it is asked for again, so that nobody can wait for another. */
function nonceFor(purpose: string): string {
  const known = find(NONCES, purpose);
  if (known !== undefined) return known;
  const nonce = newNonce();
  keep(NONCES, purpose, nonce, 3 * MOST);
  return nonce;
}

/** Return a command with the nonce that this device adds to the deal. */
export function withNonce(table: string, command: Command): Command {
  switch (command.do) {
    case "sit":
      return { ...command, nonce: nonceFor(table) };
    case "start":
      return { ...command, nonce: nonceFor(`${table} start`) };
    case "rematch":
      return { ...command, nonce: nonceFor(`${table} rematch`) };
    default:
      return command;
  }
}

/** Return the nonces that this device added, or offered, to the deal of a table. */
export function noncesFor(table: string, before: string | null): string[] {
  const purposes = [table, `${table} start`, ...(before === null ? [] : [`${before} rematch`])];
  return purposes.map((purpose) => find(NONCES, purpose)).filter((nonce) => nonce !== undefined);
}
