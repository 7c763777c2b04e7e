/**
 * The turn of one seat on this device: the draft, the server's preview of it, and what can be done
 * with it. It knows no rule itself: points, cells and refusals all come from the server.
 */

import type { Hint, Preview, Turn } from "../../api/types";
import type { TableState } from "../../table/tableState.svelte";
import { hintText } from "../../words/hints";
import { turnRefusal } from "../../words/reasons";
import type { Draft } from "./draft.svelte";
import { PreviewCache } from "./previewCache";

/** What the server is asked to do at the moment. */
type Activity = "play" | "hint" | "arrange";

export abstract class OwnTurn {
  abstract readonly draft: Draft;
  /** The last preview; that of an older draft until the answer has come. */
  preview = $state.raw<Preview | null>(null);
  /** Whether an answer about the draft is on its way. */
  pending = $state(false);
  activity = $state<Activity | null>(null);
  /** Why the server refused, in words. */
  refusal = $state("");
  /** What a hint says about the turn it laid out. */
  advice = $state("");

  #previewed = $state.raw<Turn | null>(null);
  #previewedIn = $state("");

  readonly myTurn = $derived.by(() => this.table.now?.turn === this.seat);
  readonly busy = $derived(this.activity !== null);
  /** The preview, if it is about the draft as it is now: nothing else may be said about the draft. */
  readonly verdict = $derived.by(() => {
    const current = this.#previewed === this.draft.turn && this.#previewedIn === this.position;
    return current && !this.pending ? this.preview : null;
  });
  /** The position of the game: an answer about another one says nothing about this. */
  protected readonly position = $derived.by(() => this.table.position);
  readonly ready = $derived.by(
    () => this.myTurn && !this.busy && this.draft.begun && this.verdict?.legal === true,
  );

  protected readonly previews: PreviewCache;

  constructor(
    readonly table: TableState,
    readonly seat: number,
  ) {
    this.previews = new PreviewCache(table, seat);
  }

  /** Bring the draft up to date. Call it whenever the game has changed. */
  abstract follow(): void;
  /** Lay out a turn, as a hint gives it. */
  protected abstract layOut(turn: Turn): void;

  /** Ask the server about the draft. Call it whenever the draft or the game has changed. */
  async ask(): Promise<void> {
    const { turn } = this.draft;
    if (!this.canAsk()) return;
    const position = this.previews.refresh();
    this.pending = true;
    const preview = await this.previews.get(turn);
    if (this.draft.turn !== turn || this.previews.position !== position) return;
    this.preview = preview;
    this.#previewed = turn;
    this.#previewedIn = position;
    this.pending = false;
  }

  /** After the last turn there is nothing to ask, though the end is announced a moment later. */
  protected canAsk(): boolean {
    return this.table.connection === "open" && this.table.now?.turn != null;
  }

  /** Play the draft if that is allowed; whether it was played. */
  confirm(): Promise<boolean> {
    return this.ready ? this.play(this.draft.turn) : Promise.resolve(false);
  }

  /** Play the draft once the server has judged it, for those who are quicker; whether it was played. */
  async confirmWhenJudged(): Promise<boolean> {
    await this.ask();
    return this.confirm();
  }

  /** Play a turn; whether the server accepted it. */
  play(turn: Turn): Promise<boolean> {
    return this.attempt("play", async () => {
      const { seq } = await this.table.do({ do: "play", turn, seat: this.seat });
      // Before the news is there, what was laid out would go back to the hand for a moment.
      await this.table.reached(seq);
      this.draft.clear();
    });
  }

  /** Lay out a good turn. */
  async hint(): Promise<Hint | null> {
    let hint: Hint | null = null;
    await this.attempt("hint", async () => {
      hint = await this.table.hint(this.seat);
      this.layOut(hint.turn);
      this.advice = hintText(hint);
    });
    return hint;
  }

  undo(): void {
    this.clearMessages();
    this.draft.undo();
  }

  recall(): void {
    this.clearMessages();
    this.draft.recall();
  }

  clearMessages(): void {
    this.refusal = "";
    this.advice = "";
  }

  /** Do one thing at a time; a refusal is kept in words. */
  protected async attempt(activity: Activity, action: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.clearMessages();
    this.activity = activity;
    try {
      await action();
      return true;
    } catch (error) {
      this.refusal = turnRefusal(error);
      return false;
    } finally {
      this.activity = null;
    }
  }
}
