/**
 * The turn of one seat on this device: the draft, the server's preview of it, and the possible actions.
 * It knows no rule itself: points, cells and refusals all come from the server.
 */

import { untrack } from "svelte";
import type { Hint, Preview, TileCode, Turn } from "../../api/types";
import { SecondLooks } from "../../coach/secondLooks.svelte";
import type { TableState } from "../../live/tableState.svelte";
import { tileList } from "../../tiles/tileNames";
import { say } from "../../ui/speech";
import { hintText } from "../../words/hints";
import { turnRefusal } from "../../words/reasons";
import { t } from "../../words/translate.svelte";
import type { Draft } from "./draft.svelte";
import { PreviewCache } from "./previewCache";

/** The request to the server that is in progress. */
type Activity = "play" | "hint" | "arrange";

/** A tap within this many milliseconds of a change of turn may be meant for the turn before. */
const SETTLING = 400;

export abstract class OwnTurn {
  abstract readonly draft: Draft;
  /** The last preview; that of an older draft until the answer has arrived. */
  preview = $state.raw<Preview | null>(null);
  /** Whether an answer about the draft is pending. */
  pending = $state(false);
  activity = $state<Activity | null>(null);
  /** The reason for the server's refusal, in words. */
  refusal = $state("");
  /** The text of a hint about the turn it laid out. */
  advice = $state("");
  /** The pieces that went back to the hand because the table has changed, and why. */
  returned = $state("");
  /** Whether the turn has just begun: nothing can be played for a moment. */
  settling = $state(false);

  #previewed = $state.raw<Turn | null>(null);
  #previewedIn = $state("");

  readonly myTurn = $derived.by(() => this.table.now?.turn === this.seat);
  readonly busy = $derived(this.activity !== null);
  /** The preview, if it belongs to the current draft: no other may be shown. */
  readonly verdict = $derived.by(() => {
    const current = this.#previewed === this.draft.turn && this.#previewedIn === this.position;
    return current && !this.pending ? this.preview : null;
  });
  /** The position of the game: an answer about another one does not apply. */
  protected readonly position = $derived.by(() => this.table.position);
  readonly ready = $derived.by(
    () =>
      this.myTurn &&
      !this.busy &&
      !this.settling &&
      this.draft.begun &&
      this.verdict?.legal === true,
  );
  /** Whether the draft waits for the network: to be judged, or to be played. */
  readonly waits = $derived.by(() => this.table.lost && this.draft.begun && !this.ready);
  /** Whether the draft can be played as soon as the turn comes; not where people share a device. */
  readonly mayPlan = $derived.by(
    () =>
      !this.myTurn &&
      this.draft.begun &&
      this.verdict?.legal === true &&
      this.table.you?.seats.length === 1,
  );
  /** Whether it is time to play what was planned. */
  readonly planDue = $derived.by(() => this.myTurn && !this.busy && this.draft.planned);

  protected readonly previews: PreviewCache;
  /** The second looks of a teaching game. */
  readonly looks: SecondLooks;
  /** Whether a teaching game asks to look at this draft again. */
  readonly asked = $derived.by(() => this.looks.asksAbout(this.draft.turn));

  constructor(
    readonly table: TableState,
    readonly seat: number,
  ) {
    this.previews = new PreviewCache(table, seat);
    this.looks = new SecondLooks(table, seat);
  }

  #turn: number | null | undefined;
  #settled: ReturnType<typeof setTimeout> | undefined;

  /** Update the draft. Call it whenever the game has changed. */
  follow(): void {
    const turn = this.table.now?.turn ?? null;
    untrack(() => {
      if (this.#turn !== undefined && this.#turn !== turn) this.#settle();
      this.#turn = turn;
    });
    const returned = this.followGame();
    // The pieces of a turn being played are on the table now.
    if (returned !== "" && untrack(() => this.activity) !== "play") this.returned = returned;
  }

  /** Follow the game; describe the pieces that had to go back to the hand, and why. */
  protected abstract followGame(): string;

  #settle(): void {
    clearTimeout(this.#settled);
    this.settling = true;
    this.#settled = setTimeout(() => {
      this.settling = false;
    }, SETTLING);
  }

  /** Lay out the turn of a hint. */
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

  /** Return whether a preview can be requested: not after the last turn, even before the end is announced. */
  protected canAsk(): boolean {
    return this.table.connection === "open" && this.table.now?.turn != null;
  }

  /** Return whether the draft was legal before the table changed; null if that is not known. */
  protected wasLegal(): boolean | null {
    if (this.#previewed === null) return null;
    return this.#previewed === this.draft.turn && this.preview?.legal === true;
  }

  togglePlan(): void {
    this.draft.plan(this.mayPlan && !this.draft.planned);
  }

  /** Play the planned turn, if the rules still allow all of it; return whether it was played. */
  async playPlanned(): Promise<boolean> {
    await this.ask();
    if (!this.planDue || this.verdict === null) return false;
    const legal = this.verdict.legal;
    this.draft.plan(false);
    return legal && this.play(this.draft.turn);
  }

  /** Play the draft if that is allowed; return whether it was played. */
  confirm(): Promise<boolean> {
    return this.ready ? this.play(this.draft.turn) : Promise.resolve(false);
  }

  /** Play the draft once the server has judged it, for quick players; return whether it was played. */
  async confirmWhenJudged(): Promise<boolean> {
    await this.ask();
    return this.confirm();
  }

  /** Play a turn; return whether the server accepted it. A teaching game may stop it once. */
  async play(turn: Turn): Promise<boolean> {
    let played = false;
    await this.attempt("play", async () => {
      if (await this.looks.stops(turn, this.draft.turn)) {
        say(`${this.looks.heard} ${t("P plays it anyway, H gives a hint.")}`);
        return;
      }
      played = true;
      const { seq } = await this.table.do({ do: "play", turn, seat: this.seat });
      // Before the event arrives, the draft would go back to the hand for a moment.
      await this.table.reached(seq);
      if (this.table.now?.phase === "ended") this.draft.close();
      this.draft.clear();
    });
    return played && this.refusal === "";
  }

  /** Give the next hint about the better turn; the last one lays it out. */
  async lookCloser(): Promise<void> {
    await this.attempt("hint", async () => {
      const best = await this.looks.closer();
      if (best === null) return;
      this.layOut(best);
      this.advice = this.looks.words;
    });
    say(this.looks.heard);
  }

  /** Lay out a good turn. */
  async hint(): Promise<Hint | null> {
    let hint: Hint | null = null;
    await this.attempt("hint", async () => {
      hint = await this.table.hint(this.seat);
      // Its words first: the server's verdict on the tiles comes after them.
      const advice = await hintText(hint);
      this.layOut(hint.turn);
      this.advice = advice;
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
    this.returned = "";
  }

  /** Do one thing at a time; keep a refusal in words. */
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

/** Describe the tiles or cards that went back to the hand, and why. */
export function returnedWords(tiles: readonly TileCode[], reason: string): string {
  if (tiles.length === 0) return "";
  return t("Back in your hand: {tiles}. {reason}", {
    tiles: tileList(tiles),
    reason,
  });
}
