/**
 * Sample games to click through. Each was dealt from the seed beside it and played by the rules; a
 * test replays them.
 */

import type { Cell, Placed, Squares } from "../../api/types";
import { type Box, boxAround, grown, keyOf, overlap, printedBox } from "../../board/cells";

interface Turn {
  readonly seat: number;
  /** The hand before the turn. */
  readonly hand: readonly string[];
  readonly scores: readonly number[];
  /** The special tile that was drawn at the end of it and shown. */
  readonly special?: "take" | "draw3";
}

export interface TilesTurn extends Turn {
  readonly place?: readonly Placed[];
  readonly trade?: readonly string[];
  /** Tiles drawn with an action tile before the rest of the turn. */
  readonly extra?: readonly string[];
  readonly take?: Placed;
  readonly points: number;
  /** The number of tiles in each line that scored. */
  readonly lines: readonly number[];
  readonly bonus?: number;
  readonly tokens?: number;
}

export interface CardsTurn extends Turn {
  readonly after: readonly (readonly string[])[];
  readonly played: readonly string[];
  readonly moved: readonly string[];
  readonly qwirkles: number;
}

interface SampleOf<T> {
  readonly seed: string;
  readonly players: readonly string[];
  /** The largest sets with which the players began. */
  readonly sets: readonly number[];
  readonly turns: readonly T[];
}

export interface TilesSample extends SampleOf<TilesTurn> {
  /** Tiles that are on the board from the start. */
  readonly laid: readonly Placed[];
}
export type CardsSample = SampleOf<CardsTurn>;
export type Sample = TilesSample | CardsSample;

export function isOfCards(sample: Sample): sample is CardsSample {
  return !("laid" in sample);
}

/** Games with the rules of the classic one show its sample. */
const SAMPLE_OF: Readonly<Record<string, string>> = {
  "colour-blind": "classic",
  schmidt: "classic",
};

export function sampleOf(game: string): string {
  return SAMPLE_OF[game] ?? game;
}

/** Return the tiles on the board after a number of turns. */
export function boardAfter({ laid, turns }: TilesSample, count: number): readonly Placed[] {
  let board = [...laid];
  for (const { place = [], take } of turns.slice(0, count)) {
    if (take) board = board.filter((tile) => keyOf(tile) !== keyOf(take));
    board.push(...place);
  }
  return board;
}

/** Return the part of the table where the turns take place. */
export function stageOf({ turns }: TilesSample, squares: Squares | null): Box {
  const used = boxAround(
    turns.flatMap(({ place = [], take }) => (take ? [...place, take] : place)),
  );
  const shown = used ?? { left: 0, top: 0, right: 1, bottom: 1 };
  const printed = printedBox(squares ?? undefined);
  return printed === null ? shown : overlap(grown(shown, 2), printed);
}

/** Return the print, with the tokens that are left after some turns. */
export function squaresAfter(
  sample: TilesSample,
  squares: Squares | null,
  count: number,
): Squares | undefined {
  if (squares === null) return undefined;
  const covered = new Set<string>();
  for (const { place = [] } of sample.turns.slice(0, count))
    for (const tile of place) covered.add(keyOf(tile));
  const left = (squares.star ?? []).filter((cell: Cell) => !covered.has(keyOf(cell)));
  return { ...squares, stars_left: left };
}
