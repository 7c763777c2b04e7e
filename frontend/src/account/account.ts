/** The account that is signed in on this device, for a history and ratings. */

import { get, Refusal, send } from "../api/client";

export interface Rating {
  readonly mu: number;
  readonly sigma: number;
  readonly games: number;
}

export interface Account {
  readonly account: string;
  readonly name: string;
  readonly ratings: Readonly<Record<string, Rating>>;
}

export interface Played {
  readonly table: string;
  readonly at: number;
  /** The game and the players, in English. */
  readonly title: string;
  readonly game: string;
  readonly finished: boolean;
}

export interface GamesPage {
  readonly played: readonly Played[];
  readonly before: string | null;
}

export interface Standing {
  readonly account: string;
  readonly name: string;
  readonly rating: Rating;
}

/** Set while somebody is signed in here: without it there is no need to ask the server. */
const KEY = "qwirkle.signed-in";

export async function whoAmI(): Promise<Account | null> {
  if (localStorage.getItem(KEY) === null) return null;
  try {
    return await get<Account>("/api/account");
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.reason !== "not-signed-in") throw error;
    localStorage.removeItem(KEY);
    return null;
  }
}

export async function signUp(name: string, password: string): Promise<Account> {
  const account = await send<Account>("/api/accounts", { name, password });
  localStorage.setItem(KEY, "1");
  return account;
}

export async function signIn(name: string, password: string): Promise<Account> {
  await send("/api/session", { name, password });
  localStorage.setItem(KEY, "1");
  // Signing in says only who; the ratings come with the account.
  return get<Account>("/api/account");
}

export async function signOut(everywhere = false): Promise<void> {
  await send(`/api/session${everywhere ? "?everywhere=true" : ""}`, {}, "DELETE");
  localStorage.removeItem(KEY);
}

/** All devices are signed out then. */
export async function changePassword(old: string, fresh: string): Promise<void> {
  await send("/api/account/password", { old, new: fresh });
  localStorage.removeItem(KEY);
}

export async function removeAccount(password: string): Promise<void> {
  await send("/api/account/removal", { password });
  localStorage.removeItem(KEY);
}

export function history(before: string | null = null): Promise<GamesPage> {
  const from = before === null ? "" : `&before=${encodeURIComponent(before)}`;
  return get<GamesPage>(`/api/account/history?limit=20${from}`);
}

export function best(game: string): Promise<readonly Standing[]> {
  return get<readonly Standing[]>(`/api/best/${game}?limit=20`);
}

/** A rating as one number: what a player is at least, so it grows as the server gets surer. */
export function ratingPoints({ mu, sigma }: Rating): number {
  return Math.max(0, Math.round(100 * (mu - 3 * sigma)));
}

/** The players, from the title of a table: the game is before the colon. */
export function playersIn(title: string): string {
  return title.slice(title.indexOf(": ") + 2);
}
