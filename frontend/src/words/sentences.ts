/**
 * The sentences of the server's codes, in the reader's language. Their English is that of the package, from which
 * the tables in `*.gen.ts` are made: a key is a code, or `code/case` where a code has several sentences.
 */

import { tileList } from "../tiles/tileNames";
import { calledBot } from "./bots";
import { guestName } from "./guests";
import { n, type Params, PLACEHOLDER, t } from "./translate.svelte";

/** A sentence with a number, `{n}`. */
interface Counted {
  /** The parameter with the number. */
  readonly number: string;
  readonly one: string;
  readonly other: string;
}

/** One sentence for each value of a parameter. */
interface Chosen {
  readonly by: string;
  readonly of: Readonly<Record<string, string>>;
}

/** Null for a refusal that only programs receive: a page that works never gets it. */
type Sentence = string | Counted | Chosen | null;
export type Sentences = Readonly<Record<string, Sentence>>;

/** Return the sentence of a code in a table; a newer case falls back to that of its code. */
export function sentenceIn(
  sentences: Sentences,
  code: string,
  params: Params = {},
): string | undefined {
  const ofCase = sentences[`${code}/${params.case}`];
  return said(ofCase === undefined ? sentences[code] : ofCase, params);
}

/** Return a sentence; undefined if a parameter is missing: the server is older or newer than the page. */
function said(sentence: Sentence | undefined, params: Params): string | undefined {
  if (sentence === undefined) return undefined;
  if (sentence === null) return t("That didn’t work. Reload the page and try again.");
  if (typeof sentence === "string") {
    // words: passed on
    return isComplete(sentence, params) ? t(sentence, inWords(params)) : undefined;
  }
  if ("by" in sentence) return said(sentence.of[String(params[sentence.by])], params);
  const count = Number(params[sentence.number]);
  if (Number.isNaN(count) || !isComplete(sentence.other, { ...params, n: count })) return undefined;
  // words: passed on
  return n(sentence.one, sentence.other, count, inWords(params));
}

function isComplete(text: string, params: Params): boolean {
  return [...text.matchAll(PLACEHOLDER)].every(([, name = ""]) => name in params);
}

/** Translate parameters: tiles and players are sent as codes and names; all others stay as they are. */
function inWords(params: Params): Params {
  const { tiles, name, rival } = params;
  return {
    ...params,
    ...(tiles === undefined ? {} : { tiles: tileList(String(tiles).split(" ")) }),
    ...(name === undefined ? {} : { name: playerName(String(name)) }),
    ...(rival === undefined ? {} : { rival: playerName(String(rival)) }),
  };
}

/** Return the name of a player whose seat is not known. */
function playerName(name: string): string {
  return guestName(name) ?? calledBot(name) ?? name;
}
