/** The narration of the card game. */

import type { Act, CardsGame, EventView } from "../../api/types";
import { nameAt } from "../../live/seats";
import { tileList } from "../../tiles/tileNames";
import { setName } from "../../words/setNames";
import { n, t } from "../../words/translate.svelte";
import { openingWords } from "../shared/largestSets";
import { actsOf, forcedSentence, isForced, type Narrator, type Telling } from "../shared/narrator";
import type { LastCards } from "./lastTurn";
import { type SeenTurn, turnWords } from "./setPlaces";

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
  if (!telling.places) return briefly(act, telling, me, name);
  const turn = { ...act, ...aroundIt(telling.event) };
  const cards = { inForm: (form: string) => turnWords(turn, form).played.join("; ") };
  const { moved } = turnWords(turn);
  const what = isForced(telling)
    ? forcedSentence(t("the table played {cards:a}", { cards }), act.seat, telling)
    : me
      ? t("You played {cards:a}.", { cards })
      : t("{name} played {cards:a}.", { name, cards });
  if (moved.length === 0) return what;
  return `${what} ${t("Moved: {moves}.", { moves: moved.join("; ") })}`;
}

/** Describe a turn for readers who see where the cards went. */
function briefly(act: CardsPlayed, telling: Telling, me: boolean, name: string): string {
  const cards = tileList(act.played);
  const moved = act.switches.filter(({ source }) => source !== null).length;
  if (isForced(telling))
    return forcedSentence(t("the table played {cards:a}", { cards }), act.seat, telling);
  if (moved === 0)
    return me
      ? t("You played {cards:a}.", { cards })
      : t("{name} played {cards:a}.", { name, cards });
  return me
    ? n(
        "You played {cards:a} and moved {n} card.",
        "You played {cards:a} and moved {n} cards.",
        moved,
        { cards },
      )
    : n(
        "{name} played {cards:a} and moved {n} card.",
        "{name} played {cards:a} and moved {n} cards.",
        moved,
        { name, cards },
      );
}

/** Return the sets before a turn, and those that left the table in it. */
function aroundIt(event: EventView): Pick<SeenTurn, "before" | "qwirkles"> {
  const last = (event.game?.last ?? null) as LastCards | null;
  const qwirkles = actsOf(event).flatMap((act) =>
    act.event === "cards.qwirkles-taken" ? act.sets : [],
  );
  return { before: last?.before ?? [], qwirkles };
}

export const cardNarrator: Narrator<CardsGame> = {
  sentence,
  opening: (game, hand) => openingWords(game.opening_cards, hand, true),
  table: ({ table }) => {
    const sets = table.map((set, at) => t("{n} {tile}", { n: at + 1, tile: setName(set) }));
    if (sets.length === 0) return "";
    return n("{n} set on the table: {sets}.", "{n} sets on the table: {sets}.", sets.length, {
      sets: sets.join(", "),
    });
  },
  qwirkles: (act) => (act.event === "cards.qwirkles-taken" ? act.sets.length : 0),
  score: (qwirkles) => n("{n} Qwirkle", "{n} Qwirkles", qwirkles),
  amount: (qwirkles) => t("{qwirkles} Qwirkles", { qwirkles }),
  badge: (qwirkles) => `★ ${qwirkles}`,
  hand: (count) => n("{n} card in hand", "{n} cards in hand", count),
  supply: ({ deck }) => n("{n} card in the deck", "{n} cards in the deck", deck),
};
