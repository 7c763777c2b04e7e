/** The ranking of all turns of a position: asked for with more and more effort, until somebody stops it. */

import { post } from "../api/client";
import type { Laboratory, Placed, TileCode } from "../api/types";
import { errorText } from "../words/refusals";

/** How far a ranking goes by itself, and when somebody asks for more. */
export const USUAL = 3;
export const FURTHEST = 6;

export class RankingRun {
  found = $state.raw<Laboratory | null>(null);
  running = $state(false);
  errorMessage = $state("");
  #run = 0;

  /** Rank the turns of a position up to an effort; the answer to each is shown at once. */
  async look(
    position: string,
    own: readonly Placed[],
    held: readonly TileCode[],
    most = USUAL,
  ): Promise<void> {
    this.#run += 1;
    const run = this.#run;
    this.running = true;
    this.errorMessage = "";
    const turns = own.length > 0 ? [{ place: own }] : [];
    const first = most > USUAL ? USUAL + 1 : 0;
    try {
      for (let effort = first; effort <= most; effort++) {
        const found = await post("/api/analysis/rank", { body: { position, effort, turns, held } });
        if (run !== this.#run) return;
        this.found = found;
        if (found.exact || document.hidden) break;
      }
    } catch (error) {
      if (run === this.#run) this.errorMessage = errorText(error);
    } finally {
      if (run === this.#run) this.running = false;
    }
  }

  /** Stop: an answer that is still to come is not shown. */
  stop(): void {
    this.#run += 1;
    this.running = false;
  }
}
