/** Saved games of the service, and the address where games were continued last. */

import { commandId, send } from "../api/client";
import { BASE } from "../base";

const KEY = "qwirkle.elsewhere";

/** The address of this page, for the way back. */
export const HERE = location.origin + BASE;

export async function savedGame(table: string): Promise<string> {
  const answer = await send<{ record: string }>(`/api/tables/${table}/save`, {
    command_id: commandId(),
  });
  return answer.record;
}

/** A table that continues a saved game. */
export async function continueGame(record: string): Promise<string> {
  const saved = { do: "continue-game", record };
  const opening = { command_id: commandId(), saved };
  return (await send<{ table: string }>("/api/tables/saved", opening)).table;
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
    // Typed again next time.
  }
}
