/** A puzzle, of a day or by its number, while somebody answers it: position, answer, and grade. */

import { get } from "../../api/client";
import type { Puzzle, PuzzleAnswer, PuzzleSolution, Turn } from "../../api/types";
import { FAMILIES, familyOf } from "../../game/family";
import { MARKS } from "../../reviews/marks";
import { say } from "../../ui/speech";
import { errorText } from "../../words/refusals";
import { dayResults, isDay, noteDay, today } from "./days";
import { PuzzleTable } from "./puzzleTable.svelte";
import { lostText } from "./sentences";
import { noteAnswer, solver } from "./solver";

export class DayPuzzle {
  puzzle = $state.raw<Puzzle | null>(null);
  errorMessage = $state("");
  answer = $state.raw<{ readonly turn: Turn; readonly grade: PuzzleAnswer } | null>(null);
  /** The turn on the table once there is a grade. */
  shown = $state.raw<Turn | undefined>();
  readonly results = $derived.by(() => {
    void this.answer;
    return dayResults();
  });
  #attempt = $state(0);
  readonly #day: () => string;

  readonly table = $derived.by(() => {
    void this.#attempt;
    return this.puzzle === null
      ? null
      : new PuzzleTable(this.puzzle, (turn, grade) => this.#grade(turn, grade));
  });
  readonly game = $derived(this.puzzle?.game);
  readonly family = $derived(this.game === undefined ? FAMILIES.placement : familyOf(this.game));
  /** The position as a moment of a game, which the family shows. */
  readonly moment = $derived(
    this.game === undefined ? null : { game: this.game, seat: null, marked: [], lines: [] },
  );
  /** The points that the first answer lost; undefined before it. */
  readonly first = $derived.by(() => {
    void this.results;
    const what = this.#day();
    return isDay(what) ? this.results[what]?.lost : solver().answers[what]?.lost;
  });
  /** The solution, for those who gave up. */
  solution = $state.raw<PuzzleSolution | null>(null);

  /** `day` returns the day, or a number; `ongraded` is called once an answer has its grade. */
  constructor(
    day: () => string,
    readonly ongraded: () => void = () => {},
  ) {
    this.#day = day;
  }

  /** Fetch the puzzle. */
  async load(): Promise<void> {
    this.errorMessage = "";
    try {
      const what = this.#day();
      this.puzzle = /^\d{1,7}$/.test(what)
        ? await get("/api/puzzles/numbers/{number}", { path: { number: Number(what) } })
        : await get("/api/puzzles/{day}", { path: { day: what } });
    } catch (error) {
      this.errorMessage = errorText(error);
    }
  }

  /** Fetch the solution of an earlier day and show it. */
  async solve(): Promise<void> {
    try {
      const path = { day: this.#day() };
      this.solution = await get("/api/puzzles/{day}/solution", { path });
      this.shown = this.solution.best.turn;
    } catch (error) {
      this.errorMessage = errorText(error);
    }
  }

  again(): void {
    this.answer = null;
    this.solution = null;
    this.#attempt += 1;
  }

  /** Show a turn on the table; the answer if there is none. */
  show(turn: Turn | undefined): void {
    this.shown = turn ?? this.answer?.turn;
  }

  #grade(turn: Turn, grade: PuzzleAnswer): void {
    const what = this.#day();
    if (this.puzzle !== null) noteAnswer(this.puzzle.number, this.puzzle.difficulty, grade.lost);
    if (isDay(what)) noteDay(what, grade.lost, today(), grade.mark === "blunder");
    this.answer = { turn, grade };
    this.shown = grade.best.turn;
    say(`${MARKS[grade.mark].word()}: ${lostText(grade.lost, this.family)}`);
    this.ongraded();
  }
}
