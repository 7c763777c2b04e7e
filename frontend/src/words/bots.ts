/** Bots for people: their animals, names and characters, by level. */

import { BOTS } from "./names.gen";
import { sentenceIn } from "./sentences";

/** The English names; a face in `tiles/art.gen` has the same in small letters. */
const NAMES = new Map(Object.entries(BOTS).filter(([key]) => !key.includes("/")));

export const LEVELS: readonly string[] = [...NAMES.keys()];
export const USUAL_BOT = "level:4";
/** The opponent of a first game. */
export const GENTLEST_BOT = "level:1";

export function animalOf(bot: string): string | undefined {
  return NAMES.get(bot)?.toLowerCase();
}

export function levelOf(bot: string): number | undefined {
  return NAMES.has(bot) ? Number(bot.slice("level:".length)) : undefined;
}

/** Return the name of a bot. `given` is its name at the table: the second of two alike has a number. */
export function botName(bot: string, given = ""): string {
  const name = sentenceIn(BOTS, bot);
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
