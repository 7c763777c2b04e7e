/**
 * The table of a past turn: the position and the hand of the seat, to play from once more.
 * Its turns go to the server, which judges them; the game itself does not change.
 */

import { post } from "../api/client";
import type {
  Arranged,
  Command,
  Done,
  Hint,
  Preview,
  TableView,
  TileCode,
  Turn,
} from "../api/types";
import { forgetDrafts } from "../game/shared/draft.svelte";
import { TableState } from "../live/tableState.svelte";
import { isJudged, type ReviewedTurn } from "./judged";

interface PastTurn {
  readonly table: string;
  readonly number: number;
  readonly seat: number;
  readonly openHands: boolean;
}

export class PastTurnTable extends TableState {
  readonly seat: number;
  readonly #path: { readonly table: string; readonly number: number };
  readonly #openHands: boolean;
  readonly #judged: (turn: ReviewedTurn) => void;

  constructor(
    { table, number, seat, openHands }: PastTurn,
    view: TableView | null,
    judged: (turn: ReviewedTurn) => void,
  ) {
    super(`past.${table}.${number}`);
    this.connection = "open";
    this.seat = seat;
    this.present = [seat];
    this.#path = { table, number };
    this.#openHands = openHands;
    this.#judged = judged;
    // Every attempt begins with the original hand.
    forgetDrafts(this.id);
    this.view = view;
  }

  preview(turn: Turn): Promise<Preview> {
    const path = "/api/tables/{table}/review/{number}/preview";
    return post(path, { path: this.#path, body: { turn } });
  }

  arrange(cards: readonly TileCode[]): Promise<Arranged> {
    const path = "/api/tables/{table}/review/{number}/arrange";
    return post(path, { path: this.#path, body: { cards } });
  }

  async do(command: Command): Promise<Done> {
    if (command.do !== "play") throw new Error("here turns are only tried");
    const body = { turn: command.turn, open_hands: this.#openHands };
    const path = "/api/tables/{table}/review/{number}/try";
    const answer = await post(path, { path: this.#path, body });
    if (!isJudged(answer)) throw new Error("a turn of a table has its hand");
    // The editor is removed with the answer: not before it has cleared its draft.
    setTimeout(() => this.#judged(answer));
    const seq = this.now?.seq ?? 0;
    return { seq, first: seq };
  }

  hint(): Promise<Hint> {
    throw new Error("a past turn has no hints: the review has better ones");
  }

  reconnect(): void {}
}
