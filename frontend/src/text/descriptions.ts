/** A position in words, for screen readers and for people who type. */

import { placementGame } from "../api/games";
import type { CardsGame, Cell, Game, Now, Placed, PlacementGame, TileCode } from "../api/types";
import { squareName } from "../board/squareNames";
import type { Pile } from "../game/cards/piles";
import { shortName } from "../game/shared/narrator";
import { codeOf } from "../tiles/tileCodes";
import { tileName } from "../tiles/tileNames";
import { setName } from "../words/setNames";
import { n, t } from "../words/translate.svelte";
import { commandName } from "./vocabulary";

/** The number of rows above and below the last move that are described with it. */
const NEAR = 2;
/** The number of rows up to which a table is described in full. */
const FEW = 6;

export function named(tiles: readonly TileCode[]): string {
  return tiles.map((tile) => `${tileName(tile)} ${codeOf(tile)}`).join(", ");
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

export function tileScores(game: PlacementGame, now: Now, me: number | null): readonly string[] {
  const players = game.players.map((player, seat) => {
    const name = shortName(now, seat, me);
    const points = n("{name}: {n} point.", "{name}: {n} points.", player.score, { name });
    const { tokens } = player;
    if (tokens === 0) return points;
    return `${points} ${n("{n} star token.", "{n} star tokens.", tokens)}`;
  });
  return [...players, n("{n} tile in the bag.", "{n} tiles in the bag.", game.bag)];
}

export function cardScores(game: CardsGame, now: Now, me: number | null): readonly string[] {
  const players = game.players.map(({ score }, seat) =>
    n("{name}: {n} Qwirkle.", "{name}: {n} Qwirkles.", score, {
      name: shortName(now, seat, me),
    }),
  );
  return [...players, n("{n} card in the deck.", "{n} cards in the deck.", game.deck)];
}

/** Describe the table row by row: near the last move, or all of it. */
export function boardWords(
  board: readonly Placed[],
  last: readonly Cell[],
  all: boolean,
): readonly string[] {
  if (board.length === 0) return [t("The table is empty.")];
  const rows = [...new Set(board.map(([, y]) => y))].sort((a, b) => a - b);
  const near = rows.filter((row) => last.some(([, y]) => Math.abs(y - row) <= NEAR));
  const described = all || rows.length <= FEW || near.length === 0 ? rows : near;
  const columns = board.map(([x]) => x);
  const extent = t("There are tiles in columns {left} to {right} and rows {top} to {bottom}.", {
    left: Math.min(...columns),
    right: Math.max(...columns),
    top: rows[0] ?? 0,
    bottom: rows.at(-1) ?? 0,
  });
  const rest =
    described.length < rows.length
      ? [
          t("Type {command} to hear every row.", {
            command: `${commandName("board")} ${commandName("all")}`,
          }),
        ]
      : [];
  return [extent, ...described.map((row) => rowWords(board, row)), ...rest];
}

export function rowWords(board: readonly Placed[], row: number): string {
  const tiles = board.filter(([, y]) => y === row).map(([x, , tile]) => [x, tile] as const);
  return stretches(tiles, {
    none: () => t("Row {row}: nothing.", { row }),
    line: (from, list) => t("Row {row}, from column {from}: {tiles}.", { row, from, tiles: list }),
    more: (from, list) => t("From column {from}: {tiles}.", { from, tiles: list }),
  });
}

export function columnWords(board: readonly Placed[], column: number): string {
  const tiles = board.filter(([x]) => x === column).map(([, y, tile]) => [y, tile] as const);
  return stretches(tiles, {
    none: () => t("Column {column}: nothing.", { column }),
    line: (from, list) =>
      t("Column {column}, from row {from}: {tiles}.", { column, from, tiles: list }),
    more: (from, list) => t("From row {from}: {tiles}.", { from, tiles: list }),
  });
}

interface StretchWords {
  none(): string;
  /** Describe the first stretch of a line. */
  line(from: number, tiles: string): string;
  more(from: number, tiles: string): string;
}

/** Describe tiles; those that touch are named together, with the number of the first one's place. */
function stretches(tiles: readonly (readonly [number, TileCode])[], words: StretchWords): string {
  const found: { from: number; names: string[] }[] = [];
  let next: number | null = null;
  for (const [place, tile] of [...tiles].sort(([a], [b]) => a - b)) {
    if (place === next) found.at(-1)?.names.push(tileName(tile));
    else found.push({ from: place, names: [tileName(tile)] });
    next = place + 1;
  }
  const [first, ...others] = found;
  if (first === undefined) return words.none();
  const list = ({ names }: { names: string[] }) => names.join(", ");
  return [
    words.line(first.from, list(first)),
    ...others.map((stretch) => words.more(stretch.from, list(stretch))),
  ].join(" ");
}

export function cellWords(game: Game, cell: Cell): string {
  const [x, y] = cell;
  const { board = [], squares } = placementGame(game) ?? {};
  const tile = board.find((placed) => placed[0] === x && placed[1] === y)?.[2];
  const what = tile === undefined ? squareName(squares, cell) : tileName(tile);
  return t("{x},{y}: {what}.", { x, y, what });
}

/** Describe the sets of the card game, with the faults of each. */
export function setWords(
  piles: readonly Pile[],
  faults: readonly (readonly string[])[],
  fault: (reason: string) => string,
): readonly string[] {
  if (piles.length === 0) return [t("There are no cards on the table.")];
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
