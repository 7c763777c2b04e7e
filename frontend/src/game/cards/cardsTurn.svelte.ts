/** The turn of one seat in the card game: laying sets, or a new hand when no card can be played. */

import { untrack } from "svelte";
import { cardsGame } from "../../api/games";
import type { Turn } from "../../api/types";
import type { TableState } from "../../live/tableState.svelte";
import { t } from "../../words/translate.svelte";
import { OwnTurn, returnedWords } from "../shared/ownTurn.svelte";
import { CardsDraft } from "./cardsDraft.svelte";
import type { Sets } from "./piles";

/** The turns that are allowed when no card can be played. */
export type Fallback = "exchange" | "pass";

export class CardsTurn extends OwnTurn {
  readonly draft: CardsDraft;
  fallback = $state<Fallback | null>(null);

  constructor(
    table: TableState,
    seat: number,
    /** Whether the server arranges cards here: not for learners. */
    readonly arranges = true,
  ) {
    super(table, seat);
    this.draft = new CardsDraft(table.id, seat);
  }

  protected followGame(): string {
    const game = cardsGame(this.table.game);
    const hand = this.table.hand(this.seat);
    if (game === undefined) return "";
    return untrack(() => {
      const before = this.draft.played;
      this.draft.follow(hand, game.table);
      const held = new Set(this.draft.hand.map(({ id }) => id));
      const returned = before.filter(({ id }) => held.has(id)).map(({ card }) => card);
      return returnedWords(returned, t("The sets they were in have changed."));
    });
  }

  override async ask(): Promise<void> {
    await super.ask();
    const { verdict } = this;
    if (verdict === null) return;
    this.fallback =
      verdict.playable.length > 0 || !this.myTurn ? null : await this.#allowedFallback();
  }

  async #allowedFallback(): Promise<Fallback | null> {
    for (const fallback of ["exchange", "pass"] as const)
      if ((await this.previews.get({ [fallback]: true }))?.legal) return fallback;
    return null;
  }

  /** Let the server arrange the cards that are chosen or laid out. */
  async arrange(): Promise<void> {
    if (!this.arranges) return;
    await this.attempt("arrange", async () => {
      const held = this.draft.chosenCards().filter(({ from }) => from === null);
      const ids = new Set([...held, ...this.draft.played].map(({ id }) => id));
      const cards = [...ids].flatMap((id) => this.draft.cardOf(id)?.card ?? []);
      if (cards.length === 0) {
        this.advice = t("First choose the cards you’d like to play.");
        return;
      }
      const found = await this.table.arrange(cards, this.seat);
      if (found.possible) this.draft.lay(found.after);
      if (found.possible) this.advice = t("Arranged. Have a look, then play.");
      else
        this.advice =
          cards.length === 1
            ? t(
                "No set on the table has room for this card alone. Choose more cards to go with it.",
              )
            : t("These cards can’t be played together. Try fewer, or different ones.");
    });
  }

  protected layOut(turn: Turn): void {
    if (turn.after !== undefined) this.draft.lay(turn.after as Sets);
  }
}
