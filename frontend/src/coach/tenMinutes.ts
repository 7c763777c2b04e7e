/** Ten minutes a day: two of one's own turns, two puzzles and one ending, as far as they are new. */

import { get } from "../api/client";
import { familyOf } from "../game/family";
import { dayAfter, dayResults, today } from "../learning/puzzles/days";

const PUZZLES = 2;
/** How far back a puzzle or an ending is looked for, in days. */
const DAYS_BACK = 14;

export interface DailyPuzzles {
  readonly puzzles: readonly string[];
  /** The day of a puzzle with nothing left to draw; empty if there is no new one. */
  readonly ending: string;
}

/** Find the latest puzzles without an answer; those with nothing left to draw are endings. */
export async function dailyPuzzles(now = today()): Promise<DailyPuzzles> {
  const known = dayResults();
  const puzzles: string[] = [];
  let ending = "";
  for (let back = 0; back < DAYS_BACK && (puzzles.length < PUZZLES || ending === ""); back++) {
    const day = dayAfter(now, -back);
    if (known[day] !== undefined) continue;
    const { game } = await get("/api/puzzles/{day}", { path: { day } });
    const empty = familyOf(game).left(game) === 0;
    if (empty && ending === "") ending = day;
    else if (!empty && puzzles.length < PUZZLES) puzzles.push(day);
  }
  return { puzzles, ending };
}
