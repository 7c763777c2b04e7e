/** Bots for people: their animals, names and characters, by level. */

import { BOTS } from "./names.gen";
import { sentenceIn } from "./sentences";
import { t } from "./translate.svelte";

/** The English names; a face in `tiles/art.gen` has the same in small letters. */
const NAMES = new Map(Object.entries(BOTS).filter(([key]) => !key.includes("/")));

export const LEVELS: readonly string[] = [...NAMES.keys()];
export const USUAL_BOT = "level:4";
/** The opponent of a first game. */
export const GENTLEST_BOT = "level:1";

/** The opponent whose level follows from the reader's games. The server says which one that is now. */
export const FITTING = "fitting";

/** Return the two levels around one between them, such as “level:4.3”; undefined for any other bot. */
export function around(bot: string): readonly [lower: string, upper: string] | undefined {
  const [, whole] = /^level:([1-7])\.\d+$/.exec(bot) ?? [];
  return whole === undefined ? undefined : [`level:${whole}`, `level:${Number(whole) + 1}`];
}

/** Return the nearer level of two; any other bot is what it is. */
function nearest(bot: string): string {
  return around(bot) === undefined
    ? bot
    : `level:${Math.round(Number(bot.slice("level:".length)))}`;
}

export function animalOf(bot: string): string | undefined {
  return NAMES.get(nearest(bot))?.toLowerCase();
}

export function levelOf(bot: string): number | undefined {
  return NAMES.has(bot) ? Number(bot.slice("level:".length)) : undefined;
}

/** Return the name of a bot. `given` is its name at the table: the second of two alike has a number. */
export function botName(bot: string, given = ""): string {
  if (bot === FITTING) return t("One that fits you");
  const name = sentenceIn(BOTS, nearest(bot));
  if (name === undefined) return given || bot;
  return name + (/\s\d+$/.exec(given)?.[0] ?? "");
}

/** Return the translated name of a bot, by the name that the server gave it; undefined if no bot has it. */
export function calledBot(given: string): string | undefined {
  const [, animal = "", number = ""] = /^(\w+)( \d+)?$/.exec(given) ?? [];
  const bot = LEVELS.find((level) => NAMES.get(level)?.toLowerCase() === animal.toLowerCase());
  return bot === undefined ? undefined : botName(bot) + number;
}

export function botCharacter(bot: string): string {
  return NAMES.has(bot) ? (sentenceIn(BOTS, bot, { case: "character" }) ?? "") : "";
}
