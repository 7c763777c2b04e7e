/** The games and the choices their rule books leave to the players, by code. */

import { t } from "./translate.svelte";

interface GameWords {
  readonly name: () => string;
  readonly about: () => string;
}

const GAMES: Readonly<Record<string, GameWords>> = {
  classic: {
    name: () => t("Classic"),
    about: () =>
      t("Lines of one colour or one shape on an open table. The best one to start with."),
  },
  "colour-blind": {
    name: () => t("Classic, two shapes"),
    about: () =>
      t(
        "The classic rules, with a second shape on every tile, so nobody needs to tell colours apart. Any other game can show these tiles too: choose them in the settings.",
      ),
  },
  schmidt: {
    name: () => t("Classic, Schmidt edition"),
    about: () =>
      t(
        "The edition sold in Germany, France and Italy: if you can’t place a tile, you must trade.",
      ),
  },
  mini: {
    name: () => t("Mini-expansions"),
    about: () => t("Action tiles add a little mischief: draw three extra tiles, or take one back."),
  },
  select: {
    name: () => t("Select"),
    about: () =>
      t("A board with stars. Cover one, and later you can take a tile back from the board."),
  },
  connect: {
    name: () => t("Connect"),
    about: () =>
      t("24 tiles are on the board from the start. Connect them and collect bonus points."),
  },
  combined: {
    name: () => t("Select and Connect"),
    about: () => t("Stars and bonus points on one board."),
  },
  cards: {
    name: () => t("Cards"),
    about: () =>
      t("No board, no points: everyone rearranges the sets on the table to make Qwirkles."),
  },
};

export const GAME_CODES: readonly string[] = Object.keys(GAMES);

/** Return the name of a game; a house rule has the name it gives itself. */
export function gameName(game: string, given = ""): string {
  return GAMES[game]?.name() ?? (given || game);
}

export function gameAbout(game: string, given = ""): string {
  return GAMES[game]?.about() ?? given;
}

interface OptionWords {
  readonly name: () => string;
  readonly about: () => string;
  /** Texts by the choice as JSON. */
  readonly choices: Readonly<Record<string, () => string>>;
}

const OPTIONS: Readonly<Record<string, OptionWords>> = {
  kinds: {
    name: () => t("Action tiles"),
    about: () => t("Which kinds of action tiles are in the game."),
    choices: {
      '["take","draw3"]': () => t("Both kinds"),
      '["take"]': () => t("“Take a tile” only"),
      '["draw3"]': () => t("“Draw three” only"),
      "[]": () => t("None"),
    },
  },
  "handed-out": {
    name: () => t("When you get them"),
    about: () =>
      t("Everyone gets the action tiles when a special tile is drawn, or right at the start."),
    choices: {
      '"when-drawn"': () => t("When drawn"),
      '"at-start"': () => t("From the start"),
    },
  },
  "same-spot": {
    name: () => t("Back to the same place"),
    about: () => t("Whether a tile you’ve just taken may go back to where it was."),
    choices: { true: () => t("Allowed"), false: () => t("Not allowed") },
  },
  board: {
    name: () => t("Board"),
    about: () => t("The board is made of four quarters. Tap one to turn it."),
    choices: {
      '"diamond"': () => t("Diamond"),
      '"cross"': () => t("Cross"),
      '"select"': () => t("Stars"),
      '"combined"': () => t("Corner to corner"),
    },
  },
  tie: {
    name: () => t("Who goes first"),
    about: () => t("Who goes first if the largest sets are equal."),
    choices: { '"oldest"': () => t("The oldest"), '"youngest"': () => t("The youngest") },
  },
  opening: {
    name: () => t("First turn"),
    about: () => t("Whether the first turn must be the largest set in the hand."),
    choices: { false: () => t("Any set"), true: () => t("The largest set") },
  },
};

export const OPTION_CODES: readonly string[] = Object.keys(OPTIONS);

export function optionName(option: string): string {
  return OPTIONS[option]?.name() ?? option;
}

export function optionAbout(option: string): string {
  return OPTIONS[option]?.about() ?? "";
}

export function choiceName(option: string, choice: unknown): string {
  const code = JSON.stringify(choice);
  if (option === "board" && Array.isArray(choice)) return t("Your own");
  return OPTIONS[option]?.choices[code]?.() ?? code;
}
