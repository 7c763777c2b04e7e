/** Why the rules refuse a turn, for people: one short sentence that says what to do. */

import { Refusal } from "../api/client";
import type { Objection } from "../api/types";
import { errorText } from "./refusals";
import { t } from "./translate.svelte";

/** What a refusal is about: names, numbers and tiles, for its sentence. */
export type Params = Objection["params"];

const RULES: Readonly<Record<string, (params: Params) => string>> = {
  "no-tiles": () => t("Choose at least one tile."),
  "same-cell-twice": () => t("Two tiles can’t go in the same place."),
  "no-such-tile": () => t("There is no such tile."),
  occupied: () => t("There’s already a tile here."),
  "off-board": () => t("That’s off the board."),
  "not-in-hand": () => t("That tile isn’t in your hand."),
  "played-duplicate": () => t("You can’t play two identical tiles in one turn."),
  "played-mixed": () => t("Your tiles must all be one colour or all be one shape."),
  "not-one-line": () => t("Your tiles must all be in one row or one column."),
  gap: () => t("Close the gap: your tiles must form one unbroken line."),
  "no-contact": () =>
    t("At least one of your tiles must touch a tile on the table (corners don’t count)."),
  "line-mixed": () => t("Tiles in a line must all be one colour or all be one shape."),
  "line-duplicate": () => t("This line would have the same tile twice."),
  "line-too-long": () => t("A line can’t be longer than six tiles."),
  "opening-not-largest-set": () => t("Start with your largest set."),
  "opening-not-on-centre": () => t("The first turn must cover one of the centre squares."),
  "back-to-same-spot": () => t("The tile you took can’t go back to the same place."),
  "no-tile": () => t("There’s no tile there to take."),
  "last-tile": () => t("The last tile has to stay on the table."),
  "in-qwirkle": () => t("That tile is part of a Qwirkle, so it stays there."),
  disconnects: () => t("Taking that tile would cut others off."),
  "no-token": () => t("You have no token or action tile for that."),
  "already-used": () => t("You’ve already used one this turn."),
  "bag-too-small": () => t("There aren’t enough tiles left in the bag."),
  "more-than-six": () => t("You can trade at most six tiles."),
  "opening-must-place": () => t("You can’t trade on the first turn."),
  "can-place": () => t("You can still play, so you can’t do that."),
  "can-trade": () => t("You can still trade, so you can’t pass."),
  "must-play-a-card": () => t("Play at least one card from your hand."),
  "card-removed-from-table": () => t("Cards on the table stay on the table."),
  "card-from-nowhere": () => t("That card is neither on the table nor in your hand."),
  "set-too-small": () => t("A set needs at least three cards."),
  "set-duplicate": () => t("This set has the same card twice."),
  "set-mixed": () => t("The cards in a set must all be one colour or all be one shape."),
  "not-your-turn": ({ name }) =>
    name === undefined ? t("It’s not your turn.") : t("It’s {name}’s turn.", { name }),
  "game-over": () => t("The game is over."),
  stale: () => t("The table has just changed. Have a look and try again."),
};

/** The sentence for a reason of the rules; undefined if it is none of theirs. */
export function ruleText(reason: string, params: Params = {}): string | undefined {
  return RULES[reason]?.(params);
}

/** The sentence for an objection to a turn. */
export function objectionText({ reason, params }: Objection): string {
  return ruleText(reason, params) ?? t("That’s not allowed.");
}

/** The sentence for a turn that was refused, or that did not arrive. */
export function turnRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) return errorText(error);
  const { objections, reason } = error.problem;
  const [first] = objections;
  return ruleText(first?.reason ?? reason, first?.params) ?? errorText(error);
}
