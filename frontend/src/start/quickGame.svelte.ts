/** Opening a game against a bot with one tap. */

import { onDestroy } from "svelte";
import { playNow } from "../api/tables";
import { WITHOUT_SERVER } from "../api/transport";
import { teachingPlan } from "../coach/teaching";
import { fittingOpponent } from "../results/fitting.svelte";
import { isNewcomer } from "../results/results";
import { go } from "../router.svelte";
import { settings } from "../settings/settings.svelte";
import { say } from "../ui/speech";
import { FITTING } from "../words/bots";
import { GUEST } from "../words/guests";
import { errorText } from "../words/refusals";
import { t } from "../words/translate.svelte";

/** A game against a bot behind one button. Made with its view, with which it is given up. */
export class QuickPlay {
  busy = $state(false);
  /** Whether it opens as soon as the device has a network again. */
  waiting = $state(false);
  errorMessage = $state("");
  #left = false;

  constructor() {
    onDestroy(() => {
      this.#left = true;
    });
  }

  /** Open the game and go there. A first game has a friendly deal, where there is one. */
  async play(chosen = settings.opponent, game = settings.game): Promise<void> {
    this.busy = true;
    this.errorMessage = "";
    try {
      if (!WITHOUT_SERVER && !navigator.onLine) await this.#network();
      if (this.#left) return;
      const bot = chosen === FITTING ? (await fittingOpponent(game)).bot : chosen;
      const you = { kind: "person", name: settings.name || GUEST, face: settings.animal } as const;
      const seats = [you, { kind: "bot", bot } as const];
      const friendly = isNewcomer() ? { friendly_deal: true } : {};
      const teaching = teachingPlan(game, settings.teaching);
      go(`/t/${await playNow({ game, seats, ...friendly, ...teaching })}`);
    } catch (error) {
      this.errorMessage = errorText(error);
    } finally {
      this.busy = false;
    }
  }

  async #network(): Promise<void> {
    this.waiting = true;
    say(t("Waiting for the network …"));
    await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    this.waiting = false;
  }
}
