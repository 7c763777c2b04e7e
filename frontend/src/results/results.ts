/** Results of this device, for guests too: facts of finished games, each table once. */

import type { Now, TableView } from "../api/types";
import type { FamilyKey } from "../game/family";

export interface Opponent {
  /** The level of a bot; empty for a person. */
  readonly bot: string;
  /** How many points the reader was ahead of it; null if the reader was not placed before it. */
  readonly ahead: number | null;
}

export interface GameResult {
  /** The id of the table, so that a result that is stored twice counts once. */
  readonly id: string;
  readonly at: number;
  readonly game: string;
  readonly family: FamilyKey;
  readonly won: boolean;
  readonly score: number;
  /** Points ahead of the best of the others; negative if behind. */
  readonly margin: number;
  readonly opponents: readonly Opponent[];
  /** The best turn and the Qwirkles, where all turns were seen. */
  readonly turn?: number;
  readonly qwirkles?: number;
}

const KEY = "qwirkle.results";
const MOST = 1000;
const COUNTED: ReadonlySet<string> = new Set(["finished", "resigned"]);

/** Return the result of one seat; null if the table has none that counts. */
export function resultOf(
  id: string,
  edition: { readonly game: string; readonly family: FamilyKey },
  now: Now,
  seat: number,
): GameResult | null {
  const { ended } = now;
  if (ended === null || !COUNTED.has(ended.how) || ended.scores.length < 2) return null;
  const score = ended.scores[seat] ?? 0;
  const place = ended.places[seat] ?? 0;
  const others = now.seats.map((_, at) => at).filter((at) => at !== seat);
  return {
    id,
    at: ended.at,
    game: edition.game,
    family: edition.family,
    won: ended.winners.includes(seat),
    score,
    margin: score - Math.max(...others.map((at) => ended.scores[at] ?? 0)),
    opponents: others.map((at) => ({
      bot: now.seats[at]?.kind === "bot" ? (now.seats[at]?.bot ?? "") : "",
      ahead: place < (ended.places[at] ?? 0) ? score - (ended.scores[at] ?? 0) : null,
    })),
  };
}

/** Store the result of a table that has ended. On a shared device it would belong to nobody in particular. */
export function noteResult(view: TableView): void {
  const [seat, ...more] = view.you.seats;
  if (seat === undefined || more.length > 0 || view.edition.house_rule !== null) return;
  const result = resultOf(view.table, view.edition, view.now, seat);
  if (result !== null) note(result);
}

/** Add the facts that follow only from the whole course of a game. */
export function noteTurns(id: string, turn: number, qwirkles: number): void {
  const known = results().find((result) => result.id === id);
  if (known !== undefined) note({ ...known, turn, qwirkles });
}

/** Return all results, the earliest first. */
export function results(): readonly GameResult[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? inOrder(stored.filter(isResult)) : [];
  } catch {
    return [];
  }
}

/** Return whether nobody has finished a game on this device yet. */
export function isNewcomer(): boolean {
  return results().length === 0;
}

/** Merge results from both sources, each table once; those of this device are more complete. */
export function merged(
  own: readonly GameResult[],
  others: readonly GameResult[],
): readonly GameResult[] {
  const known = new Map(others.map((result) => [result.id, result]));
  for (const result of own) known.set(result.id, { ...known.get(result.id), ...result });
  return inOrder([...known.values()]);
}

function note(result: GameResult): void {
  const stored = results();
  const known = stored.find(({ id }) => id === result.id);
  const others = stored.filter(({ id }) => id !== result.id);
  try {
    const all = inOrder([...others, { ...known, ...result }]).slice(-MOST);
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Private windows may refuse: then no progress is shown.
  }
}

function inOrder(all: readonly GameResult[]): readonly GameResult[] {
  return [...all].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

function isResult(stored: Partial<GameResult> | null): stored is GameResult {
  return (
    typeof stored?.id === "string" &&
    typeof stored.at === "number" &&
    typeof stored.game === "string" &&
    typeof stored.won === "boolean" &&
    typeof stored.score === "number" &&
    typeof stored.margin === "number" &&
    Array.isArray(stored.opponents)
  );
}
