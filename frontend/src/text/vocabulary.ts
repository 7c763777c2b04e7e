/**
 * The words that can be typed: English ones always, and those of the reader's language. Accents and
 * capitals do not matter, umlauts may be written out, and most commands have synonyms.
 */

import { COLOURS, SHAPES, tilesIn } from "../tiles/tileCodes";
import { tileForms } from "../tiles/tileNames";
import { inEnglish, language, t } from "../words/translate.svelte";
import { ARTICLES, ASKING, PHRASES, SYNONYMS } from "./synonyms";

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
  resign: () => t("resign"),
  takeback: () => t("takeback"),
  rules: () => t("rules"),
  sort: () => t("sort"),
  follow: () => t("follow"),
  unseen: () => t("unseen"),
  time: () => t("time"),
  find: () => t("find"),
  lines: () => t("lines"),
  players: () => t("players"),
  again: () => t("again"),
  leave: () => t("leave"),
} as const;
export type Word = keyof typeof COMMANDS;
export const WORDS = Object.keys(COMMANDS) as readonly Word[];

/** Return the name of a command in the reader's language. */
export function commandName(word: Word): string {
  return COMMANDS[word]();
}

/** Return a text without accents and capitals, as people type in a hurry. */
export function folded(text: string): string {
  return text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue" };

/** Return the spellings of a word: without its umlauts, or with them written out. */
export function spellings(word: string): readonly string[] {
  const lower = word.toLowerCase();
  const spelled = lower.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
  return [...new Set([folded(lower), folded(spelled)])];
}

/** Return every spelling of every word for a command, in the reader's language and in English. */
export function wordsFor(word: Word): readonly string[] {
  const [own, english] = both(() => synonymsOf(word));
  return [commandName(word), ...own, word, ...english].flatMap(spellings);
}

/** Return the command a word means; undefined if it is none. The reader's language comes first. */
export function wordOf(typed: string): Word | undefined {
  const word = folded(typed);
  const own = WORDS.find((command) => spellings(commandName(command)).includes(word));
  if (own !== undefined) return own;
  // “ok” is an orange clover in German: a tile of the reader's language goes before English words.
  if (tilesIn(word)?.length === 1) return undefined;
  if (word in COMMANDS) return word as Word;
  const [inOwn, inTheirs] = both(() =>
    WORDS.find((command) => synonymsOf(command).flatMap(spellings).includes(word)),
  );
  return inOwn ?? inTheirs;
}

function synonymsOf(word: Word): readonly string[] {
  return SYNONYMS[word]?.().split(" ") ?? [];
}

/** Return the same in the reader's language and in English. */
function both<T>(say: () => T): readonly [T, T] {
  return [say(), inEnglish(say)];
}

/**
 * Return the command in a text that may be phrased as a request: “give me a hint” is “hint”,
 * “show me the red circle” is “find red circle”, “give up” is “resign”.
 */
export function request(text: string): string {
  const phrase = folded(text);
  for (const [word, phrases] of Object.entries(PHRASES))
    if (both(phrases).join("|").split("|").map(folded).includes(phrase)) return word;
  const words = text.split(/\s+|(?<=\p{L})-(?=\p{L})/u);
  for (const { verbs, fillers } of both(() => ({
    verbs: ASKING.verbs(),
    fillers: ASKING.fillers(),
  }))) {
    if (!isOneOf(verbs, words[0])) continue;
    const from = words.findIndex((word, at) => at > 0 && !isOneOf(fillers, word));
    if (from < 0) return text;
    const rest = words.slice(from).join(" ");
    const [tile = ""] = withCodes(rest).trim().split(/\s/);
    const named = wordOf(words[from] ?? "") === undefined && tilesIn(tile)?.length === 1;
    return named ? `find ${rest}` : rest;
  }
  return text;
}

function isOneOf(words: string, word: string | undefined): boolean {
  return word !== undefined && words.split(" ").flatMap(spellings).includes(folded(word));
}

/** Replace the names of tiles in a text by their English codes: “red circle” becomes “Ro”. */
export function withCodes(text: string): string {
  let found = folded(text);
  // Nothing separates “l’” from the name.
  const articles = both(ARTICLES)
    .flatMap((words) => words.split(" "))
    .map((article) => `${article}${/['’]$/.test(article) ? "\\s*" : "\\s+"}`)
    .join("|");
  for (const colour of COLOURS)
    for (const shape of SHAPES) {
      const names = tileForms(colour + shape)
        .flatMap(spellings)
        .map(inflected)
        .join("|");
      const pattern = new RegExp(`(?<!\\p{L})(?:${articles})?(?:${names})(?!\\p{L})`, "giu");
      found = found.replace(pattern, ` ${colour}${shape} `);
    }
  return found;
}

/** Match the endings of German adjectives after an article: “das rote Quadrat”. */
function inflected(name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const stem = language() === "de" ? escaped.replace(/^(\w+?)e[rs]? /, "$1e?[rsnm]? ") : escaped;
  return stem.replaceAll(" ", "\\s+");
}

/** Trim the end of a sentence from typed text. A lone question mark asks for help. */
export function trimmed(text: string): string {
  const typed = text.trim();
  return typed.replace(/(?<=[\p{L}\d])\s*[.!?…]+$/u, "");
}
