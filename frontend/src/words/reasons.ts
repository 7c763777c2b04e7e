/**
 * Why the rules refuse a turn, for people. The keys are those of `rules/reasons.py`: a code, or
 * `code/case` where a code has several sentences. Each names the tiles, the line and the number
 * that its sentence there names; lines have their numbers only where they are heard or typed.
 */

import { Refusal } from "../api/client";
import type { Objection } from "../api/types";
import { tileName } from "../ui/tileNames";
import { calledBot } from "./bots";
import { guestName } from "./guests";
import { listed } from "./lists";
import { errorText } from "./refusals";
import { n, t } from "./translate.svelte";

/** What a refusal is about: names, numbers and tiles, for its sentence. */
export type Params = Objection["params"];
/** What a refusal says, by its key. */
export type Sentences = Readonly<Record<string, (params: Params) => string>>;

const RULES: Sentences = {
  "no-tiles": () => t("Choose at least one tile."),
  "no-tiles/trade": () => t("Choose at least one tile to trade."),
  "same-cell-twice": (params) =>
    t("Two tiles can’t go in the same place: {tiles}.", { tiles: tilesIn(params) }),
  "no-such-tile": ({ tile = "" }) => t("There is no tile “{tile}”.", { tile }),
  occupied: (params) => t("There’s already a tile here: {tiles}.", { tiles: tilesIn(params) }),
  "off-board": (params) => t("That’s off the board: {tiles}.", { tiles: tilesIn(params) }),
  "off-board/far": ({ most = "" }) =>
    t("That’s too far away: stay within {most} squares of the middle.", { most }),
  "not-in-hand": (params) => t("That’s not in your hand: {tiles}.", { tiles: tilesIn(params) }),
  "played-duplicate": (params) =>
    t("You can’t play two identical tiles in one turn: {tiles}.", { tiles: tilesIn(params) }),
  "played-mixed": (params) =>
    t(
      "The tiles you play must all be one colour or all be one shape. These are neither: {tiles}.",
      { tiles: tilesIn(params) },
    ),
  "not-one-line": () => t("Your tiles must all be in one row or one column."),
  gap: ({ axis, at }) => {
    if (at === undefined)
      return axis === "row"
        ? t("Close the gap in this row: your tiles must form one unbroken line.")
        : t("Close the gap in this column: your tiles must form one unbroken line.");
    return axis === "row"
      ? t("Close the gap in row {at}: your tiles must form one unbroken line.", { at })
      : t("Close the gap in column {at}: your tiles must form one unbroken line.", { at });
  },
  "no-contact": () =>
    t("At least one of your tiles must touch a tile on the table (corners don’t count)."),
  "line-mixed": (params) => {
    const { axis, at } = params;
    const tiles = tilesIn(params);
    if (at === undefined)
      return axis === "row"
        ? t("Tiles in this row must all be one colour or all be one shape. Wrong: {tiles}.", {
            tiles,
          })
        : t("Tiles in this column must all be one colour or all be one shape. Wrong: {tiles}.", {
            tiles,
          });
    const words = { at, tiles };
    return axis === "row"
      ? t("Tiles in row {at} must all be one colour or all be one shape. Wrong: {tiles}.", words)
      : t(
          "Tiles in column {at} must all be one colour or all be one shape. Wrong: {tiles}.",
          words,
        );
  },
  "line-duplicate": (params) => {
    const { axis, at } = params;
    const tiles = tilesIn(params);
    if (at === undefined)
      return axis === "row"
        ? t("This row would have the same tile twice: {tiles}.", { tiles })
        : t("This column would have the same tile twice: {tiles}.", { tiles });
    return axis === "row"
      ? t("Row {at} would have the same tile twice: {tiles}.", { at, tiles })
      : t("Column {at} would have the same tile twice: {tiles}.", { at, tiles });
  },
  "line-too-long": ({ axis, at, count = "", most = "" }) => {
    if (at === undefined)
      return axis === "row"
        ? t("A line can’t be longer than {most} tiles. This row would have {count}.", {
            most,
            count,
          })
        : t("A line can’t be longer than {most} tiles. This column would have {count}.", {
            most,
            count,
          });
    const words = { most, at, count };
    return axis === "row"
      ? t("A line can’t be longer than {most} tiles. Row {at} would have {count}.", words)
      : t("A line can’t be longer than {most} tiles. Column {at} would have {count}.", words);
  },
  "opening-not-largest-set": (params) =>
    n(
      "Start with your largest set, {n} tile: {tiles}.",
      "Start with your largest set, {n} tiles: {tiles}.",
      Number(params.count),
      { tiles: tilesIn(params) },
    ),
  "opening-not-largest-set/unknown": ({ count }) =>
    n(
      "Start with your largest set: {n} tile.",
      "Start with your largest set: {n} tiles.",
      Number(count),
    ),
  "opening-not-largest-set/cards": (params) =>
    n(
      "Start with your largest set and nothing else, {n} card: {tiles}.",
      "Start with your largest set and nothing else, {n} cards: {tiles}.",
      Number(params.count),
      { tiles: tilesIn(params) },
    ),
  "opening-not-on-centre": ({ count = "" }) =>
    t("The first turn must cover one of the {count} squares in the centre.", { count }),
  "back-to-same-spot": (params) =>
    t("The tile you took can’t go back to the same place: {tiles}.", { tiles: tilesIn(params) }),
  "no-tile": () => t("There’s no tile there to take."),
  "last-tile": (params) =>
    t("The last tile has to stay on the table: {tiles}.", { tiles: tilesIn(params) }),
  "in-qwirkle": (params) =>
    t("This tile is part of a Qwirkle, so it stays there: {tiles}.", { tiles: tilesIn(params) }),
  disconnects: (params) =>
    t("Taking this tile would cut others off: {tiles}.", { tiles: tilesIn(params) }),
  "no-token": () => t("You can’t take tiles from the table in this game."),
  "no-token/star-token": () => t("You have no star token left."),
  "no-token/take": () => t("You have no action tile for taking a tile."),
  "no-token/draw3": () => t("You have no action tile for drawing three."),
  "already-used": () => t("You’ve already taken a tile this turn, and only one action is allowed."),
  "already-used/draw3": () =>
    t("You’ve already drawn three this turn, and only one action is allowed."),
  "bag-too-small": ({ count, left = "" }) =>
    n(
      "You can’t trade {n} tile: only {left} left to draw.",
      "You can’t trade {n} tiles: only {left} left to draw.",
      Number(count),
      { left },
    ),
  "bag-too-small/trade": () => t("There’s nothing left to draw, so you can’t trade."),
  "bag-too-small/draw3": () => t("There’s nothing left to draw, so you can’t draw three."),
  "bag-too-small/exchange": () => t("The deck is empty, so you can’t draw a new hand."),
  "more-than-six": ({ most, count = "" }) =>
    n(
      "You can trade at most {n} tile, not {count}.",
      "You can trade at most {n} tiles, not {count}.",
      Number(most),
      { count },
    ),
  "opening-must-place": () => t("You can’t trade on the first turn."),
  "can-place": () => t("You can place a tile, so you can’t pass."),
  "can-place/card": () => t("You can play a card, so you can’t pass."),
  "can-place/exchange": () => t("You can play a card, so you can’t draw a new hand."),
  "can-trade": () => t("You can still trade, so you can’t pass."),
  "can-trade/must": () => t("If you can’t place a tile, you must trade."),
  "can-trade/exchange": () => t("You can still draw a new hand, so you can’t pass."),
  "must-play-a-card": () => t("Play at least one card from your hand."),
  "card-removed-from-table": (params) =>
    t("Cards on the table stay there. Left out: {tiles}.", { tiles: tilesIn(params) }),
  "card-from-nowhere": (params) =>
    t("That’s neither on the table nor in your hand: {tiles}.", { tiles: tilesIn(params) }),
  "set-too-small": (params) =>
    t("A set needs at least {least} cards. This one has {count}: {tiles}.", {
      least: params.least ?? "",
      count: params.count ?? "",
      tiles: tilesIn(params),
    }),
  "set-too-small/empty": ({ least = "" }) =>
    t("A set needs at least {least} cards. This one is empty.", { least }),
  "set-duplicate": (params) =>
    t("This set has the same card twice: {tiles}.", { tiles: tilesIn(params) }),
  "set-mixed": (params) =>
    t(
      "The cards in a set must all be one colour or all be one shape. These are neither: {tiles}.",
      {
        tiles: tilesIn(params),
      },
    ),
  "not-your-turn": ({ name }) =>
    name === undefined
      ? t("It’s not your turn.")
      : t("It’s {name}’s turn.", { name: playerName(String(name)) }),
  "not-your-turn/hint": () => t("You can ask for a hint when it’s your turn."),
  "game-over": () => t("The game is over."),
  stale: () => t("The table has just changed. Have a look and try again."),
};

