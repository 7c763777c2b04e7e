/** The totals of a person's statistics, for one game or for all of them. */

import type { PersonStatistics } from "../api/types";

/** All games together: points of different games do not add up, so only wins are counted. */
export const ALL = "";

export interface Record {
  readonly games: number;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
}

export interface Against extends Record {
  readonly key: string;
  readonly name: string;
  readonly bot: string;
  /** Points ahead on average; null if no game was played to the end, or over different games. */
  readonly margin: number | null;
  readonly biggestWin: number | null;
  readonly biggestLoss: number | null;
  /** The difference in luck per game; null without a review. */
  readonly luck: number | null;
}

/** Return the games that a person has played, the most played first. */
export function gamesOf({ games }: PersonStatistics): readonly string[] {
  return [...games].sort((a, b) => b.games - a.games).map(({ game }) => game);
}

export function recordOf({ games }: PersonStatistics, game: string): Record {
  const chosen = games.filter((totals) => game === ALL || totals.game === game);
  const played = sum(chosen.map((totals) => totals.games));
  const won = sum(chosen.map((totals) => totals.won));
  const tied = sum(chosen.map((totals) => totals.tied));
  return { games: played, won, tied, lost: played - won - tied };
}

/** Return all opponents in a game, those of most games first. */
export function against({ opponents }: PersonStatistics, game: string): readonly Against[] {
  const met = opponents.flatMap(({ key, name, bot, games }) => {
    const chosen = games.filter((head) => game === ALL || head.game === game);
    const [only] = chosen;
    if (only === undefined) return [];
    const played = sum(chosen.map((head) => head.games));
    const won = sum(chosen.map((head) => head.won));
    const lost = sum(chosen.map((head) => head.lost));
    const alone = game === ALL ? null : only;
    return {
      key,
      name,
      bot,
      games: played,
      won,
      lost,
      tied: played - won - lost,
      margin: mean(alone?.margins),
      biggestWin: alone?.margins.biggest_win ?? null,
      biggestLoss: alone?.margins.biggest_loss ?? null,
      luck: mean(alone?.luck),
    };
  });
  return met.sort((a, b) => b.games - a.games);
}

/** Return the mean of a sum over some games; null if there are none. */
export function mean(
  sums: { readonly games: number; readonly sum: number } | undefined,
): number | null {
  return sums === undefined || sums.games === 0 ? null : sums.sum / sums.games;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
