/** Opening tables, and commands to them that need no socket. */

import { newNonce, noteNonce, withNonce } from "../fairness/commitments";
import { commandId, post } from "./client";
import type { Command, TablePlan, TableView } from "./types";

/** The tables this page has just opened, as the server described them: shown before their socket is open. */
const opened = new Map<string, TableView>();

/** Open a table and return its id, which is the invitation. */
export async function openTable(plan: TablePlan): Promise<string> {
  const nonce = newNonce();
  const asked = { do: "open-table", nonce, ...plan } as const;
  const body = { command_id: commandId(), table: asked };
  const { table, view } = await post("/api/tables", { body });
  noteNonce(table, nonce);
  opened.set(table, view);
  return table;
}

/** Return what is known of a table that this page has opened, once: it changes from then on. */
export function takeOpened(table: string): TableView | null {
  const view = opened.get(table) ?? null;
  opened.delete(table);
  return view;
}

/** Send a command without a socket: the cookie that proves a seat may come only with the answer. */
export async function sendCommand(table: string, command: Command): Promise<void> {
  const body = { command_id: commandId(), command: withNonce(table, command) };
  await post("/api/tables/{table}/commands", { path: { table }, body });
}

export async function startTable(table: string): Promise<void> {
  await sendCommand(table, { do: "start" });
}

/** Open a table whose game begins immediately. */
export function playNow(plan: TablePlan): Promise<string> {
  return openTable({ ...plan, start: true });
}
