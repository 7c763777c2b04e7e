/** People whose invitations this device does not show, by their names. */

import { keyOf } from "./companions";

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

export function muteInvitations(names: readonly string[], muted: boolean): void {
  const key = keyOf(names);
  const others = mutedPeople().filter((known) => known !== key);
  try {
    localStorage.setItem(KEY, JSON.stringify((muted ? [key, ...others] : others).slice(0, MOST)));
  } catch {
    // A private window: nothing is remembered, and nobody either.
  }
}
