/** A tournament that is requested at intervals while it is shown. */

import { commandId, get, post, Refusal } from "../api/client";
import type { Tournament, TournamentCommand } from "../api/types";
import { errorText } from "../words/refusals";

/** Milliseconds until the next request. */
const AGAIN = 4_000;

export class FollowedTournament {
  view = $state.raw<Tournament | null>(null);
  errorMessage = $state("");
  busy = $state(false);

  constructor(readonly id: string) {}

  /** Request the tournament now and at intervals; call the result to stop. */
  follow(): () => void {
    void this.refresh();
    const again = setInterval(() => {
      if (document.visibilityState === "visible" && !this.busy) void this.refresh();
    }, AGAIN);
    return () => clearInterval(again);
  }

  async refresh(): Promise<void> {
    try {
      this.view = await get("/api/swiss/{tournament}", { path: { tournament: this.id } });
    } catch (error) {
      // A missing answer is no reason to remove the current view.
      if (this.view === null || error instanceof Refusal) this.errorMessage = errorText(error);
    }
  }

  async do(command: TournamentCommand): Promise<void> {
    this.busy = true;
    this.errorMessage = "";
    try {
      const path = { tournament: this.id };
      const body = { command_id: commandId(), command };
      this.view = await post("/api/swiss/{tournament}/commands", { path, body });
    } catch (error) {
      this.errorMessage = errorText(error);
    } finally {
      this.busy = false;
    }
  }
}
