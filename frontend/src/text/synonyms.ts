/**
 * Other words for the commands: imperatives, short forms, everyday words, separated by spaces. Those of the
 * reader's language are in its catalogue.
 */

import { p } from "../words/translate.svelte";
import type { Word } from "./vocabulary";

export const SYNONYMS: Readonly<Partial<Record<Word, () => string>>> = {
  hand: () => p("other words for the command “hand”", "h tiles cards"),
  board: () => p("other words for the command “board”", "b table sets"),
  score: () => p("other words for the command “score”", "scores points"),
  legal: () => p("other words for the command “legal”", "moves fits"),
  hint: () => p("other words for the command “hint”", "hint"),
  undo: () => p("other words for the command “undo”", "undo"),
  clear: () => p("other words for the command “clear”", "recall cancel reset"),
  play: () => p("other words for the command “play”", "yes ok confirm"),
  arrange: () => p("other words for the command “arrange”", "arrange"),
  last: () => p("other words for the command “last”", "last"),
  row: () => p("other words for the command “row”", "row"),
  column: () => p("other words for the command “column”", "col"),
  look: () => p("other words for the command “look”", "cell"),
  help: () => p("other words for the command “help”", "? commands"),
  place: () => p("other words for the command “place”", "put lay"),
  at: () => p("other words for the command “at”", "on from in"),
  to: () => p("other words for the command “to”", "to"),
  trade: () => p("other words for the command “trade”", "swap"),
  pass: () => p("other words for the command “pass”", "pass"),
  take: () => p("other words for the command “take”", "take"),
  draw3: () => p("other words for the command “draw3”", "draw"),
  exchange: () => p("other words for the command “exchange”", "exchange"),
  new: () => p("other words for the command “new”", "new"),
  all: () => p("other words for the command “all”", "all"),
  down: () => p("other words for the command “down”", "down"),
  up: () => p("other words for the command “up”", "up"),
  resign: () => p("other words for the command “resign”", "surrender"),
  takeback: () => p("other words for the command “takeback”", "back"),
  unseen: () => p("other words for the command “unseen”", "bag deck"),
  time: () => p("other words for the command “time”", "clock"),
  find: () => p("other words for the command “find”", "where"),
  lines: () => p("other words for the command “lines”", "open"),
  players: () => p("other words for the command “players”", "who"),
  again: () => p("other words for the command “again”", "repeat rematch"),
  leave: () => p("other words for the command “leave”", "quit exit q"),
};

/** The beginnings of a request, before its subject: “gib mir einen Tipp” is “Tipp”. */
export const ASKING = {
  verbs: () => p("verbs with which somebody may ask for something", "show tell say give"),
  fillers: () =>
    p("words that may come between “show” and what is asked for", "me us please the a an my"),
};

/** Commands of several words. */
export const PHRASES: Readonly<Partial<Record<Word, () => string>>> = {
  resign: () => p("other ways to say “resign”, with | between them", "give up|i give up"),
};

/** The words that may precede the name of a tile. */
export const ARTICLES = () => p("articles that may come before the name of a tile", "the a an");
