/** The table of a puzzle: a position and a hand. A turn that is played there is an answer. */

import { send } from "../api/client";
import type {
  Arranged,
  Command,
  Done,
  Game,
  Hint,
  Preview,
  Puzzle,
  PuzzleAnswer,
  TableView,
  Turn,
} from "../api/types";
import { forgetDrafts } from "../game/shared/draft.svelte";
import { TableState } from "../table/tableState.svelte";

export class PuzzleTable extends TableState {
  readonly seat: number;
  readonly #path: string;
  readonly #answered: (turn: Turn, answer: PuzzleAnswer) => void;

  constructor({ date, game }: Puzzle, answered: (turn: Turn, answer: PuzzleAnswer) => void) {
    super(`puzzle.${date}`);
    this.seat = game.turn ?? 0;
    this.connection = "open";
    this.present = [this.seat];
    this.#path = `/api/puzzles/${date}`;
    this.#answered = answered;
    // Every attempt begins with the whole hand.
    forgetDrafts(this.id);
    this.view = viewOf(this.id, game, this.seat);
  }

  preview(turn: Turn): Promise<Preview> {
    return send<Preview>(`${this.#path}/previews`, { turn });
  }

  async do(command: Command): Promise<Done> {
    if (command.do !== "play") throw new Error("a puzzle is only answered");
    const turn = command.turn as Turn;
    const answer = await send<PuzzleAnswer>(`${this.#path}/answers`, { turn });
    // The editor goes with the answer: not before it has put its draft away.
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

function viewOf(table: string, game: Game, seat: number): TableView {
  return {
    table,
    at: 0,
    edition: {
      game: game.game,
      family: game.family,
      name: "",
      about: "",
      faces: "",
      options: {},
      house_rule: null,
      supply: "bag",
    },
    from_position: true,
    clock: null,
    spectators: "nobody",
    listing: "nobody",
    hints: false,
    patience_ms: 0,
    commitment: "",
    before: null,
    now: {
      seq: game.seq,
      phase: "playing",
      seats: [],
      turn: seat,
      turn_since: 0,
      deadline: null,
      gone_at: null,
      vote: null,
      may_take_back: [],
      taken_back: 0,
      rated: false,
      ended: null,
      seed: null,
      rematch: null,
      host: null,
      ratings: [],
    },
    game: { ...game, hand: [] },
    you: { seats: [seat], host: false, hands: [{ seat, hand: game.hand }] },
  };
}
