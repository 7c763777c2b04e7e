/**
 * Listeners who know a game from its announcements alone. They understand every language: a sentence is
 * recognized by its translation, and what stands in the places of its parameters is what was said.
 */

import type { Placed, TileCode } from "../api/types";
import { withCodes } from "../text/vocabulary";
import { listed } from "../words/lists";
import { type Params, t as translated, n as translatedMany } from "../words/translate.svelte";

type Said = Readonly<Record<string, string>>;

/** What a turn was about, for one who listens. */
export interface Listener {
  /** Hear everything that is said about a turn; return the points that it was said to score. */
  hear(words: string): number;
  /** Return what lies on the table, in a form that can be compared. */
  lying(): readonly string[];
}

/** Return a pattern for a sentence, with a group for each of its parameters. */
function patternOf(sentence: string): string {
  return sentence
    .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replace(/\{(\w+)\}/g, (_, name: string) => (name === "n" ? "(?<n>\\d+)" : `(?<${name}>.+?)`));
}

/** Return the translations of a sentence: with a number, all of its forms. */
function formsOf(one: string, many = ""): readonly string[] {
  const names = [...one.matchAll(/\{(\w+)(?::\w+)?\}/g)].map(([, name = ""]) => name);
  const params: Params = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  if (many === "") return [translated(one, params)];
  const counted = [1, 2, 5, 1_000_000].map((count) =>
    translatedMany(one, many, count, params).replace(String(count), "{n}"),
  );
  return [
    ...new Set([...counted, ...[1, 2].map((count) => translatedMany(one, many, count, params))]),
  ];
}

/** Find a sentence in what was said. */
function find(words: string, one: string, many = ""): readonly Said[] {
  return formsOf(one, many).flatMap((form) =>
    [...words.matchAll(new RegExp(`(?<=^|[.!] ?)${patternOf(form)}(?=$| )`, "gu"))].map(
      ({ groups = {} }) => groups,
    ),
  );
}

/** Understand a whole phrase. */
function understand(phrase: string, sentence: string): Said | undefined {
  return new RegExp(`^${patternOf(formsOf(sentence)[0] ?? "")}$`, "u").exec(phrase)?.groups;
}

const known = new Map<string, readonly TileCode[]>();

/** Return the tiles that are named in a list. */
function tilesIn(list: string): readonly TileCode[] {
  const found = known.get(list) ?? withCodes(list).match(/\b[ROYGBP][oxdsbc]\b/g) ?? [];
  known.set(list, found);
  if (
    found.length !==
    list
      .split(listed(["", ""]))
      .join(",")
      .split(",").length
  )
    throw new Error(`Which tiles are “${list}”?`);
  return found;
}

function numbersIn(text: string): readonly number[] {
  return (text.match(/-?\d+/g) ?? []).map(Number);
}

/** Understand tiles and their places. */
function placedIn(phrase: string): readonly Placed[] {
  const inRow = understand(phrase, "{tiles} in row {row}, columns {columns},");
  if (inRow !== undefined)
    return tilesIn(inRow.tiles ?? "").map((tile, at) => [
      numbersIn(inRow.columns ?? "")[at] ?? Number.NaN,
      Number(inRow.row),
      tile,
    ]);
  const inColumn = understand(phrase, "{tiles} in column {column}, rows {rows},");
  if (inColumn !== undefined)
    return tilesIn(inColumn.tiles ?? "").map((tile, at) => [
      Number(inColumn.column),
      numbersIn(inColumn.rows ?? "")[at] ?? Number.NaN,
      tile,
    ]);
  const one = understand(phrase, "{what} at column {x}, row {y}");
  if (one === undefined) throw new Error(`Where is “${phrase}”?`);
  return tilesIn(one.what ?? "").map((tile) => [Number(one.x), Number(one.y), tile]);
}

/** Somebody who listens to a placement game and lays the same tiles on a board at home. */
export class TileListener implements Listener {
  readonly #board: Map<string, string>;

  constructor(board: readonly Placed[]) {
    this.#board = new Map(board.map(([x, y, tile]) => [`${x},${y}`, tile]));
  }

