/** The server's previews of drafts in one position; no question is asked twice. */

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

  /** Drop the answers about another position; return the current one. */
  refresh(): string {
    const { position } = this.table;
    if (this.position !== position) this.#answers.clear();
    this.position = position;
    return position;
  }

  /** Return the preview of a turn; null if there is no answer. */
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
