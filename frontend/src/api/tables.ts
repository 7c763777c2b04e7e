/** Opening tables, and commands to them that need no socket. */

import { commandId, post } from "./client";
import type { Command, TablePlan } from "./types";

/** Open a table and return its id, which is the invitation. */
export async function openTable(plan: TablePlan): Promise<string> {
  const table = { do: "open-table", ...plan } as const;
  return (await post("/api/tables", { body: { command_id: commandId(), table } })).table;
}

/** Send a command without a socket: the cookie that proves a seat may come only with the answer. */
export async function sendCommand(table: string, command: Command): Promise<void> {
  const body = { command_id: commandId(), command };
  await post("/api/tables/{table}/commands", { path: { table }, body });
}

export async function startTable(table: string): Promise<void> {
  await sendCommand(table, { do: "start" });
}

/** Open a table whose game begins immediately. */
export async function playNow(plan: TablePlan): Promise<string> {
  const table = await openTable(plan);
  await startTable(table);
  return table;
}
