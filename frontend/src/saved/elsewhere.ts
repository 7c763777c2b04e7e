/** Saved games of the service, and the address where games were last continued. */

import { commandId, post } from "../api/client";
import { BASE } from "../base";

const KEY = "qwirkle.elsewhere";

/** The address of this page, for the way back. */
export const HERE = location.origin + BASE;

export async function savedGame(table: string): Promise<string> {
  const body = { command_id: commandId() };
  return (await post("/api/tables/{table}/save", { path: { table }, body })).record;
}

/** Open a table that continues a saved game. */
export async function continueGame(record: string): Promise<string> {
  const saved = { do: "continue-game", record } as const;
  return (await post("/api/tables/saved", { body: { command_id: commandId(), saved } })).table;
}

export function lastAddress(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

export function rememberAddress(address: string): void {
  try {
    if (address !== "" && address !== HERE) localStorage.setItem(KEY, address);
  } catch {
    // It is typed again next time.
  }
}
