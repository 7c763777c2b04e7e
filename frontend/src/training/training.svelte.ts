/**
 * What was practised on this device: answers to puzzles, and the deck of one's own turns.
 *
 * It is stored here first, with or without a network. While somebody is signed in, changes are also noted until
 * their account has them. What a guest has practised is merged into the account that signs in, and signing out
 * removes everything from this device.
 */

import { randomHex } from "../api/client";
import { isSignedIn, setSignedIn } from "../people/signedIn";

export interface SyncState {
  /** Made when somebody signs in: an answer that arrives after they have signed out is dropped. */
  readonly session: string;
  /** The version of the account's training that this device has; 0 for none. */
  readonly version: number;
  /** The keys of the changes that the account does not have; null for everything. */
  readonly unsent: readonly string[] | null;
}

const KEY = "qwirkle.training";
/** Where the parts are stored. */
export const STORED = {
  days: "qwirkle.puzzles",
  solver: "qwirkle.solver",
  deck: "qwirkle.deck",
} as const;

/** Counts arrivals from other devices; what is shown depends on it. */
const arrivals = $state({ count: 0 });

/** Return a part as it is stored; whatever is derived from it follows what other devices send. */
export function stored(key: string): string {
  void arrivals.count;
  return localStorage.getItem(key) ?? "{}";
}

/** Show what has arrived from other devices. */
export function showArrivals(): void {
  arrivals.count += 1;
}

/** Return what the account has; undefined for a guest. */
export function syncState(): SyncState | undefined {
  if (!isSignedIn()) return undefined;
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<SyncState> | null;
    if (isState(stored)) return stored;
  } catch {
    // Everything is sent again.
  }
  return setSyncState({ session: randomHex(8), version: 0, unsent: null });
}

export function setSyncState(state: SyncState): SyncState {
  store(KEY, state);
  return state;
}

/** Store a part; private windows may refuse, then it lasts as long as the page. */
export function store(key: string, part: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(part));
  } catch {
    // There is nothing that anybody could do.
  }
}

/** Note a change, and send it if somebody is signed in. */
export function noteChange(key: string): void {
  const state = syncState();
  if (state === undefined) return;
  const { unsent } = state;
  if (unsent !== null && !unsent.includes(key))
    setSyncState({ ...state, unsent: [...unsent, key] });
  void syncTraining();
}

/** Send what the account does not have and fetch what this device does not have, if somebody is signed in. */
export async function syncTraining(): Promise<void> {
  if (!isSignedIn()) return;
  try {
    await (await import("./sync")).sync();
  } catch {
    // Without an answer, everything stays here until the next time.
  }
}

/** From now on this device belongs to an account, which gets what a guest has practised. */
export function beginSession(): void {
  // Another account may have been signed in: its training is not this one's.
  if (isSignedIn()) forgetTraining();
  setSignedIn(true);
  void syncTraining();
}

/** From now on this device belongs to nobody. */
export function endSession(): void {
  setSignedIn(false);
  forgetTraining();
}

function forgetTraining(): void {
  for (const key of [KEY, ...Object.values(STORED)]) localStorage.removeItem(key);
  showArrivals();
}

function isState(stored: Partial<SyncState> | null): stored is SyncState {
  const { session, version, unsent } = stored ?? {};
  return (
    typeof session === "string" &&
    typeof version === "number" &&
    (unsent === null || (Array.isArray(unsent) && unsent.every((key) => typeof key === "string")))
  );
}

if (typeof window !== "undefined") window.addEventListener("online", () => void syncTraining());
