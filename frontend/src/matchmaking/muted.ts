/**
 * People whose invitations this device does not show, by their names. The server sends no notices of
 * their invitations either.
 */

import { post, remove } from "../api/client";
import { type Companions, keyOf } from "./companions";

const KEY = "qwirkle.muted-people";
const MOST = 100;

export function mutedPeople(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((key) => typeof key === "string") : [];
  } catch {
    return [];
  }
}

/** Mute the people of a table, or unmute them; `table` is the last one with them. */
export function muteInvitations(
  { names, table }: Pick<Companions, "names" | "table">,
  muted: boolean,
): void {
  const key = keyOf(names);
  // A server without notices, or a table that is gone, has nothing to mute.
  (muted ? post : remove)("/api/tables/{table}/mute", { path: { table } }).catch(() => {});
  const others = mutedPeople().filter((known) => known !== key);
  try {
    localStorage.setItem(KEY, JSON.stringify((muted ? [key, ...others] : others).slice(0, MOST)));
  } catch {
    // A private window: nothing is remembered, and nobody either.
  }
}
