/** The ledger of chances: how a chance of winning changed, and by what. Its figures add up as they are shown. */

import { sentenceIn } from "../words/sentences";
import { percentOf } from "./formats";
import type { JudgedMoment, Review, ReviewedTurn } from "./judged";
import { PARTS, POINTS } from "./sentences.gen";

export type Part = keyof typeof PARTS;
const NAMES: readonly Part[] = ["turn", "draw", "rival-turns", "rival-draws"];
type Changes = NonNullable<ReviewedTurn["changes"]>;

export interface Course {
  /** In whole percent. */
  readonly before: number;
  /** Null if it is not known. */
  readonly after: number | null;
  /** In whole percentage points. */
  readonly parts: readonly { readonly part: Part; readonly change: number }[];
}

/** Return the changes of the chance of a seat from before its turn to before its next one. */
export function changesOf({ chance, changes, seat }: ReviewedTurn): Course {
  return courseOf(chance[seat] ?? 0, changes);
}

/** Return the changes of the chance of a seat from its first turn to the result; null if they are not known. */
export function courseOfSeat(review: Review, seat: number): Course | null {
  const first = review.turns.find((turn) => turn.seat === seat)?.chance[seat];
  const changes = review.players[seat]?.changes ?? null;
  return first === undefined || changes === null ? null : courseOf(first, changes);
}

/** Round the changes, the last one so that all of them add up. */
function courseOf(from: number, changes: Changes | null): Course {
  const before = percentOf(from);
  if (changes === null) return { before, after: null, parts: [] };
  const { turn, draw, rival_turns, rival_draws } = changes;
  if (draw === null || rival_turns === null || rival_draws === null)
    return { before, after: null, parts: [{ part: "turn", change: whole(turn) }] };
  const after = percentOf(from + turn + draw + rival_turns + rival_draws);
  const shown = [turn, draw, rival_turns].map(whole);
  const rest = after - before - shown.reduce((sum, change) => sum + change, 0);
  const parts = [...shown, rest].map((change, number) => ({
    part: NAMES[number] ?? "turn",
    change,
  }));
  return { before, after, parts };
}

function whole(change: number): number {
  return Math.round(100 * change) || 0;
}

/** Return the name of a part. */
export function partText(part: Part): string {
  return sentenceIn(PARTS, part) ?? part;
}

export interface TurningPoint {
  readonly found: JudgedMoment;
  readonly part: "turn" | "draw";
  /** In whole percentage points. */
  readonly change: number;
}

/** Return the turns and draws that changed chances most, in the order of the game. */
export function turningPoints(
  { turning_points }: Pick<Review, "turning_points">,
  judged: readonly (JudgedMoment | null)[],
): readonly TurningPoint[] {
  return turning_points.flatMap(({ number, part, change }) => {
    // A turn of two acts has two places in the review.
    const found = judged.findLast((moment) => moment !== null && moment.number <= number);
    return found == null ? [] : [{ found, part, change: whole(change) }];
  });
}

/** Return what a turning point was. */
export function pointText({ part, change }: TurningPoint): string {
  const params = part === "turn" ? {} : { case: change > 0 ? "good" : "bad" };
  return sentenceIn(POINTS, part, params) ?? "";
}
