/** The keys of a table, for the help. */

import { t } from "../words/translate.svelte";

export interface Key {
  readonly keys: readonly string[];
  readonly does: () => string;
}

const SHARED: readonly Key[] = [
  { keys: ["1–9"], does: () => t("choose from your hand") },
  { keys: ["⌫"], does: () => t("undo the last step") },
  { keys: ["Esc"], does: () => t("take everything back") },
  { keys: ["P"], does: () => t("play, or hear what is missing") },
  { keys: ["H"], does: () => t("hint") },
  { keys: ["L"], does: () => t("hear the last move again") },
  { keys: ["C"], does: () => t("hear what has changed since your turn") },
  { keys: ["I"], does: () => t("hear the scores and whose turn it is") },
  { keys: ["S"], does: () => t("sort your hand") },
  { keys: ["G"], does: () => t("after your turn, go to the next table where it’s your turn") },
];

export const TILE_KEYS: readonly Key[] = [
  { keys: ["← ↑ → ↓"], does: () => t("move around the board") },
  { keys: ["PgUp", "PgDn"], does: () => t("go to the previous or next place that fits") },
  { keys: ["Home", "End"], does: () => t("go to the first or last column") },
  { keys: ["R"], does: () => t("hear the row and the column of this square") },
  { keys: ["O"], does: () => t("hear the open lines") },
  { keys: ["J"], does: () => t("jump to the tiles just played") },
  { keys: ["↵"], does: () => t("place the chosen tile, or pick it up again") },
  ...SHARED,
  { keys: ["Shift", "← →"], does: () => t("move a tile within your hand") },
  { keys: ["T"], does: () => t("trade") },
  { keys: ["K"], does: () => t("take a tile from the board") },
  { keys: ["D"], does: () => t("draw three tiles") },
  { keys: ["+", "−", "0"], does: () => t("zoom in, zoom out, show the whole table") },
];

export const CARD_KEYS: readonly Key[] = [
  { keys: ["← ↑ → ↓"], does: () => t("move from card to card") },
  { keys: ["↵"], does: () => t("choose a card, or move the chosen ones there") },
  { keys: ["R"], does: () => t("hear the set of this card") },
  { keys: ["O"], does: () => t("hear all sets") },
  { keys: ["N"], does: () => t("start a new set with the chosen cards") },
  { keys: ["A"], does: () => t("arrange the chosen cards for me") },
  ...SHARED,
  { keys: ["Shift", "← →"], does: () => t("move a card within your hand") },
  { keys: ["Ctrl", "Y"], does: () => t("redo the last step") },
];
