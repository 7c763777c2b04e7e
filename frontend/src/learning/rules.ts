/** The rules of every game in our own words. Facts: the rule books behind docs/games; words: ours. */

import "./words";
import { end, FREE_START, GOAL, LINES, POINTS, type Supply, start, turn } from "./rules/base";
import { CARDS } from "./rules/cards";
import * as editions from "./rules/editions";
import type { Part } from "./rules/part";

export type { Figure, Paragraph, Part } from "./rules/part";

/** Return the parts of a tile game. What is special about it comes once lines, turns and points are known. */
function tiles(special: readonly Part[], supply: Supply = "bag", first = start(supply)) {
  return [GOAL, LINES, first, turn(supply), POINTS, ...special, end(supply)];
}

const { ACTIONS, BONUS, BOTH, COMBINED_BOARD, CONNECT_BOARD, SCHMIDT, SELECT_BOARD, STARS } =
  editions;

const RULES: Readonly<Record<string, readonly Part[]>> = {
  classic: tiles([]),
  "colour-blind": tiles([editions.TWO_SHAPES]),
  schmidt: tiles([SCHMIDT], "pile"),
  mini: tiles([ACTIONS, SCHMIDT], "pile"),
  select: tiles([SELECT_BOARD, STARS]),
  connect: tiles([CONNECT_BOARD, BONUS], "bag", FREE_START),
  combined: tiles([COMBINED_BOARD, STARS, BONUS, BOTH], "bag", FREE_START),
  cards: CARDS,
};

/** Return the rules of a game; for one of a newer server, the classic rules. */
export function rulesOf(game: string): readonly Part[] {
  return RULES[game] ?? RULES.classic ?? [];
}

/** Return the rules of a tile game that are not in the classic one, for people who know that. */
export function differencesOf(game: string): readonly Part[] {
  const rules = rulesOf(game);
  if (!rules.includes(LINES)) return [];
  const classic = rulesOf("classic").flatMap(({ words }) => words.map(({ text }) => text()));
  return rules.flatMap((part) => {
    const words = part.words.filter(({ text }) => !classic.includes(text()));
    if (words.length === part.words.length) return [part];
    return words.length === 0 ? [] : [{ title: part.title, words }];
  });
}
