/** What happened, in sentences: for screen readers, and for the list of moves. */

import type { Act, Game, Now, TileCode, Told } from "../../api/types";
import { nameAt } from "../../table/seats";
import { t } from "../../words/translate.svelte";

/** How one family of games speaks of what happens in it. */
export interface Narrator {
  /** The sentence for an act; undefined if there is nothing to say. */
  sentence(act: Act, now: Now): string | undefined;
  /** Where an act took place, for those who do not see it; empty if there is nothing to say. */
  places(act: Act): string;
  /** What the first turn asks of somebody with this hand; empty if it asks nothing. */
  opening(game: Game, hand: readonly TileCode[]): string;
  /** How many Qwirkles an act made. */
  qwirkles(act: Act): number;
  /** A score in words. */
  score(score: number): string;
  /** A score beside the player it belongs to, for eyes. */
  badge(score: number): string;
  /** How much somebody holds, in words. */
  hand(count: number): string;
  /** How much there is left to draw from. */
  supply(game: Game): string;
}

export function actsOf(told: Told): readonly Act[] {
  return told.event.event === "turn-played" ? told.event.acts : [];
}

export function qwirklesIn(told: Told, narrator: Narrator): number {
  return actsOf(told).reduce((sum, act) => sum + narrator.qwirkles(act), 0);
}

/** The points an act scored, if it scored any. */
export function pointsIn(act: Act): number {
  return "points" in act ? act.points : 0;
}

/** Everything an event says, in sentences. */
export function sentences(told: Told, narrator: Narrator): readonly string[] {
  const { event, now } = told;
  switch (event.event) {
    case "turn-played":
      return actsOf(told).flatMap((act) => narrator.sentence(act, now) ?? []);
    case "game-started":
      return [t("The game begins.")];
    case "seat-out":
      return [outSentence(nameAt(now, event.seat), event.why)];
    default:
      return [];
  }
}

function outSentence(name: string, why: string): string {
  if (why === "resigned") return t("{name} gave up.", { name });
  if (why === "voted") return t("The others continue without {name}.", { name });
  return t("{name} ran out of time.", { name });
}

/** A move as the list of moves shows it. */
export interface Move {
  readonly seq: number;
  readonly words: readonly string[];
  readonly points: number;
  readonly qwirkle: boolean;
}

/** The move an event is; null if it is none. */
export function moveOf(told: Told, narrator: Narrator): Move | null {
  if (told.event.event !== "turn-played") return null;
  return {
    seq: told.seq,
    words: sentences(told, narrator),
    points: actsOf(told).reduce((sum, act) => sum + pointsIn(act), 0),
    qwirkle: qwirklesIn(told, narrator) > 0,
  };
}
