/** Opening a game against a bot with one tap. */

import { playNow } from "../api/tables";
import { isNewcomer } from "../results/results";
import { go } from "../router.svelte";
import { settings } from "../settings/settings.svelte";
import { GUEST } from "../words/guests";

/** Open a game against a bot and go there. A first game has a friendly deal, where there is one. */
export async function playAgainst(bot: string, game: string): Promise<void> {
  const you = { kind: "person", name: settings.name || GUEST, face: settings.animal } as const;
  const seats = [you, { kind: "bot", bot } as const];
  const friendly = isNewcomer() ? { friendly_deal: true } : {};
  go(`/t/${await playNow({ game, seats, ...friendly })}`);
}
