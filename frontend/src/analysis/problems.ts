/**
 * What is wrong with a position, for people, and where on the page it is said. The keys are those of
 * `rules/positions.py`; lines, sets and the edge of the board have the words of a refused turn.
 */

import type { Cell, Objection } from "../api/types";
import { keyOf } from "../board/cells";
import { tileName } from "../ui/tileNames";
import { listed } from "../words/lists";
import { type Params, ruleText, type Sentences, sentenceIn } from "../words/reasons";
import { n, t } from "../words/translate.svelte";

const POSITIONS: Sentences = {
  "bad-position": () => t("This isn’t a position. Check the text, or ask for it again."),
  "too-many-copies": (params) =>
    t("There are only {most} of each tile, but {count} here: {tiles}.", {
      most: params.most ?? "",
      count: params.count ?? "",
      tiles: tilesIn(params),
    }),
  "too-many-copies/cards": (params) =>
    t("There are only {most} of each card, but {count} here: {tiles}.", {
      most: params.most ?? "",
      count: params.count ?? "",
      tiles: tilesIn(params),
    }),
  "not-connected": (params) =>
    t("These tiles aren’t connected to the others: {tiles}.", { tiles: tilesIn(params) }),
  "black-square-empty": ({ count }) =>
    n(
      "Every black square has a tile from the start. {n} is still empty.",
      "Every black square has a tile from the start. {n} are still empty.",
      Number(count),
    ),
  "hand-too-large": ({ most, seat = "", count = "" }) =>
    n(
      "A hand has at most {n} tile. Player {seat} has {count}.",
      "A hand has at most {n} tiles. Player {seat} has {count}.",
      Number(most),
      { seat, count },
    ),
  "hand-too-large/cards": ({ most, seat = "", count = "" }) =>
    n(
      "A hand has at most {n} card. Player {seat} has {count}.",
      "A hand has at most {n} cards. Player {seat} has {count}.",
      Number(most),
      { seat, count },
    ),
  "hand-not-full": ({ least = "", seat = "", count = "" }) =>
    t("While there are tiles in the bag, a hand has {least}. Player {seat} has {count}.", {
      least,
      seat,
      count,
    }),
  "hand-not-full/cards": ({ least = "", seat = "", count = "" }) =>
    t("While there are cards in the deck, a hand has {least}. Player {seat} has {count}.", {
      least,
      seat,
      count,
    }),
  "hand-empty": () => t("Put at least one tile in the hand."),
  "hand-empty/cards": () => t("Put at least one card in the hand."),
  "hand-unknown": () => t("Put the tiles in the hand first."),
  "bag-wrong": ({ right, count = "" }) =>
    n(
      "There should be {n} tile in the bag, not {count}.",
      "There should be {n} tiles in the bag, not {count}.",
      Number(right),
      { count },
    ),
  "bag-wrong/cards": ({ right, count = "" }) =>
    n(
      "There should be {n} card in the deck, not {count}.",
      "There should be {n} cards in the deck, not {count}.",
      Number(right),
      { count },
    ),
  "nobody-to-move": () => t("Choose whose turn it is."),
  "score-too-high": ({ most = "" }) => t("A score can be at most {most}.", { most }),
  "too-many-tokens": ({ most }) =>
    n(
      "At most {n} star token can have been won by now.",
      "At most {n} star tokens can have been won by now.",
      Number(most),
    ),
  "star-misplaced": () => t("There are star tokens only on star squares without a tile."),
  "no-such-action": ({ seat = "" }) =>
    t("Player {seat} can’t have these action tiles in this game.", { seat }),
  "taken-wrong": () =>
    t("The tile taken this turn must be in the hand, and its place on the table empty."),
  "qwirkle-on-table": () => t("A Qwirkle belongs to a player. Take it off the table."),
  "not-a-qwirkle": () => t("A Qwirkle is six different cards of one colour or one shape."),
  "last-round-wrong": () => t("The last round begins when the deck is empty."),
};

export type Spot = "table" | "hand" | "players";

const SPOTS: Readonly<Record<string, Spot>> = {
  "hand-empty": "hand",
  "hand-unknown": "hand",
  "hand-not-full": "players",
  "bag-wrong": "players",
  "nobody-to-move": "players",
  "score-too-high": "players",
  "too-many-tokens": "players",
  "no-such-action": "players",
  "not-a-qwirkle": "players",
  "last-round-wrong": "players",
};

/** What is still to be entered, as on an empty board: nothing is wrong yet. */
const UNFINISHED: ReadonlySet<string> = new Set([
  "hand-empty",
  "hand-unknown",
  "black-square-empty",
]);

export const isUnfinished = ({ reason }: Pick<Objection, "reason">): boolean =>
  UNFINISHED.has(reason);

/** The cells that problems are about, each once. */
export function cellsOf(problems: readonly Objection[]): readonly Cell[] {
  return [
    ...new Map(problems.flatMap(({ cells }) => cells).map((cell) => [keyOf(cell), cell])).values(),
  ];
}

/** Next to what a problem is said; `turn` is the seat whose hand is entered. */
export function spotOf({ reason, params, cells }: Objection, turn: number): Spot {
  if (reason === "hand-too-large") return Number(params.seat) === turn + 1 ? "hand" : "players";
  if (reason === "too-many-copies") return cells.length > 0 ? "table" : "hand";
  return SPOTS[reason] ?? "table";
}

/** What is wrong; `spoken` is for those who listen, and know a line by its number. */
export function problemText(
  { reason, params }: Pick<Objection, "reason" | "params">,
  spoken = false,
): string {
  return (
    sentenceIn(POSITIONS, reason, params) ??
    ruleText(reason, params, spoken) ??
    t("Something is wrong with this position.")
  );
}

function tilesIn({ tiles = "" }: Params): string {
  return listed(String(tiles).split(" ").map(tileName));
}
