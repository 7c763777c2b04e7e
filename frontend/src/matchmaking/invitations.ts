/** Playing again with the people of an earlier table: their seats are reserved at the next one. */

import { get } from "../api/client";
import { sendCommand } from "../api/tables";
import type { TableView } from "../api/types";

/** The longest chain of rematches that is followed. */
const MOST = 20;

/** Return the table of the next game with the same people, opening it if necessary. */
export async function invite(table: string): Promise<string> {
  let last = table;
  for (let count = 0; count < MOST; count++) {
    const next = await rematchOf(last);
    const { now, game } = await viewOf(next);
    // A game that was played since: the chain continues with its rematch.
    if (now.phase !== "ended" || game === null) return next;
    last = next;
  }
  return last;
}

async function rematchOf(table: string): Promise<string> {
  const known = await viewOf(table);
  if (known.now.rematch !== null) return known.now.rematch;
  await sendCommand(table, { do: "rematch" });
  return (await viewOf(table)).now.rematch ?? table;
}

/** Return the table at which a seat is reserved for this device; null if nobody has asked for another game. */
export async function invitationFrom(table: string): Promise<string | null> {
  const { now } = await viewOf(table);
  if (now.rematch === null) return null;
  const next = await viewOf(now.rematch);
  const kept = next.you.seats.some((seat) => next.now.seats[seat]?.reserved);
  return next.now.phase === "lobby" && kept ? now.rematch : null;
}

/** Decline an invitation: the seats that are reserved for this device are free again. */
export async function decline(table: string): Promise<void> {
  const { you, now } = await viewOf(table);
  for (const seat of you.seats)
    if (now.seats[seat]?.reserved) await sendCommand(table, { do: "stand", seat });
}

function viewOf(table: string): Promise<TableView> {
  return get("/api/tables/{table}", { path: { table } });
}
