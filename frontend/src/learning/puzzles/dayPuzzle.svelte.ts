/** The puzzle of a day while somebody answers it: its position, the answer, and the grade. */

import { get } from "../../api/client";
import { placementGame } from "../../api/games";
import type { Puzzle, PuzzleAnswer, Turn } from "../../api/types";
import { MARKS } from "../../reviews/marks";
import { say } from "../../ui/speech";
import { errorText } from "../../words/refusals";
import { dayResults, noteDay } from "./days";
import { PuzzleTable } from "./puzzleTable.svelte";
import { lostText } from "./sentences";

export class DayPuzzle {
  puzzle = $state.raw<Puzzle | null>(null);
  errorMessage = $state("");
  answer = $state.raw<{ readonly turn: Turn; readonly grade: PuzzleAnswer } | null>(null);
  /** The turn on the table once there is a grade. */
  shown = $state.raw<Turn | undefined>();
  results = $state.raw(dayResults());
  #attempt = $state(0);
  readonly #day: () => string;

  readonly table = $derived.by(() => {
    void this.#attempt;
    return this.puzzle === null
      ? null
      : new PuzzleTable(this.puzzle, (turn, grade) => this.#grade(turn, grade));
  });
  readonly game = $derived(placementGame(this.puzzle?.game));
  readonly known = $derived.by(() => this.results[this.#day()]);

  /** `day` returns the day; `ongraded` is called once an answer has its grade. */
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
      this.puzzle = await get("/api/puzzles/{day}", { path: { day: this.#day() } });
    } catch (error) {
      this.errorMessage = errorText(error);
    }
  }

  again(): void {
    this.answer = null;
    this.#attempt += 1;
  }

  /** Show a turn on the table; the answer if there is none. */
  show(turn: Turn | undefined): void {
    this.shown = turn ?? this.answer?.turn;
  }

  #grade(turn: Turn, grade: PuzzleAnswer): void {
    this.results = noteDay(this.#day(), grade.lost);
    this.answer = { turn, grade };
    this.shown = grade.best.turn;
    say(`${MARKS[grade.mark].word()}: ${lostText(grade.lost)}`);
    this.ongraded();
  }
}
