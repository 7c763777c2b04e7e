/** Achievements from results: the ladder of the animals, personal bests, and wins in a row. */

import type { FamilyKey } from "../game/family";
import { LEVELS } from "../words/bots";
import type { GameResult } from "./results";

/** Three stars for each animal: beaten, beaten clearly, beaten three times in a row. */
export interface Rung {
  readonly bot: string;
  readonly games: number;
  readonly stars: readonly [beaten: boolean, clearly: boolean, thrice: boolean];
}

export interface Bests {
  readonly game: string;
  readonly games: number;
  readonly won: number;
  readonly score: number;
  /** Null if it is unknown, because the games were played on another device. */
  readonly turn: number | null;
  readonly qwirkles: number | null;
  /** Null without a win. */
  readonly margin: number | null;
}

/** A lead of this many points is clear; in the card game points are whole Qwirkles. Old results lack a family. */
export const CLEAR_LEAD: Readonly<Record<FamilyKey, number>> = { placement: 20, cards: 2 };
const IN_A_ROW = 3;

export function ladder(all: readonly GameResult[]): readonly Rung[] {
  return LEVELS.map((bot) => {
    const leads = all.flatMap(({ family, opponents }) =>
      opponents
        .filter((opponent) => opponent.bot === bot)
        .map(({ ahead }) => ({ ahead, clear: CLEAR_LEAD[family] ?? CLEAR_LEAD.placement })),
    );
    const stars = [
      leads.some(({ ahead }) => ahead !== null),
      leads.some(({ ahead, clear }) => ahead !== null && ahead >= clear),
      longestRun(leads.map(({ ahead }) => ahead !== null)) >= IN_A_ROW,
    ] as const;
    return { bot, games: leads.length, stars };
  });
}

export function starsOf(rung: Rung): number {
  return rung.stars.filter(Boolean).length;
}

/** Return the animal to beat next: the first above this one that is not beaten yet, else the first of all. */
export function nextAnimal(rungs: readonly Rung[], beaten = ""): string | undefined {
  const open = rungs.filter(({ stars }) => !stars[0]).map(({ bot }) => bot);
  return open.find((bot) => LEVELS.indexOf(bot) > LEVELS.indexOf(beaten)) ?? open[0];
}

/** Return the personal bests of every game that was played, in the order of `games`. */
export function personalBests(
  all: readonly GameResult[],
  games: readonly string[],
): readonly Bests[] {
  return games.flatMap((game) => {
    const played = all.filter((result) => result.game === game);
    if (played.length === 0) return [];
    const won = played.filter((result) => result.won);
    return {
      game,
      games: played.length,
      won: won.length,
      score: Math.max(...played.map(({ score }) => score)),
      turn: most(played.map(({ turn }) => turn)),
      qwirkles: most(played.map(({ qwirkles }) => qwirkles)),
      margin: most(won.map(({ margin }) => margin)),
    };
  });
}

/** Return the wins in a row: the current number, and the highest ever. */
export function streaks(all: readonly GameResult[]): { current: number; longest: number } {
  const won = all.map((result) => result.won);
  const lost = won.lastIndexOf(false);
  return { current: won.length - 1 - lost, longest: longestRun(won) };
}

/** Return the bests that a game has set by beating earlier ones. */
export function newBests(
  all: readonly GameResult[],
  id: string,
): ReadonlySet<"score" | "turn" | "qwirkles"> {
  const set = new Set<"score" | "turn" | "qwirkles">();
  const result = all.find((one) => one.id === id);
  if (result === undefined) return set;
  const before = all.filter((one) => one.game === result.game && one.at < result.at);
  for (const what of ["score", "turn", "qwirkles"] as const) {
    const best = most(before.map((one) => one[what]));
    if (best !== null && (result[what] ?? 0) > best) set.add(what);
  }
  return set;
}

function most(values: readonly (number | undefined)[]): number | null {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? null : Math.max(...known);
}

function longestRun(won: readonly boolean[]): number {
  let longest = 0;
  let run = 0;
  for (const one of won) {
    run = one ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