/** The tiles a refusal names, in words. */
function tilesIn({ tiles = "" }: Params): string {
  return listed(String(tiles).split(" ").map(tileName));
}

/** What a player is called whose seat is not known. */
export function playerName(name: string): string {
  return guestName(name) ?? calledBot(name) ?? name;
}

/** The sentence with a key in a table; a newer case falls back to that of its code. */
export function sentenceIn(
  sentences: Sentences,
  reason: string,
  params: Params,
): string | undefined {
  const { case: which } = params;
  const found = which === undefined ? undefined : sentences[`${reason}/${which}`];
  return (found ?? sentences[reason])?.(params);
}

/**
 * The sentence for a reason of the rules; undefined if it is none of theirs. No view shows the numbers
 * of rows and columns, so for eyes a line is “this row”; those who listen know it by its number.
 */
export function ruleText(reason: string, params: Params = {}, spoken = false): string | undefined {
  return sentenceIn(RULES, reason, spoken ? params : withoutNumber(params));
}

function withoutNumber(params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== "at"));
}

/** The sentence for an objection to a turn, for eyes that see the tiles it is about. */
export function objectionText({ reason, params }: Pick<Objection, "reason" | "params">): string {
  return ruleText(reason, params) ?? t("That’s not allowed.");
}

/** As `objectionText`, for those who listen or type. */
export function spokenObjection({ reason, params }: Pick<Objection, "reason" | "params">): string {
  return ruleText(reason, params, true) ?? t("That’s not allowed.");
}

/** The sentence for a turn that was refused, or that did not arrive. */
export function turnRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) return errorText(error);
  const { objections, reason } = error.problem;
  const [first] = objections;
  return ruleText(first?.reason ?? reason, first?.params) ?? errorText(error);
}
