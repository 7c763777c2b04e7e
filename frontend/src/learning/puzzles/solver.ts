/**
 * The solver of puzzles on this device: a rating, and what was answered, so that nothing comes again.
 *
 * A puzzle is an opponent with a fixed rating, which comes from how often the eight levels find it. The
 * rating of the solver follows Glicko: its spread says how much the next answer may move it.
 */

export interface Solver {
  readonly rating: number;
  /** One standard deviation of the rating. */
  readonly spread: number;
  /** The points that the first answer to a puzzle lost, by its number. */
  readonly answers: Readonly<Record<string, number>>;
  /** The most puzzles found in a rush. */
  readonly rush: number;
}

const KEY = "qwirkle.solver";
/** The rating of level 3, which most beginners are near. */
const FIRST = 1000;
const WIDEST = 350;
const NARROWEST = 50;
const SCALE = Math.LN10 / 400;
/** One of this many puzzles nearest to the rating is chosen. */
const NEAR = 12;
const NEW: Solver = { rating: FIRST, spread: WIDEST, answers: {}, rush: 0 };

export function solver(): Solver {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Solver> | null;
    if (typeof stored?.rating !== "number" || typeof stored.spread !== "number") return NEW;
    const answers = Object.entries(stored.answers ?? {}).filter(
      ([number, lost]) => /^\d{1,7}$/.test(number) && typeof lost === "number",
    );
    const rush = typeof stored.rush === "number" ? stored.rush : 0;
    const { rating, spread } = stored;
    return { rating, spread, answers: Object.fromEntries(answers), rush };
  } catch {
    return NEW;
  }
}

/** Return the chance that a solver of a rating finds a puzzle. */
export function chanceOf(rating: number, difficulty: number): number {
  return 1 / (1 + Math.exp(SCALE * (difficulty - rating)));
}

/** Return the solver after an answer: found is a win against the puzzle. */
export function rated(before: Solver, difficulty: number, found: boolean): Solver {
  const chance = chanceOf(before.rating, difficulty);
  const information = SCALE ** 2 * chance * (1 - chance);
  const variance = 1 / (1 / before.spread ** 2 + information);
  const rating = before.rating + SCALE * variance * ((found ? 1 : 0) - chance);
  return { ...before, rating, spread: Math.max(Math.sqrt(variance), NARROWEST) };
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
  const after = isRated ? rated(before, difficulty, lost === 0) : before;
  return store({ ...after, answers: { ...before.answers, [number]: lost } });
}

/** Store how many puzzles a rush has found. */
export function noteRush(found: number): Solver {
  const before = solver();
  return found > before.rush ? store({ ...before, rush: found }) : before;
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

function store(after: Solver): Solver {
  try {
    localStorage.setItem(KEY, JSON.stringify(after));
  } catch {
    // Private windows may refuse: then the rating lasts as long as the page.
  }
  return after;
}
