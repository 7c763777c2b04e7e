/** Links to a table: the invitation, and the one that carries seats to another device. */

import { commandId, get, send } from "../api/client";
import type { Done, Reach } from "../api/types";

/** The link by which others find a table or a tournament, given by its path of the API. */
export async function invitationTo(path: string): Promise<string> {
  return (await get<{ link: string }>(`${path}/invitation`)).link;
}

export interface CarryingLink {
  readonly link: string;
  /** The address of its QR code. */
  readonly code: string;
}

/** A link that carries the seats of this device to another one. As good as a password. */
export function carryingLink(table: string): Promise<CarryingLink> {
  return send<CarryingLink>(`/api/tables/${table}/recovery`);
}

/** Whether others in the network can reach the server, and whether this browser may let them in. */
export async function reachOfServer(): Promise<Reach> {
  try {
    return await get<Reach>("/api/network");
  } catch {
    return { can_open: false, address: null };
  }
}

/** Lets everyone in the network reach the server, until it stops. */
export function letOthersIn(): Promise<Reach> {
  return send<Reach>("/api/network");
}

/** Whether a link leads to the computer it is opened on, wherever that is. */
export function isLocal(link: string): boolean {
  const { hostname } = new URL(link);
  return /^(localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(hostname);
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
