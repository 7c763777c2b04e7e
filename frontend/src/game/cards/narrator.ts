/** What happens in the card game, in words. */

import { cardsGame } from "../../api/games";
import type { Act } from "../../api/types";
import { nameAt } from "../../table/seats";
import { tileName } from "../../ui/tileNames";
import { listed } from "../../words/lists";
import { setName } from "../../words/setNames";
import { n, t } from "../../words/translate.svelte";
import { openingWords } from "../shared/largestSets";
import { forcedSentence, isForced, type Narrator, type Telling } from "../shared/narrator";

type CardsPlayed = Extract<Act, { event: "cards.cards-played" }>;

function sentence(act: Act, telling: Telling): string | undefined {
  if (!("seat" in act)) return undefined;
  const me = act.seat === telling.me;
  const name = nameAt(telling.now, act.seat);
  switch (act.event) {
    case "cards.cards-played":
      return playedSentence(act, telling, me, name);
    case "cards.qwirkles-taken":
      if (!telling.places)
        return act.sets.length === 1
          ? t("Qwirkle!")
          : n("{n} Qwirkle!", "{n} Qwirkles!", act.sets.length);
      return act.sets
        .map((set) => ({ name, what: setName(set) }))
        .map((words) =>
          me ? t("You made a Qwirkle: {what}!", words) : t("{name} made a Qwirkle: {what}!", words),
        )
        .join(" ");
    case "cards.hand-returned":
      if (isForced(telling)) return forcedSentence(t("a new hand was drawn"), act.seat, telling);
      return me
        ? t("You couldn’t play and drew a new hand.")
        : t("{name} couldn’t play and drew a new hand.", { name });
    case "cards.last-round-began":
      return me
        ? t("You drew the last card. Everyone gets one more turn.")
        : t("{name} drew the last card. Everyone gets one more turn.", { name });
    case "cards.passed":
      if (isForced(telling)) return forcedSentence(t("nothing could be played"), act.seat, telling);
      return me ? t("You passed.") : t("{name} passed.", { name });
    default:
      return undefined;
  }
}

function playedSentence(act: CardsPlayed, telling: Telling, me: boolean, name: string): string {
  const cards = telling.places
    ? listed(playedParts(act))
    : act.played.map((card) => tileName(card)).join(", ");
  const moved = act.switches.filter(({ source }) => source !== null).length;
  if (isForced(telling))
    return forcedSentence(t("the table played {cards}", { cards }), act.seat, telling);
  if (moved === 0)
    return me ? t("You played {cards}.", { cards }) : t("{name} played {cards}.", { name, cards });
  return me
    ? n(
        "You played {cards} and moved {n} card.",
        "You played {cards} and moved {n} cards.",
        moved,
        { cards },
      )
    : n(
        "{name} played {cards} and moved {n} card.",
        "{name} played {cards} and moved {n} cards.",
        moved,
        { name, cards },
      );
}

/** The cards that came from the hand, set by set, and what they went into. */
function playedParts({ switches, after }: CardsPlayed): readonly string[] {
  const targets = [...new Set(switches.filter(isPlayed).map(({ target }) => target))];
  return targets.map((target) => {
    const arrived = switches.filter((card) => card.target === target);
    const cards = arrived
      .filter(isPlayed)
      .map(({ card }) => tileName(card))
      .join(", ");
    const set = after[target] ?? [];
    return arrived.length === set.length
      ? t("{cards} as a new set", { cards })
      : t("{cards} into the {set}", { cards, set: setName(set) });
  });
}

function isPlayed({ source }: CardsPlayed["switches"][number]): boolean {
  return source === null;
}

export const cardNarrator: Narrator = {
  sentence,
  opening: (game, hand) => openingWords(cardsGame(game)?.opening_cards ?? 0, hand, true),
  qwirkles: (act) => (act.event === "cards.qwirkles-taken" ? act.sets.length : 0),
  score: (qwirkles) => n("{n} Qwirkle", "{n} Qwirkles", qwirkles),
  amount: (qwirkles) => t("{qwirkles} Qwirkles", { qwirkles }),
  badge: (qwirkles) => `★ ${qwirkles}`,
  hand: (count) => n("{n} card in hand", "{n} cards in hand", count),
  supply: (game) => n("{n} card in the deck", "{n} cards in the deck", cardsGame(game)?.deck ?? 0),
};
