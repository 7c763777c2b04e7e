/** The account that is signed in on this device, for a history and ratings. */

import { get, post, Refusal, remove } from "../api/client";
import type { components } from "../api/schema.gen";
import { beginSession, endSession, syncTraining } from "../training/training.svelte";
import type { Language } from "../words/languages.gen";
import { isSignedIn } from "./signedIn";

type Schemas = components["schemas"];
export type Account = Schemas["AccountInfo"];
export type Rating = Schemas["RatingInfo"];
export type Played = Schemas["PlayedSeat"];
export type GamesPage = Schemas["History"];
export type Standing = Schemas["StandingInfo"];

export async function whoAmI(): Promise<Account | null> {
  if (!isSignedIn()) return null;
  try {
    return await get("/api/account");
  } catch (error) {
    if (!(error instanceof Refusal) || error.problem.reason !== "not-signed-in") throw error;
    endSession();
    return null;
  }
}

export async function signUp(name: string, password: string): Promise<Account> {
  const account = await post("/api/accounts", { body: { name, password } });
  beginSession();
  return account;
}

export async function signIn(name: string, password: string): Promise<Account> {
  await post("/api/session", { body: { name, password } });
  beginSession();
  // Signing in returns only the name; the ratings come with the account.
  return get("/api/account");
}

export async function signOut(everywhere = false): Promise<void> {
  await syncTraining();
  await remove("/api/session", { query: { everywhere } });
  endSession();
}

/** Change the password; all devices are signed out. */
export async function changePassword(old: string, fresh: string): Promise<void> {
  await syncTraining();
  await post("/api/account/password", { body: { old, new: fresh } });
  endSession();
}

/** Return the token in a link that sets a forgotten password. */
export function resetTokenIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("reset") || null;
}

/** Set a forgotten password with a link, once, and sign this device in. */
export async function resetPassword(token: string, fresh: string): Promise<Account> {
  await post("/api/account/reset", { body: { token, new: fresh } });
  beginSession();
  return get("/api/account");
}

export type MailState = Schemas["MailState"];

export function mailState(): Promise<MailState> {
  return get("/api/account/mail");
}

/** Ask for mail to an address: a link is sent there, which confirms it. */
export function askForMail(address: string, language: Language): Promise<MailState> {
  return post("/api/account/mail", { body: { address, language } });
}

export function endMail(): Promise<MailState> {
  return remove("/api/account/mail");
}

/** Return the purpose of a link in a mail: to confirm its address, or to end mail about one game or all of it. */
export function mailLinkIn(
  hash: string,
): { readonly does: MailLink; readonly token: string } | null {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [name, does] of [
    ["mail", "confirm"],
    ["mail-mute", "mute"],
    ["mail-off", "off"],
  ] as const) {
    const token = said.get(name);
    if (token) return { does, token };
  }
  return null;
}
export type MailLink = "confirm" | "mute" | "off";

export async function openMailLink(does: MailLink, token: string): Promise<void> {
  await post(`/api/mail/${does}`, { body: { token } });
}

export async function removeAccount(password: string): Promise<void> {
  await post("/api/account/removal", { body: { password } });
  endSession();
}

export function history(before: string | null = null, limit = 20): Promise<GamesPage> {
  return get("/api/account/history", { query: { limit, before } });
}

export function best(game: string): Promise<readonly Standing[]> {
  return get("/api/best/{game}", { path: { game }, query: { limit: 20 } });
}

/** Return the standings as a table of ranks: settled ratings first, then provisional ones. */
export function ranked(standings: readonly Standing[]): readonly Standing[] {
  return [...standings].sort(
    (a, b) =>
      Number(a.rating.provisional) - Number(b.rating.provisional) ||
      b.rating.points - a.rating.points,
  );
}

/** Return a change with its sign. */
export function signed(change: number): string {
  if (change === 0) return "±0";
  return change < 0 ? `−${-change}` : `+${change}`;
}