  hear(words: string): number {
    const taken = [
      ...find(words, "You took {tile:a} from the table."),
      ...find(words, "{name} took {tile:a} from the table."),
    ];
    for (const { tile = "" } of taken.slice(0, 1))
      for (const [x, y, code] of placedIn(tile)) this.#take(`${x},${y}`, code);
    const [played] = [
      ...find(words, "You played {tiles:a} for {n} point.", "You played {tiles:a} for {n} points."),
      ...find(
        words,
        "{name} played {tiles:a} for {n} point.",
        "{name} played {tiles:a} for {n} points.",
      ),
    ];
    if (played === undefined) return 0;
    for (const [x, y, code] of placedIn(played.tiles ?? "")) this.#lay(`${x},${y}`, code);
    return this.#points(words, Number(played.n));
  }

  /** Add up the points by line, which must be those of the turn. */
  #points(words: string, total: number): number {
    for (const { parts = "" } of find(words, "Points: {parts}.")) {
      const sum = parts.split("; ").reduce((sum, part) => sum + (numbersIn(part)[0] ?? 0), 0);
      if (sum !== total) throw new Error(`${total} points are not ${sum}: ${words}`);
    }
    return total;
  }

  #take(cell: string, tile: string): void {
    if (this.#board.get(cell) !== tile) throw new Error(`There is no ${tile} at ${cell}.`);
    this.#board.delete(cell);
  }

  #lay(cell: string, tile: string): void {
    if (this.#board.has(cell)) throw new Error(`There is a tile at ${cell}.`);
    this.#board.set(cell, tile);
  }

  lying(): readonly string[] {
    return [...this.#board].map(([cell, tile]) => `${cell},${tile}`).sort();
  }
}

/** Somebody who listens to the card game and lays the same sets at home, each with its number. */
export class CardListener implements Listener {
  #sets = new Map<number, TileCode[]>();

  hear(words: string): number {
    const played = [
      ...find(words, "You played {cards:a}."),
      ...find(words, "{name} played {cards:a}."),
    ].slice(0, 1);
    for (const { cards = "" } of played) for (const part of cards.split("; ")) this.#lay(part);
    for (const { moves = "" } of find(words, "Moved: {moves}."))
      for (const part of moves.split("; ")) this.#move(part);
    const made = [
      ...find(words, "You made a Qwirkle: {what}!"),
      ...find(words, "{name} made a Qwirkle: {what}!"),
    ];
    const gone = new Set(made.map(({ what = "" }) => numberOf(what)));
    for (const number of gone) {
      if (this.#sets.get(number)?.length !== 6) throw new Error(`Set ${number} is no Qwirkle.`);
      this.#sets.delete(number);
    }
    this.#sets = new Map([...this.#sets].filter(([, cards]) => cards.length > 0));
    for (const { sets = "" } of find(words, "New numbers: {sets}.")) this.#renumber(sets);
    return gone.size;
  }

  #lay(part: string): void {
    const { cards = "", set = "" } = understand(part, "{cards} into {set}") ?? {};
    this.#put(tilesIn(cards), set);
  }

  #move(part: string): void {
    const way = understand(part, "{cards} from {source}, into {set}");
    if (way === undefined) throw new Error(`What was moved: “${part}”?`);
    const from = this.#sets.get(numberOf(way.source ?? ""));
    for (const card of tilesIn(way.cards ?? "")) {
      const at = from?.indexOf(card) ?? -1;
      if (at < 0) throw new Error(`There is no ${card} in ${way.source}.`);
      from?.splice(at, 1);
    }
    this.#put(tilesIn(way.cards ?? ""), way.set ?? "");
  }

  #put(cards: readonly TileCode[], set: string): void {
    const number = numberOf(set);
    this.#sets.set(number, [...(this.#sets.get(number) ?? []), ...cards]);
  }

  #renumber(parts: string): void {
    const before = this.#sets;
    const moving = new Map<number, number>();
    for (const part of parts.split("; ")) {
      const [first = 0, second = 0, third, fourth] = numbersIn(part);
      if (third === undefined || fourth === undefined) moving.set(first, second);
      else for (let set = first; set <= second; set++) moving.set(set, third + set - first);
    }
    const after = [...before].map(([old, cards]) => [moving.get(old) ?? old, cards] as const);
    if (new Set(after.map(([number]) => number)).size < after.length)
      throw new Error(`Two sets have the same number: ${parts}`);
    this.#sets = new Map(after);
  }

  lying(): readonly string[] {
    const numbers = [...this.#sets.keys()].sort((a, b) => a - b);
    return numbers.map(
      (number) => `${number} ${[...(this.#sets.get(number) ?? [])].sort().join()}`,
    );
  }
}

function numberOf(set: string): number {
  const [number = Number.NaN] = numbersIn(set);
  return number;
}
