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
  Turn,
} from "../../api/types";
import { forgetDrafts } from "../../game/shared/draft.svelte";
import { viewOfPosition } from "../../live/position";
import { TableState } from "../../live/tableState.svelte";

export class PuzzleTable extends TableState {
  readonly seat: number;
  readonly #path: { readonly day: string };
  readonly #answered: (turn: Turn, answer: PuzzleAnswer) => void;

  constructor({ date, game }: Puzzle, answered: (turn: Turn, answer: PuzzleAnswer) => void) {
    super(`puzzle.${date}`);
    this.seat = game.turn ?? 0;
    this.connection = "open";
    this.present = [this.seat];
    this.#path = { day: date };
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
    return post("/api/puzzles/{day}/previews", { path: this.#path, body: { turn } });
  }

  async do(command: Command): Promise<Done> {
    if (command.do !== "play") throw new Error("a puzzle is only answered");
    const turn = command.turn as Turn;
    const asked = { path: this.#path, body: { turn } };
    const answer = await post("/api/puzzles/{day}/answers", asked);
    // The editor is removed with the answer: not before it has cleared its draft.
    setTimeout(() => this.#answered(turn, answer));
    const seq = this.now?.seq ?? 0;
    return { seq, first: seq };
  }

  arrange(): Promise<Arranged> {
    throw new Error("puzzles have no cards");
  }

  hint(): Promise<Hint> {
    throw new Error("puzzles have no hints");
  }

  reconnect(): void {}
}
