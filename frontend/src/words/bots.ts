/** Bots for people: their animals, names and characters, by level. */

import { t } from "./translate.svelte";

interface Bot {
  /** The face in `tiles/art.gen`. */
  readonly animal: string;
  readonly name: () => string;
  readonly character: () => string;
}

const BOTS: Readonly<Record<string, Bot>> = {
  "level:1": {
    animal: "snail",
    name: () => t("Snail"),
    character: () => t("Looks at a corner of the table and is happy with what it finds there."),
  },
  "level:2": {
    animal: "frog",
    name: () => t("Frog"),
    character: () => t("Jumps at the first good spot it sees."),
  },
  "level:3": {
    animal: "rabbit",
    name: () => t("Rabbit"),
    character: () => t("Quick to count points, slow to see what it leaves you."),
  },
  "level:4": {
    animal: "otter",
    name: () => t("Otter"),
    character: () => t("Plays for fun, and is starting to see what could go wrong."),
  },
  "level:5": {
    animal: "hedgehog",
    name: () => t("Hedgehog"),
    character: () => t("Cautious: hates leaving you a line of five."),
  },
  "level:6": {
    animal: "fox",
    name: () => t("Fox"),
    character: () => t("Holds back the right tiles and misses very little."),
  },
  "level:7": {
    animal: "owl",
    name: () => t("Owl"),
    character: () => t("Sees every spot, and weighs what each turn leaves behind."),
  },
  "level:8": {
    animal: "octopus",
    name: () => t("Octopus"),
    character: () => t("Tries eight plans at once before it moves an arm."),
  },
};

export const LEVELS: readonly string[] = Object.keys(BOTS);
export const USUAL_BOT = "level:4";
/** The opponent of a first game. */
export const GENTLEST_BOT = "level:1";

export function animalOf(bot: string): string | undefined {
  return BOTS[bot]?.animal;
}

export function levelOf(bot: string): number | undefined {
  return bot in BOTS ? Number(bot.slice("level:".length)) : undefined;
}

/** Return the name of a bot. `given` is its name at the table: the second of two alike has a number. */
export function botName(bot: string, given = ""): string {
  const known = BOTS[bot];
  if (known === undefined) return given || bot;
  const number = /\s\d+$/.exec(given)?.[0] ?? "";
  return known.name() + number;
}

/** Return the translated name of a bot, by the name that the server gave it; undefined if no bot has it. */
export function calledBot(given: string): string | undefined {
  const [, animal = "", number = ""] = /^(\w+)( \d+)?$/.exec(given) ?? [];
  const bot = Object.values(BOTS).find((known) => known.animal === animal.toLowerCase());
  return bot === undefined ? undefined : bot.name() + number;
}

export function botCharacter(bot: string): string {
  return BOTS[bot]?.character() ?? "";
}
