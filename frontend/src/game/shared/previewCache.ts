/** What the server's rules say to drafts of one moment of the game; nothing is asked twice. */

import type { Preview, Turn } from "../../api/types";
import type { TableState } from "../../table/tableState.svelte";

export class Answers {
  /** The moment of the game they are about. */
  moment = -1;
  readonly #known = new Map<string, Promise<Preview | null>>();

  constructor(
    readonly table: TableState,
    readonly seat: number,
  ) {}

  /** Forget what was said about another moment; gives this one. */
  aboutNow(): number {
    const moment = this.table.game?.seq ?? 0;
    if (this.moment !== moment) this.#known.clear();
    this.moment = moment;
    return moment;
  }

  /** The word on a turn; null if nobody answered. */
  to(turn: Turn): Promise<Preview | null> {
    const key = JSON.stringify(turn);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const answer = this.table.preview(turn, this.seat).catch(() => {
      this.#known.delete(key);
      return null;
    });
    this.#known.set(key, answer);
    return answer;
  }
}
