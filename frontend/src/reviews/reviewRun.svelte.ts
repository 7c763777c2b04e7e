/** The review of a table, from the request to the result. */

import { get, post } from "../api/client";
import type { ReviewState } from "../api/types";
import { say } from "../ui/speech";
import { errorText } from "../words/refusals";
import { t } from "../words/translate.svelte";
import { isComplete, type Review } from "./judged";

/** Milliseconds between two requests for its progress. */
const PACE = 700;

export class ReviewRun {
  state = $state.raw<ReviewState | null>(null);
  /** The reason why there is none, in words. */
  errorMessage = $state("");
  /** The last review, which stays until the next one is ready. */
  review = $state.raw<Review | null>(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly table: string) {}

  /** Request the review, and follow it until it is ready. */
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

  /** Ignore all further answers. */
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
