/**
 * The solver of puzzles: what was answered, so that nothing comes again, and the rating that follows from it.
 *
 * A puzzle is an opponent with a fixed rating, which comes from how often the eight levels find it. The
 * rating of the solver follows Glicko: its spread says how much the next answer may move it. It is computed
 * from the answers in the order of their moments, so that all devices of an account agree about it.
 */

import { noteChange, STORED, store, stored } from "../../training/training.svelte";

/** The first answer to a puzzle. */
export interface Answer {
  /** The points that it lost. */
  readonly lost: number;
  readonly at: number;
  /** The rating of the puzzle; null if the answer does not count for that of the solver. */
  readonly difficulty: number | null;
}

export type Answers = Readonly<Record<string, Answer>>;

export interface Solver {
  readonly rating: number;
  /** One standard deviation of the rating. */
  readonly spread: number;
  /** By the number of the puzzle. */
  readonly answers: Answers;
  /** The most puzzles found in a rush. */
  readonly rush: number;
}

/** The rating of level 3, which most beginners are near. */
const FIRST = 1000;
const WIDEST = 350;
const NARROWEST = 50;
const SCALE = Math.LN10 / 400;
/** One of this many puzzles nearest to the rating is chosen. */
const NEAR = 12;
const MAX_ANSWERS = 3000;

export function solver(): Solver {
  try {
    const found: unknown = JSON.parse(stored(STORED.solver));
    const { answers = {}, rush } = (found ?? {}) as Partial<Solver>;
    const known = Object.entries(answers).filter(
      ([number, answer]) => /^\d{1,7}$/.test(number) && isAnswer(answer),
    );
    return solverWith(Object.fromEntries(known), Number.isInteger(rush) ? Number(rush) : 0);
  } catch {
    return solverWith({}, 0);
  }
}

/** Return the solver who has given these answers. */
export function solverWith(answers: Answers, rush: number): Solver {
  const inOrder = Object.entries(answers).sort(
    ([one, { at }], [other, { at: later }]) => at - later || Number(one) - Number(other),
  );
  let estimate: Estimate = { rating: FIRST, spread: WIDEST };
  for (const [, { difficulty, lost }] of inOrder)
    if (difficulty !== null) estimate = rated(estimate, difficulty, lost === 0);
  return { ...estimate, answers: Object.fromEntries(inOrder.slice(-MAX_ANSWERS)), rush };
}

/** Return the chance that a solver of a rating finds a puzzle. */
export function chanceOf(rating: number, difficulty: number): number {
  return 1 / (1 + Math.exp(SCALE * (difficulty - rating)));
}

type Estimate = Pick<Solver, "rating" | "spread">;

/** Return the rating after an answer: found is a win against the puzzle. */
export function rated(before: Estimate, difficulty: number, found: boolean): Estimate {
  const chance = chanceOf(before.rating, difficulty);
  const information = SCALE ** 2 * chance * (1 - chance);
  const variance = 1 / (1 / before.spread ** 2 + information);
  const rating = before.rating + SCALE * variance * ((found ? 1 : 0) - chance);
  return { rating, spread: Math.max(Math.sqrt(variance), NARROWEST) };
}

/** Store the answer to a puzzle, if it is the first one. In a rush the rating stays. */
export function noteAnswer(
  number: number,
  difficulty: number,
  lost: number,
  isRated = true,
): Solver {
  const before = solver();
  if (before.answers[number] !== undefined) return before;
  const answer = { lost, at: Date.now(), difficulty: isRated ? difficulty : null };
  const after = storeSolver({ ...before.answers, [number]: answer }, before.rush);
  noteChange(`puzzle:${number}`);
  return after;
}

/** Store how many puzzles a rush has found. */
export function noteRush(found: number): Solver {
  const before = solver();
  if (found <= before.rush) return before;
  const after = storeSolver(before.answers, found);
  noteChange("rush");
  return after;
}

/** Store all answers and the best rush. */
export function storeSolver(answers: Answers, rush: number): Solver {
  const after = solverWith(answers, rush);
  store(STORED.solver, { answers: after.answers, rush });
  return after;
}

/** Return the number of a puzzle near the solver’s rating that was not answered; undefined without any. */
export function nextNumber(
  difficulties: readonly number[],
  { rating, answers }: Solver,
  lot = Math.random(),
): number | undefined {
  const fresh = difficulties
    .map((difficulty, number) => ({ number, away: Math.abs(difficulty - rating) }))
    .filter(({ number }) => answers[number] === undefined)
    .sort((one, other) => one.away - other.away)
    .slice(0, NEAR);
  return fresh[Math.floor(lot * fresh.length)]?.number;
}

/** Return the numbers of a rush, easy ones first: those not answered before the others. */
export function rushOf(
  difficulties: readonly number[],
  { answers }: Solver,
  count: number,
  lot: () => number = Math.random,
): readonly number[] {
  const all = difficulties.map((difficulty, number) => ({ difficulty, number, at: lot() }));
  const ranked = all.sort(
    (one, other) => Number(isKnown(one)) - Number(isKnown(other)) || one.at - other.at,
  );
  return ranked
    .slice(0, count)
    .sort((one, other) => one.difficulty - other.difficulty)
    .map(({ number }) => number);

  function isKnown({ number }: { readonly number: number }): boolean {
    return answers[number] !== undefined;
  }
}

function isAnswer(stored: unknown): stored is Answer {
  const { lost, at, difficulty } = (stored ?? {}) as Partial<Answer>;
  return (
    typeof lost === "number" &&
    Number.isInteger(at) &&
    (difficulty === null || Number.isInteger(difficulty))
  );
}
