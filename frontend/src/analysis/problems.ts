/**
 * The faults of a position in words, and where the page shows them. Lines, sets and the edge of the
 * board have the words of a refused turn.
 */

import type { Cell, Objection } from "../api/types";
import { keyOf } from "../board/cells";
import { ruleText } from "../words/reasons";
import { sentenceIn } from "../words/sentences";
import { t } from "../words/translate.svelte";
import { POSITIONS } from "./sentences.gen";

export type Spot = "table" | "hand" | "players";

const SPOTS: Readonly<Record<string, Spot>> = {
  "hand-empty": "hand",
  "hand-unknown": "hand",
  "hand-not-full": "players",
  "bag-wrong": "players",
  "nobody-to-move": "players",
  "score-too-high": "players",
  "too-many-tokens": "players",
  "no-such-action": "players",
  "not-a-qwirkle": "players",
  "last-round-wrong": "players",
};

/** Entries that are still missing, such as on an empty board: nothing is wrong yet. */
const UNFINISHED: ReadonlySet<string> = new Set([
  "hand-empty",
  "hand-unknown",
  "black-square-empty",
]);

export const isUnfinished = ({ reason }: Pick<Objection, "reason">): boolean =>
  UNFINISHED.has(reason);

/** Return the cells that problems are about, each once. */
export function cellsOf(problems: readonly Objection[]): readonly Cell[] {
  return [
    ...new Map(problems.flatMap(({ cells }) => cells).map((cell) => [keyOf(cell), cell])).values(),
  ];
}

/** Return the part of the page that a problem belongs to; `turn` is the seat whose hand is entered. */
export function spotOf({ reason, params, cells }: Objection, turn: number): Spot {
  if (reason === "hand-too-large") return Number(params.seat) === turn + 1 ? "hand" : "players";
  if (reason === "too-many-copies") return cells.length > 0 ? "table" : "hand";
  return SPOTS[reason] ?? "table";
}

/** Describe a fault; `spoken` is for people who listen, and know a line by its number. */
export function problemText(
  { reason, params }: Pick<Objection, "reason" | "params">,
  spoken = false,
): string {
  return (
    sentenceIn(POSITIONS, reason, params) ??
    ruleText(reason, params, spoken) ??
    t("Something is wrong with this position.")
  );
}
