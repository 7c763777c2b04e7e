/** A position in words: for people who listen, and for those who type. */

import type { Cell, Game, Now, Placed, TileCode } from "../api/types";
import { squareName } from "../board/squares";
import type { Pile } from "../cards/laying";
import { setName } from "../cards/names";
import { tileName } from "../look/names";
import { nameAt } from "../together/seats";
import { n, t } from "../words/words.svelte";

/** How many rows above and below the last move belong to it. */
const NEAR = 2;
/** So many rows are told at once. */
const FEW = 6;

export function named(tiles: readonly TileCode[]): string {
  return tiles.map((tile) => `${tileName(tile)} ${tile}`).join(", ");
}

export function handWords(hand: readonly TileCode[], cards = false): string {
  if (hand.length === 0) return t("Your hand is empty.");
  const tiles = named(hand);
  return cards
    ? n("{n} card in your hand: {tiles}.", "{n} cards in your hand: {tiles}.", hand.length, {
        tiles,
      })
    : n("{n} tile in your hand: {tiles}.", "{n} tiles in your hand: {tiles}.", hand.length, {
        tiles,
      });
}

export function scoreWords(game: Game, now: Now): readonly string[] {
  const cards = game.game === "cards";
  const players = game.players.map((player, seat) => {
    const name = nameAt(now, seat);
    if (cards) return n("{name}: {n} Qwirkle.", "{name}: {n} Qwirkles.", player.score, { name });
    const points = n("{name}: {n} point.", "{name}: {n} points.", player.score, { name });
    const tokens = player.tokens ?? 0;
    if (tokens === 0) return points;
    return `${points} ${n("{n} star token.", "{n} star tokens.", tokens)}`;
  });
  const left = cards
    ? n("{n} card in the deck.", "{n} cards in the deck.", game.deck ?? 0)
    : n("{n} tile in the bag.", "{n} tiles in the bag.", game.bag ?? 0);
  return [...players, left];
}

/** The table row by row: near the last move, or all of it. */
export function boardWords(
  board: readonly Placed[],
  last: readonly Cell[],
  all: boolean,
): readonly string[] {
  if (board.length === 0) return [t("The table is empty.")];
  const rows = [...new Set(board.map(([, y]) => y))].sort((one, other) => one - other);
  const near = rows.filter((row) => last.some(([, y]) => Math.abs(y - row) <= NEAR));
  const told = all || rows.length <= FEW || near.length === 0 ? rows : near;
  const columns = board.map(([x]) => x);
  const extent = t("There are tiles in columns {left} to {right} and rows {top} to {bottom}.", {
    left: Math.min(...columns),
    right: Math.max(...columns),
    top: rows[0] ?? 0,
    bottom: rows.at(-1) ?? 0,
  });
  const rest = told.length < rows.length ? [t("Type board all to hear every row.")] : [];
  return [extent, ...told.map((row) => rowWords(board, row)), ...rest];
}

export function rowWords(board: readonly Placed[], row: number): string {
  const tiles = board.filter(([, y]) => y === row).map(([x, , tile]) => [x, tile] as const);
  return t("Row {row}: {tiles}.", { row, tiles: stretches(tiles) });
}

export function columnWords(board: readonly Placed[], column: number): string {
  const tiles = board.filter(([x]) => x === column).map(([, y, tile]) => [y, tile] as const);
  return t("Column {column}: {tiles}.", { column, tiles: stretches(tiles) });
}

/** Tiles that touch are told together, with the number of the first one's place. */
function stretches(tiles: readonly (readonly [number, TileCode])[]): string {
  if (tiles.length === 0) return t("nothing");
  const found: string[] = [];
  let next: number | null = null;
  for (const [place, tile] of [...tiles].sort(([one], [other]) => one - other)) {
    if (place === next) found[found.length - 1] += `, ${tileName(tile)}`;
    else found.push(t("from {place}, {tile}", { place, tile: tileName(tile) }));
    next = place + 1;
  }
  return found.join("; ");
}

export function cellWords(game: Game, cell: Cell): string {
  const [x, y] = cell;
  const tile = game.board?.find((one) => one[0] === x && one[1] === y)?.[2];
  const what = tile === undefined ? squareName(game.squares, cell) : tileName(tile);
  return t("{x},{y}: {what}.", { x, y, what });
}

/** The sets of the card game as they lie in the draft. */
export function setWords(
  piles: readonly Pile[],
  faults: readonly (readonly string[])[],
  fault: (reason: string) => string,
): readonly string[] {
  if (piles.length === 0) return [t("No cards on the table yet.")];
  return piles.map(({ cards }, which) => {
    const codes = cards.map(({ card }) => card);
    const set = t("Set {n}, {what}: {cards}.", {
      n: which + 1,
      what: setName(codes),
      cards: named(codes),
    });
    return [set, ...(faults[which] ?? []).map(fault)].join(" ");
  });
}
