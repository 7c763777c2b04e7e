/** The exchange with the account: what this device has practised goes there, what others have comes here. */

import { post, Refusal } from "../api/client";
import type { components } from "../api/schema.gen";
import { type Deck, storeDeck, storedDeck } from "../coach/deck";
import { type DayResults, dayResults, storeDays } from "../learning/puzzles/days";
import { type Answers, solver, storeSolver } from "../learning/puzzles/solver";
import {
  endSession,
  type SyncState,
  setSyncState,
  showArrivals,
  syncState,
} from "./training.svelte";

type Training = components["schemas"]["Training"];

/** The number of changes in a request. */
const PART = 200;

let running: Promise<void> | undefined;

/** Send what the account does not have, part after part; one exchange at a time. */
export function sync(): Promise<void> {
  running ??= sendAll().finally(() => {
    running = undefined;
  });
  return running;
}

async function sendAll(): Promise<void> {
  let more = true;
  while (more) {
    const state = syncState();
    if (state === undefined) return;
    more = await sendPart(state);
  }
}

/** Send a part, and return whether there is more. */
async function sendPart(before: SyncState): Promise<boolean> {
  const here = changesHere();
  const keys = (before.unsent ?? [...here.keys()]).slice(0, PART);
  const body = { known: before.version, news: trainingOf(keys) };
  let answer: components["schemas"]["TrainingState"];
  try {
    answer = await post("/api/account/training", { body });
  } catch (error) {
    if (error instanceof Refusal && error.problem.reason === "not-signed-in") endSession();
    throw error;
  }
  const state = syncState();
  if (state === undefined || state.session !== before.session) return false;
  const now = changesHere();
  const sent = new Set(keys);
  // What has changed meanwhile is sent again.
  const unsent = (state.unsent ?? [...now.keys()]).filter(
    (key) => !sent.has(key) || here.get(key) !== now.get(key),
  );
  setSyncState({ ...state, version: answer.version, unsent });
  if (answer.training !== null) {
    take(answer.training, new Set(unsent));
    showArrivals();
  }
  return unsent.length > 0;
}

/** Return everything on this device as JSON, by its key. */
function changesHere(): ReadonlyMap<string, string> {
  const { answers, rush } = solver();
  const { cards, forgotten } = storedDeck();
  const named = (kind: string, part: Readonly<Record<string, unknown>>) =>
    Object.entries(part).map(([name, it]) => [`${kind}:${name}`, JSON.stringify(it)] as const);
  return new Map([
    ...(forgotten > 0 ? [["forgotten", String(forgotten)] as const] : []),
    ...named("day", dayResults()),
    ...named("puzzle", answers),
    ...named("turn", cards),
    ...(rush > 0 ? [["rush", String(rush)] as const] : []),
  ]);
}

/** Return what this device has under some keys, as it is sent. */
function trainingOf(keys: readonly string[]): Training {
  const days = dayResults();
  const { answers, rush } = solver();
  const { cards, forgotten } = storedDeck();
  const named = (kind: string) =>
    keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1));
  return {
    days: named("day").flatMap((day) => (days[day] ? [{ day, ...days[day] }] : [])),
    puzzles: named("puzzle").flatMap((number) =>
      answers[number] ? [{ number: Number(number), ...answers[number] }] : [],
    ),
    turns: named("turn").flatMap((turn) => (cards[turn] ? [{ turn, ...cards[turn] }] : [])),
    forgotten: keys.includes("forgotten") ? forgotten : 0,
    rush: keys.includes("rush") ? rush : 0,
  };
}

/** Take over what the account has; what it does not have yet stays as it is here. */
function take(found: Training, unsent: ReadonlySet<string>): void {
  const days: DayResults = Object.fromEntries(
    (found.days ?? []).map(({ day, ...answer }) => [day, answer]),
  );
  const answers: Answers = Object.fromEntries(
    (found.puzzles ?? []).map(({ number, ...answer }) => [String(number), answer]),
  );
  const cards: Deck = Object.fromEntries(
    (found.turns ?? []).map(({ turn, ...card }) => [turn, card]),
  );
  const here = solver();
  const deck = storedDeck();
  storeDays({ ...days, ...still("day", dayResults(), unsent) });
  const rush = unsent.has("rush") ? here.rush : (found.rush ?? 0);
  storeSolver({ ...answers, ...still("puzzle", here.answers, unsent) }, rush);
  const forgotten = unsent.has("forgotten") ? deck.forgotten : (found.forgotten ?? 0);
  const kept = unsent.has("forgotten") ? {} : cards;
  storeDeck({ ...kept, ...still("turn", deck.cards, unsent) }, forgotten);
}

/** Return the entries of a part that were not sent. */
function still<T>(
  kind: string,
  part: Readonly<Record<string, T>>,
  unsent: ReadonlySet<string>,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(part).filter(([name]) => unsent.has(`${kind}:${name}`)));
}
