/** The review of a table: asked for, waited for, and there. */

import { get, post } from "../api/client";
import type { ReviewState } from "../api/types";
import { say } from "../ui/speech";
import { errorText } from "../words/refusals";
import { t } from "../words/translate.svelte";
import { isComplete, type Review } from "./judged";

/** Milliseconds between two questions how far it is. */
const PACE = 700;

export class ReviewRun {
  state = $state.raw<ReviewState | null>(null);
  /** Why there is none, in words. */
  errorMessage = $state("");
  /** The last review that was there: it stays until the next one is. */
  review = $state.raw<Review | null>(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {}

  /** Ask for the review, and follow it until it is there. */
  async ask(openHands: boolean, deep = false): Promise<void> {
    this.stop();
    this.errorMessage = "";
    this.state = null;
    const asked = this.#asked;
    const path = { table: this.table };
    const wanted = { open_hands: openHands, deep };
    try {
      await this.#show(asked, await post("/api/tables/{table}/review", { path, body: wanted }));
      if (this.state !== null && asked === this.#asked && this.waiting)
        say(t("The review is being made."), "review");
      while (asked === this.#asked && this.waiting) {
        await this.#pause();
        if (asked !== this.#asked) return;
        const state = await get("/api/tables/{table}/review", { path, query: wanted });
        await this.#show(asked, state);
        if (this.review !== null && !this.waiting) say(t("The review is ready."), "review");
      }
    } catch (error) {
      if (asked === this.#asked) this.errorMessage = errorText(error);
    }
  }

  get waiting(): boolean {
    return this.state?.state === "waiting" || this.state?.state === "running";
  }

  /** What comes from now on is for nobody. */
  stop(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
  }

  async #show(asked: number, state: ReviewState): Promise<void> {
    if (asked !== this.#asked) return;
    this.state = state;
    const { review } = state;
    const known = review !== null && isComplete(review);
    if (known) this.review = review;
    if (state.state === "failed" || state.state === "none" || (review !== null && !known))
      this.errorMessage = t("This game couldn’t be reviewed.");
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      this.#timer = setTimeout(resolve, PACE);
    });
  }
}
