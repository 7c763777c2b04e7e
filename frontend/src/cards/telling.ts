/** What happened in the card game, in sentences for people who listen, and hints in words. */

import type { Hint, Now, TileCode, Told } from "../api/types";
import { tileName } from "../look/names";
import { nameAt } from "../together/seats";
import { n, t } from "../words/words.svelte";
import { setName } from "./names";

/** An event of the card game inside a `turn-played`, as a spectator sees it. */
export interface CardAct {
  readonly event: string;
  readonly seat?: number;
  readonly played?: readonly TileCode[];
  readonly switches?: readonly { readonly card: TileCode; readonly source: number | null }[];
  readonly sets?: readonly (readonly TileCode[])[];
  readonly turns?: number;
}

/** The sentence for an act of the card game; undefined if there is nothing to say. */
export function cardSentence(act: CardAct, now: Now): string | undefined {
  const name = act.seat === undefined ? "" : nameAt(now, act.seat);
  switch (act.event) {
    case "cards.cards-played": {
      const cards = (act.played ?? []).map(tileName).join(", ");
      const switched = (act.switches ?? []).filter(({ source }) => source !== null).length;
      if (switched === 0) return t("{name} played {cards}.", { name, cards });
      return n(
        "{name} played {cards} and moved {n} card.",
        "{name} played {cards} and moved {n} cards.",
        switched,
        { name, cards },
      );
    }
    case "cards.qwirkles-taken":
      return (act.sets ?? [])
        .map((set) => t("{name} made a Qwirkle: {what}!", { name, what: setName(set) }))
        .join(" ");
    case "cards.hand-returned":
      return t("{name} couldn’t play and drew a new hand.", { name });
    case "cards.last-round-began":
      return t("{name} drew the last card. Everyone gets one more turn.", { name });
    case "cards.passed":
      return t("{name} passed.", { name });
    default:
      return undefined;
  }
}

/** How many Qwirkles an event took from the table. */
export function qwirklesTaken(told: Told): number {
  const acts = (told.event.acts ?? []) as readonly CardAct[];
  return acts
    .filter(({ event }) => event === "cards.qwirkles-taken")
    .reduce((sum, { sets }) => sum + (sets?.length ?? 0), 0);
}

export function cardHint({ turn, points }: Hint): string {
  if (turn.exchange !== undefined) return t("You can’t play any of your cards: draw a new hand.");
  if (turn.pass !== undefined) return t("You can’t play any of your cards, and the deck is empty.");
  if (points > 0) return n("This makes {n} Qwirkle.", "This makes {n} Qwirkles.", points);
  return t("This is a good turn, and it leaves little for the others.");
}
