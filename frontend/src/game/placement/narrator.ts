/** The narration of the placement games. */

import type { Act, Placed, PlacementGame, Squares } from "../../api/types";
import { placeName } from "../../board/places";
import { bonusAt } from "../../board/squareNames";
import { nameAt } from "../../live/seats";
import { tileList } from "../../tiles/tileNames";
import { say, tell } from "../../words/narration";
import { inOrder, placedWords, placeWords } from "../../words/places";
import { supplyWords } from "../../words/supply";
import { n, t } from "../../words/translate.svelte";
import { openingWords } from "../shared/largestSets";
import {
  forcedSentence,
  isForced,
  type Narrator,
  shortName,
  type Telling,
} from "../shared/narrator";

import { openLinesInShort } from "./openLines";

type Kind<Event extends Act["event"]> = Extract<Act, { event: Event }>;

function sentence(act: Act, telling: Telling): string | undefined {
  if (!("seat" in act)) return undefined;
  const me = act.seat === telling.me;
  const name = nameAt(telling.now, act.seat);
  switch (act.event) {
    case "tiles-placed": {
      const played = playedSentence(act, telling, me, name);
      return act.lines.some((line) => line.qwirkle) ? `${say("qwirkle")} ${played}` : played;
    }
    case "put-aside":
      return tradedSentence(act, telling, me, name);
    case "passed":
      if (isForced(telling)) return forcedSentence(t("nothing fitted"), act.seat, telling);
      return tell("passed", me, { name });
    case "took": {
      const [x, y, code] = act.tile;
      const tile = telling.places
        ? { inForm: (form: string) => placeWords(tileList([code], form), [x, y]) }
        : tileList([code]);
      return tell("took", me, { name, tile });
    }
    case "drew-three":
      return tell("drew-three", me, { name });
    case "tokens-won":
      return tell("tokens-won", me, { name, count: act.cells.length });
    case "special-shown":
      return specialSentence(act, me, name);
    case "went-out":
      return tell("went-out", me, { name, points: act.points });
    default:
      return undefined;
  }
}

function playedSentence(
  act: Kind<"tiles-placed">,
  telling: Telling,
  me: boolean,
  name: string,
): string {
  if (telling.brief && !isForced(telling)) {
    const who = shortName(telling.now, act.seat, telling.me);
    const tiles = tileList(inOrder(act.tiles).map(([, , tile]) => tile));
    return t("{who}: {points}, {tiles}.", { who, points: act.points, tiles });
  }
  const what = placedSentence(act, telling, me, name);
  const parts =
    telling.places && telling.points && !telling.brief ? scoringParts(act, telling) : [];
  return parts.length < 2 ? what : `${what} ${say("points", { parts: parts.join("; ") })}`;
}

function placedSentence(
  act: Kind<"tiles-placed">,
  telling: Telling,
  me: boolean,
  name: string,
): string {
  const tiles = telling.places
    ? { inForm: (form: string) => placedWords(act.tiles, form) }
    : tileList(act.tiles.map(([, , tile]) => tile));
  if (isForced(telling)) {
    const what = telling.points
      ? n(
          "the table played {tiles:a} for {n} point",
          "the table played {tiles:a} for {n} points",
          act.points,
          { tiles },
        )
      : t("the table played {tiles:a}", { tiles });
    return forcedSentence(what, act.seat, telling);
  }
  if (!telling.points)
    return me
      ? t("You played {tiles:a}.", { tiles })
      : t("{name} played {tiles:a}.", { name, tiles });
  return tell("placed", me, { name, tiles, points: act.points });
}

/** Return the points of a turn by what gave them: each line, and each bonus square. */
function scoringParts(act: Kind<"tiles-placed">, { squares }: Telling): readonly string[] {
  const lines = act.lines.map((line) => lineWords(line));
  return act.bonus === 0 ? lines : [...lines, ...bonusWords(act, squares)];
}

function lineWords({ cells, points, qwirkle }: Kind<"tiles-placed">["lines"][number]): string {
  const [[x, y] = [0, 0], ...others] = cells;
  const isRow = others.every((cell) => cell[1] === y);
  if (isRow)
    return qwirkle ? say("row-qwirkle", { points, row: y }) : say("row", { points, row: y });
  return qwirkle
    ? say("column-qwirkle", { points, column: x })
    : say("column", { points, column: x });
}

function bonusWords(act: Kind<"tiles-placed">, squares: Squares | undefined): readonly string[] {
  const covered = inOrder(act.tiles).flatMap((placed) => {
    const points = bonusAt(squares, placed);
    return points === 0 ? [] : [{ points, place: placeName(placed) }];
  });
  const total = covered.reduce((sum, { points }) => sum + points, 0);
  // Without the squares of the table, only the sum is known.
  if (total !== act.bonus) return [say("bonus-squares", { points: act.bonus })];
  return covered.map((square) => say("bonus-square", square));
}

function tradedSentence(
  act: Kind<"put-aside">,
  telling: Telling,
  me: boolean,
  name: string,
): string {
  if (isForced(telling)) {
    const what = n("one tile was traded", "{n} tiles were traded", act.count);
    return forcedSentence(what, act.seat, telling);
  }
  return tell("traded", me, { name, count: act.count });
}

function specialSentence(act: Kind<"special-shown">, me: boolean, name: string): string {
  if (act.action === "draw3")
    return me
      ? t("You drew a special tile: everyone can draw three tiles once.")
      : t("{name} drew a special tile: everyone can draw three tiles once.", { name });
  return me
    ? t("You drew a special tile: everyone can take a tile once.")
    : t("{name} drew a special tile: everyone can take a tile once.", { name });
}

function tableWords(board: readonly Placed[]): string {
  if (board.length === 0) return "";
  return [extentWords(board), openLinesInShort(board)].filter(Boolean).join(" ");
}

function extentWords(board: readonly Placed[]): string {
  const [xs, ys] = [board.map(([x]) => x), board.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const columns =
    left === right
      ? t("column {column}", { column: left })
      : t("columns {left} to {right}", { left, right });
  const rows =
    top === bottom ? t("row {row}", { row: top }) : t("rows {top} to {bottom}", { top, bottom });
  return n(
    "{n} tile on the table, in {columns} and {rows}.",
    "{n} tiles on the table, in {columns} and {rows}.",
    board.length,
    { columns, rows },
  );
}

export const tileNarrator: Narrator<PlacementGame> = {
  sentence,
  opening: (game, hand) => openingWords(game.opening_tiles, hand),
  table: ({ board }) => tableWords(board),
  qwirkles: (act) =>
    act.event === "tiles-placed" ? act.lines.filter(({ qwirkle }) => qwirkle).length : 0,
  score: (points) => n("{n} point", "{n} points", points),
  amount: (points) => t("{points} points", { points }),
  badge: (points) => `${points}`,
  hand: (count) => n("{n} tile in hand", "{n} tiles in hand", count),
  supply: ({ bag }, edition) => supplyWords(bag, edition),
};
