/** What happened at a table, told to people who do not see it: what was done, where, and what for. */

import type { Told } from "../../api/types";
import { nameAt } from "../../table/seats";
import type { TableState } from "../../table/tableState.svelte";
import { tileName } from "../../ui/tileNames";
import { howItEnded } from "../../words/endings";
import { t } from "../../words/translate.svelte";
import { actsOf, type Narrator, sentences } from "./narrator";

/** An event in sentences, each followed by the places it speaks of. */
export function spoken(told: Told, narrator: Narrator): readonly string[] {
  const { event } = told;
  if (event.event !== "turn-played") return sentences(told, narrator);
  return event.acts.flatMap((act) => {
    const words = sentences({ ...told, event: { ...event, acts: [act] } }, narrator);
    return words.length === 0 ? [] : [...words, narrator.places(act)].filter(Boolean);
  });
}

/** What the reader drew; nobody's tiles are told where several people listen. */
export function drawn(told: Told): string {
  if (told.you.seats.length !== 1) return "";
  const tiles = actsOf(told).flatMap((act) => {
    if (!("seat" in act) || !told.you.seats.includes(act.seat)) return [];
    if (act.event === "drew") return act.tiles ?? [];
    return act.event === "cards.drew" ? (act.cards ?? []) : [];
  });
  return tiles.length === 0
    ? ""
    : t("You drew {tiles}.", { tiles: tiles.map(tileName).join(", ") });
}

/** Whose turn it is, as this device says it. */
export function whoseTurn({ now, you }: Pick<Told, "now" | "you">): string {
  if (now.turn === null) return "";
  const name = nameAt(now, now.turn);
  if (!you.seats.includes(now.turn)) return t("It’s {name}’s turn.", { name });
  return you.seats.length === 1 ? t("Your turn.") : t("{name}, your turn.", { name });
}

/** All scores, in the order of the seats. */
export function scoresOf(table: TableState, narrator: Narrator): readonly string[] {
  const { now, game } = table;
  if (now === null || game === null) return [];
  return game.players.map(({ score }, seat) =>
    t("{name}: {score}.", { name: nameAt(now, seat), score: narrator.score(score) }),
  );
}

/** The situation, for somebody who has just come. */
export function situation(table: TableState, narrator: Narrator): readonly string[] {
  const { now, you, game } = table;
  if (now === null || you === null || game === null) return [];
  const [seat, ...others] = you.seats;
  const begins = game.last === null;
  const words = begins ? [t("The game begins.")] : scoresOf(table, narrator);
  const hand = seat === undefined || others.length > 0 ? [] : table.hand(seat);
  return [
    ...words,
    whoseTurn({ now, you }),
    now.turn === seat ? narrator.opening(game, hand) : "",
    hand.length === 0 ? "" : handList(hand),
  ].filter(Boolean);
}

/** The hand with the numbers of its keys. */
export function handList(hand: readonly string[]): string {
  const tiles = hand.map((tile, at) => t("{n} {tile}", { n: at + 1, tile: tileName(tile) }));
  return t("In your hand: {tiles}.", { tiles: tiles.join(", ") });
}

/** How it ended; who has won is the title of the result, and is said by it. */
export function ending(table: TableState, narrator: Narrator): readonly string[] {
  const { now, game } = table;
  if (now === null) return [];
  return [howItEnded(now, game), ...scoresOf(table, narrator)];
}
