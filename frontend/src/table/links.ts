/** Links to a table: the invitation, and the one that carries seats to another device. */

import { commandId, get, send } from "../api/client";
import type { Done } from "../api/types";

/** The link by which others find a table. */
export async function invitationTo(table: string): Promise<string> {
  return (await get<{ link: string }>(`/api/tables/${table}/invitation`)).link;
}

/** A link that carries the seats of this device to another one. As good as a password. */
export async function carryingLink(table: string): Promise<string> {
  return (await send<{ link: string }>(`/api/tables/${table}/recovery`)).link;
}

/** The token in the hash of such a link. */
export function tokenIn(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, "")).get("recover");
  return token === "" ? null : token;
}

/** Sit on the seats that a token carries. */
export function recover(table: string, token: string): Promise<Done> {
  return send<Done>(`/api/tables/${table}/recover`, { token, command_id: commandId() });
}
