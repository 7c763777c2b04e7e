/** Why the rules refuse a turn, for people: one short sentence that says what to do. */

import { Refusal } from "../api/client";
import type { Objection } from "../api/types";
import { errorText } from "./refusals";
import { t } from "./translate.svelte";

const RULES: Readonly<Record<string, () => string>> = {
  "no-tiles": () => t("Choose at least one tile."),
  "same-cell-twice": () => t("Two tiles cannot go to the same place."),
  "no-such-tile": () => t("There is no such tile."),
  occupied: () => t("There is a tile already."),
  "off-board": () => t("That is off the board."),
  "not-in-hand": () => t("That tile is not in your hand."),
  "played-duplicate": () => t("You can play each kind of tile only once in a turn."),
  "played-mixed": () => t("Your tiles must all have one colour or one shape."),
  "not-one-line": () => t("Your tiles must all lie in one row or one column."),
  gap: () => t("There is a gap between your tiles."),
  "no-contact": () => t("It must touch a tile on the table, side to side."),
  "line-mixed": () => t("This line would mix colours and shapes."),
  "line-duplicate": () => t("This line would have the same tile twice."),
  "line-too-long": () => t("A line has six tiles at the most."),
  "opening-not-largest-set": () => t("The first turn plays your largest set."),
  "opening-not-on-centre": () => t("The first turn covers a square in the centre."),
  "back-to-same-spot": () => t("The tile you took cannot go back to the same place."),
  "no-tile": () => t("There is no tile to take."),
  "last-tile": () => t("The last tile stays on the table."),
  "in-qwirkle": () => t("That tile is part of a Qwirkle and stays there."),
  disconnects: () => t("Without that tile others would lose contact."),
  "no-token": () => t("You have nothing to take a tile with."),
  "already-used": () => t("You have already used one in this turn."),
  "bag-too-small": () => t("There are not enough tiles left in the bag."),
  "more-than-six": () => t("You can trade six tiles at the most."),
  "opening-must-place": () => t("The first turn places tiles; no trading yet."),
  "can-place": () => t("You can place a tile, so you cannot pass."),
  "can-trade": () => t("You can still trade, so you cannot pass."),
  "must-play-a-card": () => t("Play at least one card of your hand."),
  "card-removed-from-table": () => t("Cards on the table stay on the table."),
  "card-from-nowhere": () => t("That card is neither on the table nor in your hand."),
  "set-too-small": () => t("A set has three cards at least."),
  "set-duplicate": () => t("This set has the same card twice."),
  "set-mixed": () => t("The cards of a set share one colour or one shape."),
  "not-your-turn": () => t("It is not your turn."),
  "game-over": () => t("The game is over."),
  stale: () => t("Something happened in the meantime. Have a look and try again."),
};

/** The sentence for a reason of the rules; undefined if it is none of theirs. */
export function ruleText(reason: string): string | undefined {
  return RULES[reason]?.();
}

/** The sentence for an objection to a turn. */
export function objectionText(objection: Objection): string {
  return ruleText(objection.reason) ?? t("That is not allowed.");
}

/** The sentence for a turn that was refused, or that did not arrive. */
export function turnRefusal(error: unknown): string {
  if (!(error instanceof Refusal)) return errorText(error);
  const { objections, reason } = error.problem;
  return ruleText(objections[0]?.reason ?? reason) ?? errorText(error);
}
