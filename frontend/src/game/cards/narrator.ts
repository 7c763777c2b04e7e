/** The narration of the card game. */

import type { Act, CardsGame, EventView } from "../../api/types";
import { nameAt } from "../../live/seats";
import { tileList } from "../../tiles/tileNames";
import { say, tell } from "../../words/narration";
import { setName } from "../../words/setNames";
import { n, t } from "../../words/translate.svelte";
import { openingWords } from "../shared/largestSets";
import {
  actsOf,
  forcedSentence,
  isForced,
  type Narrator,
  shortName,
  type Telling,
} from "../shared/narrator";
import type { LastCards } from "./lastTurn";
import { qwirkleWords, renumberedWords, type SeenTurn, turnWords } from "./setPlaces";

type CardsPlayed = Extract<Act, { event: "cards.cards-played" }>;

function sentence(act: Act, telling: Telling): string | undefined {
  if (!("seat" in act)) return undefined;
  const me = act.seat === telling.me;
  const name = nameAt(telling.now, act.seat);
  switch (act.event) {
    case "cards.cards-played":
      return playedSentence(act, telling, me, name);
    case "cards.qwirkles-taken":
      if (!telling.places) return briefQwirkles(act.sets.length);
      if (telling.brief) return briefQwirkles(act.sets.length);
      return [...qwirkleSentences(telling, me, name), renumbered(telling)]
        .filter(Boolean)
        .join(" ");
    case "cards.hand-returned":
      if (isForced(telling)) return forcedSentence(t("a new hand was drawn"), act.seat, telling);
      return tell("hand-returned", me, { name });
    case "cards.last-round-began":
      return me
        ? t("You drew the last card. Everyone gets one more turn.")
        : t("{name} drew the last card. Everyone gets one more turn.", { name });
    case "cards.passed":
      if (isForced(telling)) return forcedSentence(t("nothing could be played"), act.seat, telling);
      return tell("passed", me, { name });
    default:
      return undefined;
  }
}

function playedSentence(act: CardsPlayed, telling: Telling, me: boolean, name: string): string {
  if (telling.brief && !isForced(telling)) return inShort(act, telling);
  if (!telling.places || telling.brief) return briefly(act, telling, me, name);
  const turn = seenTurn(telling.event);
  const cards = { inForm: (form: string) => turnWords(turn, form).played.join("; ") };
  const { moved } = turnWords(turn);
  const what = isForced(telling)
    ? forcedSentence(t("the table played {cards:a}", { cards }), act.seat, telling)
    : tell("cards-played", me, { name, cards });
  const moves = moved.length === 0 ? "" : say("cards-moved", { moves: moved.join("; ") });
  // After Qwirkles, this is said when they have been.
  const numbers = turn.qwirkles.length === 0 ? renumbered(telling) : "";
  return [what, moves, numbers].filter(Boolean).join(" ");
}

/** Describe a turn in as few words as possible. */
function inShort(act: CardsPlayed, { now, me }: Telling): string {
  const who = shortName(now, act.seat, me);
  const cards = tileList(act.played);
  const moved = act.switches.filter(({ source }) => source !== null).length;
  if (moved === 0) return t("{who}: {cards}.", { who, cards });
  return n("{who}: {cards}; {n} moved.", "{who}: {cards}; {n} moved.", moved, { who, cards });
}

function briefQwirkles(count: number): string {
  return count === 1 ? say("qwirkle") : n("{n} Qwirkle!", "{n} Qwirkles!", count);
}

function qwirkleSentences({ event }: Telling, me: boolean, name: string): readonly string[] {
  return qwirkleWords(seenTurn(event)).map((what) => tell("qwirkle-made", me, { name, what }));
}

function renumbered({ event }: Telling): string {
  return renumberedWords(seenTurn(event));
}

/** Describe a turn for readers who see where the cards went. */
function briefly(act: CardsPlayed, telling: Telling, me: boolean, name: string): string {
  const cards = tileList(act.played);
  const moved = act.switches.filter(({ source }) => source !== null).length;
  if (isForced(telling))
    return forcedSentence(t("the table played {cards:a}", { cards }), act.seat, telling);
  if (moved === 0) return tell("cards-played", me, { name, cards });
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

/** Return the turn of an event: the sets before and after it, and those that left the table. */
function seenTurn(event: EventView): SeenTurn {
  const last = (event.game?.last ?? null) as LastCards | null;
  const acts = actsOf(event);
  const { after = [], switches = [] } =
    acts.find((act) => act.event === "cards.cards-played") ?? ({} as Partial<CardsPlayed>);
  const qwirkles = acts.flatMap((act) => (act.event === "cards.qwirkles-taken" ? act.sets : []));
  return { before: last?.before ?? [], after, switches, qwirkles };
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
