/** What the server's rules say about drafts in one position; no question is asked twice. */

import type { Preview, Turn } from "../../api/types";
import type { TableState } from "../../live/tableState.svelte";

export class PreviewCache {
  /** The position the answers are about. */
  position = "";
  readonly #answers = new Map<string, Promise<Preview | null>>();

  constructor(
    readonly table: TableState,
    readonly seat: number,
  ) {}

  /** Forget the answers about another position; returns the present one. */
  refresh(): string {
    const { position } = this.table;
    if (this.position !== position) this.#answers.clear();
    this.position = position;
    return position;
  }

  /** The preview of a turn; null if nobody answered. */
  get(turn: Turn): Promise<Preview | null> {
    const key = JSON.stringify(turn);
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.table.preview(turn, this.seat).catch(() => {
      this.#answers.delete(key);
      return null;
    });
    this.#answers.set(key, answer);
    return answer;
  }
}
