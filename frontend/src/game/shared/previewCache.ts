/**
 * Previews of drafts in one position. What the view says about the seat answers most of them at once;
 * the server is asked for the rest, and no question twice.
 */

import type { Preview, Turn } from "../../api/types";
import type { TableState } from "../../live/tableState.svelte";
import { known, peek } from "./options";

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
    const options = this.#options;
    const preview = options && known(options, turn);
    return preview ? Promise.resolve(preview) : this.#ask(turn);
  }

  /** Return the same, perhaps without the reasons for a refusal: enough to know what is legal. */
  peek(turn: Turn): Promise<Preview | null> {
    const options = this.#options;
    const preview = options && peek(options, turn);
    return preview ? Promise.resolve(preview) : this.#ask(turn);
  }

  /** What the seat may do, if it is its turn. */
  get #options() {
    const options = this.table.you?.options;
    return options?.seat === this.seat ? options : undefined;
  }

  #ask(turn: Turn): Promise<Preview | null> {
    const key = JSON.stringify(turn);
    const asked = this.#answers.get(key);
    if (asked !== undefined) return asked;
    const answer = this.table.preview(turn, this.seat).catch(() => {
      this.#answers.delete(key);
      return null;
    });
    this.#answers.set(key, answer);
    return answer;
  }
}
