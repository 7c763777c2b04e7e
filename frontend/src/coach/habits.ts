/** What “My game” says about phases and kinds of mistakes: never more certain than its figures. */

import type { KindLoss, Mean, MyGame, PhaseLoss } from "../api/types";
import { FAMILIES } from "../game/family";
import { decimal } from "../reviews/formats";
import { t } from "../words/translate.svelte";

const PHASES: Record<PhaseLoss["phase"], () => string> = {
  opening: () => t("Opening: your first three turns"),
  middle: () => t("Middle"),
  late: () => t("Late: at most 12 left to draw"),
  ending: () => t("Ending: nothing left to draw"),
};
const KINDS: Record<KindLoss["kind"], () => string> = {
  five: () => t("You leave fives"),
  qwirkle: () => t("You miss Qwirkles"),
  points: () => t("You pass up points"),
  hand: () => t("You give away what goes together"),
  gift: () => t("You leave the next player too much"),
  special: () => t("You use tokens and action tiles too early or too late"),
  tempo: () => t("You play too few"),
  end: () => t("You end the game too late"),
  other: () => t("Other mistakes"),
};

export function phaseName({ phase }: PhaseLoss): string {
  return PHASES[phase]();
}

/** Return an amount with its interval, in the unit of a game: “3 points a game (1.8 to 4.2)”. */
export function perGame(game: string, { mean, low, high }: Mean): string {
  const { narrator } = FAMILIES[game === "cards" ? "cards" : "placement"];
  return t("about {amount} a game ({low} to {high})", {
    amount: narrator.amount(decimal(mean)),
    low: decimal(Math.max(0, low)),
    high: decimal(high),
  });
}

export function kindText(game: string, loss: KindLoss): string {
  return t("{what}: {amount}", { what: KINDS[loss.kind](), amount: perGame(game, loss.lost) });
}

/** Return the kinds of mistakes that certainly cost something: their whole interval is above zero. */
export function certainKinds({ kinds }: MyGame): readonly KindLoss[] {
  return kinds.filter(({ lost }) => lost.low > 0);
}
