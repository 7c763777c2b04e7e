/** Links to a table: the invitation, and the one that carries seats to another device. */

import { addressOf, commandId, get, post } from "../api/client";
import type { Done, Reach, Recovery } from "../api/types";

/** The target of an invitation, by its id. */
export type Inviting = { readonly table: string } | { readonly tournament: string };

/** Return the link by which others find a table or a tournament. */
export async function invitationTo(to: Inviting): Promise<string> {
  const found =
    "table" in to
      ? await get("/api/tables/{table}/invitation", { path: to })
      : await get("/api/swiss/{tournament}/invitation", { path: to });
  return found.link;
}

/** Return the address of the same link as a QR code. */
export function invitationCode(to: Inviting): string {
  return "table" in to
    ? addressOf("/api/tables/{table}/invitation.svg", { path: to })
    : addressOf("/api/swiss/{tournament}/invitation.svg", { path: to });
}

/** Request a link that carries the seats of this device to another one, and its QR code. As good as a password. */
export function carryingLink(table: string): Promise<Recovery> {
  return post("/api/tables/{table}/recovery", { path: { table } });
}

/** Return whether others in the network can reach the server, and whether this browser may let them in. */
export async function reachOfServer(): Promise<Reach> {
  try {
    return await get("/api/network");
  } catch {
    return { can_open: false, address: null };
  }
}

/** Let everyone in the network reach the server, until it stops. */
export function letOthersIn(): Promise<Reach> {
  return post("/api/network");
}

/** Return whether a link leads to the computer it is opened on, wherever that is. */
export function isLocal(link: string): boolean {
  const { hostname } = new URL(link);
  return /^(localhost|.*\.localhost|127\..*|\[::1\]|0\.0\.0\.0)$/.test(hostname);
}

/** Return the token in the hash of such a link. */
export function tokenIn(hash: string): string | null {
  const token = new URLSearchParams(hash.replace(/^#/, "")).get("recover");
  return token === "" ? null : token;
}

/** Take the seats that a token carries. */
export function recover(table: string, token: string): Promise<Done> {
  const body = { token, command_id: commandId() };
  return post("/api/tables/{table}/recover", { path: { table }, body });
}
