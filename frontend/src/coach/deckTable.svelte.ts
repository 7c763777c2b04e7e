/** The table of one's own costly turn: the position that one had, to find a better turn in. */

import { post } from "../api/client";
import type {
  Arranged,
  Command,
  Done,
  Game,
  Hint,
  Preview,
  TileCode,
  Turn,
  TurnToTry,
} from "../api/types";
import { forgetDrafts } from "../game/shared/draft.svelte";
import { viewOfPosition } from "../live/position";
import { TableState } from "../live/tableState.svelte";
import { isJudged, type ReviewedTurn } from "../reviews/judged";

export class DeckTable extends TableState {
  readonly seat: number;
  readonly #path: { readonly table: string; readonly number: number };
  readonly #judged: (turn: ReviewedTurn) => void;

  constructor({ table, number }: TurnToTry, game: Game, judged: (turn: ReviewedTurn) => void) {
    super(`deck.${table}.${number}`);
    this.connection = "open";
    this.seat = game.turn ?? 0;
    this.present = [this.seat];
    this.#path = { table, number };
    this.#judged = judged;
    // Every attempt begins with the original hand.
    forgetDrafts(this.id);
    const { seat } = this;
    const hand = game.hand;
    this.view = viewOfPosition(this.id, { game, seat, hand, host: false, fromPosition: true });
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
    const body = { turn: command.turn, open_hands: false };
    const path = "/api/tables/{table}/review/{number}/try";
    const answer = await post(path, { path: this.#path, body });
    if (!isJudged(answer)) throw new Error("a turn of a table has its hand");
    // The editor is removed with the answer: not before it has cleared its draft.
    setTimeout(() => this.#judged(answer));
    const seq = this.now?.seq ?? 0;
    return { seq, first: seq };
  }

  hint(): Promise<Hint> {
    throw new Error("a past turn has no hints");
  }

  reconnect(): void {}
}
