/** The table of a puzzle: a position and a hand. A turn that is played there is an answer. */

import { post } from "../../api/client";
import type {
  Arranged,
  Command,
  Done,
  Hint,
  Preview,
  Puzzle,
  PuzzleAnswer,
  TileCode,
  Turn,
} from "../../api/types";
import { forgetDrafts } from "../../game/shared/draft.svelte";
import { viewOfPosition } from "../../live/position";
import { TableState } from "../../live/tableState.svelte";

export class PuzzleTable extends TableState {
  readonly seat: number;
  readonly #number: number;
  readonly #day: string | null;
  readonly #answered: (turn: Turn, answer: PuzzleAnswer) => void;

  constructor(
    { number, date, game }: Puzzle,
    answered: (turn: Turn, answer: PuzzleAnswer) => void,
  ) {
    super(`puzzle.${number}`);
    this.seat = game.turn ?? 0;
    this.connection = "open";
    this.present = [this.seat];
    this.#number = number;
    this.#day = date;
    this.#answered = answered;
    // Every attempt begins with the whole hand.
    forgetDrafts(this.id);
    const { seat } = this;
    this.view = viewOfPosition(this.id, {
      game,
      seat,
      hand: game.hand,
      host: false,
      fromPosition: true,
    });
  }

  preview(turn: Turn): Promise<Preview> {
    const body = { turn };
    return this.#day === null
      ? post("/api/puzzles/numbers/{number}/previews", { path: { number: this.#number }, body })
      : post("/api/puzzles/{day}/previews", { path: { day: this.#day }, body });
  }

  async do(command: Command): Promise<Done> {
    if (command.do !== "play") throw new Error("a puzzle is only answered");
    const turn = command.turn as Turn;
    const body = { turn };
    const answer = await (this.#day === null
      ? post("/api/puzzles/numbers/{number}/answers", { path: { number: this.#number }, body })
      : post("/api/puzzles/{day}/answers", { path: { day: this.#day }, body }));
    // The editor is removed with the answer: not before it has cleared its draft.
    setTimeout(() => this.#answered(turn, answer));
    const seq = this.now?.seq ?? 0;
    return { seq, first: seq };
  }

  arrange(cards: readonly TileCode[]): Promise<Arranged> {
    const body = { cards };
    return this.#day === null
      ? post("/api/puzzles/numbers/{number}/arrange", { path: { number: this.#number }, body })
      : post("/api/puzzles/{day}/arrange", { path: { day: this.#day }, body });
  }

  hint(): Promise<Hint> {
    throw new Error("puzzles have no hints");
  }

  reconnect(): void {}
}
