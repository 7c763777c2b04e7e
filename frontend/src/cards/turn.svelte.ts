/** The own turn in the card game: a draft, what the server says to it, and what can be done. */

import { untrack } from "svelte";
import type { Preview, Turn } from "../api/types";
import type { TableState } from "../table/state.svelte";

import { said } from "../words/refusals";
import { t } from "../words/words.svelte";
import { CardsDraft } from "./draft.svelte";
import type { Sets } from "./laying";
import { cardHint } from "./telling";

export type Idle = "exchange" | "pass";

export class CardsTurn {
  readonly draft: CardsDraft;
  /** What the rules say to the draft; of an older draft until the answer is there. */
  preview = $state.raw<Preview | null>(null);
  /** What is allowed when no card can be played. */
  idle = $state<Idle | null>(null);
  /** The last thing that went wrong, or that a hint said. */
  said = $state("");
  busy = $state(false);

  #about = $state.raw<Turn | null>(null);

  readonly mine = $derived.by(() => this.table.now?.turn === this.seat);
  /** Only what is about the draft as it lies. */
  readonly verdict = $derived.by(() => (this.#about === this.draft.turn ? this.preview : null));
  readonly ready = $derived.by(
    () => this.mine && !this.busy && this.draft.begun && this.verdict?.legal === true,
  );

  constructor(
    readonly table: TableState,
    readonly seat: number,
    /** Whether the server lays cards here: not for learners. */
    readonly arranges = true,
  ) {
    this.draft = new CardsDraft(table.id, seat);
  }

  /** Follow the table. To be called whenever it has changed. */
  follow(): void {
    const { game } = this.table;
    const hand = this.table.hand(this.seat);
    if (game !== null) untrack(() => this.draft.follow(hand, game.table ?? []));
  }

  /** Ask the server about the draft. To be called whenever it, or the table, has changed. */
  async ask(turn: Turn): Promise<void> {
    // After the last turn there is nothing to ask, though the end is told a moment later.
    if (this.table.now?.turn == null) return;
    try {
      const preview = await this.table.preview(turn, this.seat);
      if (turn !== this.draft.turn) return;
      this.preview = preview;
      this.#about = turn;
      this.idle = preview.playable.length > 0 || !this.mine ? null : await this.#allowed();
    } catch {
      // Without a connection there is nothing to say; the socket tells when it is back.
    }
  }

  async #allowed(): Promise<Idle | null> {
    for (const idle of ["exchange", "pass"] as const)
      if ((await this.table.preview({ [idle]: true }, this.seat)).legal) return idle;
    return null;
  }

  play(): Promise<void> {
    return this.#act(async () => {
      await this.table.do({ do: "play", turn: this.draft.turn, seat: this.seat });
      this.draft.clear();
      this.said = "";
    });
  }

  /** Take a new hand, or pass: what is allowed when nothing can be played. */
  give(idle: Idle): Promise<void> {
    return this.#act(async () => {
      await this.table.do({ do: "play", turn: { [idle]: true }, seat: this.seat });
      this.draft.clear();
    });
  }

  /** Let the server lay the cards that are chosen or laid out. */
  async arrange(): Promise<void> {
    if (!this.arranges) return;
    await this.#act(async () => {
      const held = this.draft.chosenCards().filter(({ from }) => from === null);
      const ids = new Set([...held, ...this.draft.played].map(({ id }) => id));
      const cards = [...ids].flatMap((id) => this.draft.cardOf(id)?.card ?? []);
      if (cards.length === 0) {
        this.said = t("First choose the cards you’d like to play.");
        return;
      }
      const found = await this.table.arrange(cards, this.seat);
      if (found.possible) this.draft.lay(found.after);
      this.said = found.possible
        ? t("Arranged. Have a look, then play.")
        : t("These cards can’t be played together. Try fewer, or different ones.");
    });
  }

  hint(): Promise<void> {
    return this.#act(async () => {
      const hint = await this.table.hint(this.seat);
      if (hint.turn.after !== undefined) this.draft.lay(hint.turn.after as Sets);
      this.said = cardHint(hint);
    });
  }

  async #act(action: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      await action();
    } catch (error) {
      this.said = said(error);
    } finally {
      this.busy = false;
    }
  }
}
