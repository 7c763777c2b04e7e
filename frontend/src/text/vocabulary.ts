/** Words somebody may type: English ones always, those of the reader's language as well. */

import { tileName } from "../ui/tileNames";
import { t } from "../words/translate.svelte";

const COMMANDS = {
  hand: () => t("hand"),
  board: () => t("board"),
  score: () => t("score"),
  legal: () => t("legal"),
  hint: () => t("hint"),
  undo: () => t("undo"),
  redo: () => t("redo"),
  clear: () => t("clear"),
  play: () => t("play"),
  arrange: () => t("arrange"),
  last: () => t("last"),
  row: () => t("row"),
  column: () => t("column"),
  look: () => t("look"),
  set: () => t("set"),
  help: () => t("help"),
  place: () => t("place"),
  at: () => t("at"),
  to: () => t("to"),
  and: () => t("and"),
  trade: () => t("trade"),
  pass: () => t("pass"),
  take: () => t("take"),
  draw3: () => t("draw3"),
  exchange: () => t("exchange"),
  new: () => t("new"),
  all: () => t("all"),
  right: () => t("right"),
  down: () => t("down"),
  left: () => t("left"),
  up: () => t("up"),
} as const;
export type Word = keyof typeof COMMANDS;

/** Other English words for the same. */
const ALSO: Readonly<Record<string, Word>> = {
  h: "hand",
  b: "board",
  table: "board",
  scores: "score",
  points: "score",
  moves: "legal",
  back: "undo",
  recall: "clear",
  cancel: "clear",
  yes: "play",
  ok: "play",
  put: "place",
  "?": "help",
  draw: "draw3",
  swap: "trade",
  on: "at",
  col: "column",
  from: "at",
};

/** The command a word means; undefined if it is none. */
export function wordOf(typed: string): Word | undefined {
  const word = typed.toLowerCase();
  if (word in COMMANDS) return word as Word;
  const own = Object.entries(COMMANDS).find(([, said]) => said().toLowerCase() === word);
  return (own?.[0] as Word | undefined) ?? ALSO[word];
}

const COLOURS = [..."ROYGBP"];
const SHAPES = [..."oxdsbc"];
const KINDS = COLOURS.flatMap((colour) => SHAPES.map((shape) => colour + shape));

/** A text in which the names of tiles have become their codes: “red circle” is “Ro”. */
export function withCodes(text: string): string {
  let found = text;
  for (const kind of KINDS) {
    const name = tileName(kind).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    found = found.replace(new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, "giu"), ` ${kind} `);
  }
  return found;
}

/** Tiles written one after the other: `RoRs`. */
export function tilesIn(letters: string): readonly string[] {
  const tiles: string[] = [];
  for (let at = 0; at < letters.length; at += 2)
    tiles.push((letters[at] ?? "").toUpperCase() + (letters[at + 1] ?? "").toLowerCase());
  return tiles;
}

export const TILES = /^(?:[roygbp][oxdsbc])+$/i;
