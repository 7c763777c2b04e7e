/** The games and the choices their rule books leave to the players, by code. */

import { ABOUT_GAMES, ABOUT_OPTIONS, GAMES, OPTIONS } from "./names.gen";
import { sentenceIn } from "./sentences";
import { t } from "./translate.svelte";

export const GAME_CODES: readonly string[] = Object.keys(GAMES);
export const OPTION_CODES: readonly string[] = Object.keys(ABOUT_OPTIONS);

/** Return the name of a game; a house rule has the name it gives itself. */
export function gameName(game: string, given = ""): string {
  return sentenceIn(GAMES, game) ?? (given || game);
}

export function gameAbout(game: string, given = ""): string {
  return sentenceIn(ABOUT_GAMES, game) ?? given;
}

export function optionName(option: string): string {
  return sentenceIn(OPTIONS, option) ?? option;
}

export function optionAbout(option: string): string {
  return sentenceIn(ABOUT_OPTIONS, option) ?? "";
}

export function choiceName(option: string, choice: unknown): string {
  const code = JSON.stringify(choice);
  if (option === "board" && Array.isArray(choice)) return t("Your own");
  return sentenceIn(OPTIONS, `${option}/${code}`) ?? code;
}
