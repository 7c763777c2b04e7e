/**
 * Turns of the placement games as text (docs/notation.md), read leniently and written briefly.
 * Only the meaning of a text is decided here; the server decides whether it is allowed.
 */

import type { Cell, Placed, TileCode, Turn } from "../api/types";
import { codeOf, tilesIn } from "../tiles/tileCodes";
import { t } from "../words/translate.svelte";
import { commandName, type Word, withCodes, wordOf } from "./vocabulary";

/** A text without a meaning; the message is for the person who typed it. */
export class Unreadable extends Error {}

type Way = ">" | "v" | "<" | "^";
type Token =
  | { readonly kind: "cell"; readonly cell: Cell }
  | { readonly kind: "way"; readonly way: Way }
  | { readonly kind: "tile"; readonly tile: TileCode }
  | { readonly kind: "dot" }
  | { readonly kind: "word"; readonly word: Word };

const STEPS: Readonly<Record<Way, Cell>> = { ">": [1, 0], v: [0, 1], "<": [-1, 0], "^": [0, -1] };
const ARROWS: Readonly<Record<string, Way>> = { "→": ">", "↓": "v", "←": "<", "↑": "^" };
const WAYS: Readonly<Partial<Record<Word, Way>>> = { right: ">", down: "v", left: "<", up: "^" };
/** `3,4`, `(3, 4)`, and in a hurry `3 4`. */
const CELL = /^[([]?\s*(-?\d{1,9})(?:\s*,\s*|\s+)(-?\d{1,9})\s*[)\]]?/;

/** Read a turn; the board determines which cells a run of tiles skips. */
export function readTurn(text: string, board: readonly Placed[]): Turn {
  const tokens = tokensOf(withCodes(text)).filter(
    (token) => token.kind !== "word" || !["place", "at", "and", "to"].includes(token.word),
  );
  const [first, second] = tokens;
  if (first === undefined) throw new Unreadable(t("Type a turn, or help."));
  if (first.kind !== "word") return { place: placement(tokens, board) };
  switch (first.word) {
    case "pass":
      return { pass: true };
    case "draw3":
      return { draw3: true };
    case "trade":
      return { trade: tilesOf(tokens.slice(1)) };
    case "take": {
      if (second?.kind !== "cell")
        throw new Unreadable(
          t("Say where to take it from, for example: {example}", {
            example: `${commandName("take")} 3,4`,
          }),
        );
      const take = second.cell;
      const rest = tokens.slice(2);
      if (rest.length === 0) return { take };
      return {
        ...afterTaking(
          rest,
          board.filter(([x, y]) => x !== take[0] || y !== take[1]),
        ),
        take,
      };
    }
  }
  throw notUnderstood(text);
}

function afterTaking(tokens: readonly Token[], board: readonly Placed[]): Turn {
  const [first] = tokens;
  if (first?.kind === "word" && first.word === "trade") return { trade: tilesOf(tokens.slice(1)) };
  if (first?.kind === "word" && first.word === "pass") return { pass: true };
  return { place: placement(tokens, board) };
}

function tilesOf(tokens: readonly Token[]): readonly TileCode[] {
  const tiles = tokens.flatMap((token) => (token.kind === "tile" ? [token.tile] : []));
  if (tiles.length === 0 || tiles.length < tokens.length)
    throw new Unreadable(
      t("Say which tiles, for example: {example}", {
        example: `${commandName("trade")} ${codeOf("Ro")} ${codeOf("Bs")}`,
      }),
    );
  return tiles;
}

function placement(tokens: readonly Token[], board: readonly Placed[]): readonly Placed[] {
  const [first, second] = tokens;
  if (first?.kind === "cell" && second?.kind === "way")
    return run(first.cell, second.way, tokens.slice(2), board);
  const placed: Placed[] = [];
  for (let at = 0; at < tokens.length; at += 2) {
    const [one, two] = [tokens[at], tokens[at + 1]];
    // The place may come first: `3,0 Ro` is `Ro 3,0`.
    const [tile, cell] = one?.kind === "cell" ? [two, one] : [one, two];
    if (tile?.kind !== "tile" || cell?.kind !== "cell")
      throw new Unreadable(
        t("Say where each tile goes, for example: {example}", {
          example: `${codeOf("Ro")} 3,0 ${codeOf("Rs")} 4,0`,
        }),
      );
    placed.push([cell.cell[0], cell.cell[1], tile.tile]);
  }
  return placed;
}

/** Place tiles side by side: each goes to the next free cell; a dot skips one. */
function run(
  start: Cell,
  way: Way,
  tokens: readonly Token[],
  board: readonly Placed[],
): readonly Placed[] {
  const full = new Set(board.map(([x, y]) => `${x},${y}`));
  const [right, down] = STEPS[way];
  let [x, y] = start;
  const placed: Placed[] = [];
  for (const token of tokens) {
    if (token.kind === "tile") {
      while (full.has(`${x},${y}`)) [x, y] = [x + right, y + down];
      placed.push([x, y, token.tile]);
    } else if (token.kind !== "dot") throw arrowNeedsTiles();
    [x, y] = [x + right, y + down];
  }
  if (placed.length === 0) throw arrowNeedsTiles();
  return placed;
}

function arrowNeedsTiles(): Unreadable {
  const example = `3,0> ${codeOf("Ro")} ${codeOf("Rs")}`;
  return new Unreadable(t("Put tiles after the arrow, for example: {example}", { example }));
}

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let rest = text;
  while (rest !== "") {
    const skipped = /^[\s,;@:]+/.exec(rest);
    if (skipped !== null) {
      rest = rest.slice(skipped[0].length);
      continue;
    }
    const cell = CELL.exec(rest);
    if (cell !== null) {
      tokens.push({ kind: "cell", cell: [Number(cell[1]), Number(cell[2])] });
      rest = rest.slice(cell[0].length);
      continue;
    }
    const word = /^(?:[\p{L}]+3?|[>v<^→↓←↑.?])/u.exec(rest)?.[0];
    if (word === undefined) throw notUnderstood(rest);
    tokens.push(...meaningOf(word));
    rest = rest.slice(word.length);
    // “draw 3” is one word.
    if (tokens.at(-1)?.kind === "word" && wordOf(word) === "draw3")
      rest = rest.replace(/^\s*3/, "");
  }
  return tokens;
}

function meaningOf(word: string): readonly Token[] {
  if (word === ".") return [{ kind: "dot" }];
  const way = word.toLowerCase() === "v" ? "v" : (ARROWS[word] ?? word);
  if (way in STEPS) return [{ kind: "way", way: way as Way }];
  const known = wordOf(word);
  const tiles = known === undefined ? tilesIn(word) : null;
  if (tiles !== null) return tiles.map((tile) => ({ kind: "tile", tile }));
  if (known === undefined) throw notUnderstood(word);
  const named = WAYS[known];
  return named === undefined ? [{ kind: "word", word: known }] : [{ kind: "way", way: named }];
}

function notUnderstood(word: string): Unreadable {
  return new Unreadable(
    t("I didn’t understand “{word}”. Type help for examples.", { word: word.trim().slice(0, 30) }),
  );
}
