/** What happens in the card game, in words. */

import { cardsGame } from "../../api/games";
import type { Act, Now } from "../../api/types";
import { nameAt } from "../../table/seats";
import { tileName } from "../../ui/tileNames";
import { setName } from "../../words/setNames";
import { n, t } from "../../words/translate.svelte";
import { openingWords } from "../shared/largestSets";
import type { Narrator } from "../shared/narrator";
import { targetsOf } from "./setPlaces";

function sentence(act: Act, now: Now): string | undefined {
  const name = "seat" in act ? nameAt(now, act.seat) : "";
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

export const cardNarrator: Narrator = {
  sentence,
  places: (act) => (act.event === "cards.cards-played" ? targetsOf(act) : ""),
  opening: (game, hand) => openingWords(cardsGame(game)?.opening_cards ?? 0, hand, true),
  qwirkles: (act) => (act.event === "cards.qwirkles-taken" ? act.sets.length : 0),
  score: (qwirkles) => n("{n} Qwirkle", "{n} Qwirkles", qwirkles),
  badge: (qwirkles) => `★ ${qwirkles}`,
  hand: (count) => n("{n} card in hand", "{n} cards in hand", count),
  supply: (game) => n("{n} card in the deck", "{n} cards in the deck", cardsGame(game)?.deck ?? 0),
};
