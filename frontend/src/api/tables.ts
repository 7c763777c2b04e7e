/** Opening tables, and starting those that need nobody else. */

import { commandId, send } from "./client";
import type { TablePlan } from "./types";

/** A new table; its id is the invitation. */
export async function openTable(plan: TablePlan): Promise<string> {
  const opening = { command_id: commandId(), table: plan };
  return (await send<{ table: string }>("/api/tables", opening)).table;
}

export async function startTable(table: string): Promise<void> {
  await send(`/api/tables/${table}/commands`, {
    command_id: commandId(),
    command: { do: "start" },
  });
}

/** A game that begins at once. */
export async function playNow(plan: TablePlan): Promise<string> {
  const table = await openTable(plan);
  await startTable(table);
  return table;
}
