/** The narration of the placement games. */

import type { Act, Placed, PlacementGame, Squares } from "../../api/types";
import { placeName } from "../../board/places";
import { bonusAt } from "../../board/squareNames";
import { nameAt } from "../../live/seats";
import { tileList } from "../../tiles/tileNames";
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
      return act.lines.some((line) => line.qwirkle) ? `${t("Qwirkle!")} ${played}` : played;
    }
    case "put-aside":
      return tradedSentence(act, telling, me, name);
    case "passed":
      if (isForced(telling)) return forcedSentence(t("nothing fitted"), act.seat, telling);
      return me ? t("You passed.") : t("{name} passed.", { name });
    case "took": {
      const [x, y, code] = act.tile;
      const tile = telling.places
        ? { inForm: (form: string) => placeWords(tileList([code], form), [x, y]) }
        : tileList([code]);
      return me
        ? t("You took {tile:a} from the table.", { tile })
        : t("{name} took {tile:a} from the table.", { name, tile });
    }
    case "drew-three":
      return me ? t("You drew three extra tiles.") : t("{name} drew three extra tiles.", { name });
    case "tokens-won":
      return me
        ? n("You won a star token.", "You won {n} star tokens.", act.cells.length)
        : n("{name} won a star token.", "{name} won {n} star tokens.", act.cells.length, { name });
    case "special-shown":
      return specialSentence(act, me, name);
    case "went-out":
      return me
        ? n(
            "You’re out of tiles: {n} bonus point!",
            "You’re out of tiles: {n} bonus points!",
            act.points,
          )
        : n(
            "{name} is out of tiles: {n} bonus point.",
            "{name} is out of tiles: {n} bonus points.",
            act.points,
            { name },
          );
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
  return parts.length < 2 ? what : `${what} ${t("Points: {parts}.", { parts: parts.join("; ") })}`;
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
  return me
    ? n("You played {tiles:a} for {n} point.", "You played {tiles:a} for {n} points.", act.points, {
        tiles,
      })
    : n(
        "{name} played {tiles:a} for {n} point.",
        "{name} played {tiles:a} for {n} points.",
        act.points,
        { name, tiles },
      );
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
    return qwirkle
      ? t("{points} for row {row}, a Qwirkle", { points, row: y })
      : t("{points} for row {row}", { points, row: y });
  return qwirkle
    ? t("{points} for column {column}, a Qwirkle", { points, column: x })
    : t("{points} for column {column}", { points, column: x });
}

function bonusWords(act: Kind<"tiles-placed">, squares: Squares | undefined): readonly string[] {
  const covered = inOrder(act.tiles).flatMap((placed) => {
    const points = bonusAt(squares, placed);
    return points === 0 ? [] : [{ points, place: placeName(placed) }];
  });
  const total = covered.reduce((sum, { points }) => sum + points, 0);
  // Without the squares of the table, only the sum is known.
  if (total !== act.bonus) return [t("{points} for bonus squares", { points: act.bonus })];
  return covered.map((square) => t("{points} for the bonus square at {place}", square));
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
  return me
    ? n("You traded {n} tile.", "You traded {n} tiles.", act.count)
    : n("{name} traded {n} tile.", "{name} traded {n} tiles.", act.count, { name });
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
