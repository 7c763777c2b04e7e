/**
 * Why one turn is better than another, for people. The keys are those of `analysis/reasons/sentences.py`: a
 * code, or `code/case` where a code has several sentences.
 */

import type { ReviewReason } from "../api/types";
import { tileName } from "../ui/tileNames";
import { listed } from "../words/lists";
import { n, t } from "../words/translate.svelte";

type Params = ReviewReason["params"];

const REASONS: Readonly<Record<string, (params: Params) => string>> = {
  "more-points": ({ more }) =>
    n("It scores {n} more point.", "It scores {n} more points.", number(more)),
  "completes-qwirkle": () => t("It completes a Qwirkle."),
  "goes-out": ({ points }) =>
    n(
      "It uses up the last tiles, which ends the game and earns {n} point.",
      "It uses up the last tiles, which ends the game and earns {n} points.",
      number(points),
    ),
  "empties-bag": () => t("It empties the bag."),
  "leaves-five": ({ deals = "", of = "" }) =>
    t(
      "The other turn leaves a line that’s one tile short of a Qwirkle; the next player can complete it in {deals} of {of} cases.",
      { deals, of },
    ),
  "leaves-five/less": ({ deals = "", of = "", less = "", less_of = "" }) =>
    t(
      "The other turn leaves a line that’s one tile short of a Qwirkle; the next player can complete it in {deals} of {of} cases, after this turn in {less} of {less_of}.",
      { deals, of, less, less_of },
    ),
  "leaves-five/sure": () =>
    t(
      "The other turn leaves a line that’s one tile short of a Qwirkle; the next player can almost always complete it.",
    ),
  "leaves-five/sure-less": ({ less = "", less_of = "" }) =>
    t(
      "The other turn leaves a line that’s one tile short of a Qwirkle; the next player can almost always complete it, after this turn only in {less} of {less_of} cases.",
      { less, less_of },
    ),
  "keeps-qwirkle": ({ tiles }) =>
    t("It keeps a tile for a Qwirkle: {tiles}.", { tiles: named(tiles) }),
  "keeps-two": ({ tiles }) =>
    t("It keeps two tiles that together make a Qwirkle: {tiles}.", { tiles: named(tiles) }),
  "keeps-set": ({ count }) =>
    n(
      "It keeps {n} tile that goes with others.",
      "It keeps {n} tiles that go together.",
      number(count),
    ),
  "plays-duplicate": ({ tiles }) =>
    t("It plays a tile that was in the hand twice: {tiles}.", { tiles: named(tiles) }),
  "draws-more": ({ more }) =>
    n("It draws {n} more tile.", "It draws {n} more tiles.", number(more)),
  "smaller-answer": ({ points = "", other = "" }) =>
    t("The other player can then score at most {points}, and not {other}.", { points, other }),
  "scores-next": ({ points = "", other = "" }) =>
    t("The tiles it keeps can score up to {points} next, not just {other}.", { points, other }),
  "wins-token": () => t("It wins a star token."),
  "takes-first": () => t("It first takes a tile from the table that the hand can use."),
  "takes-first/points": ({ tiles, points }) =>
    n(
      "It first takes a tile from the table ({tiles}); then a turn for {n} point is possible.",
      "It first takes a tile from the table ({tiles}); then a turn for {n} points is possible.",
      number(points),
      { tiles: named(tiles) },
    ),
  "saves-special": () => t("It saves the star token for a later turn."),
  "saves-special/action": () => t("It saves the action tile for a later turn."),
  "draws-three": () => t("It first draws three more tiles, so there’s more to choose from."),
  places: () => t("It places tiles instead of giving the turn away."),
  "gives-less": () => t("It leaves less to the next player."),
  "keeps-more": () => t("It keeps the better tiles for the next turn."),
  "keeps-more/places": () => t("It leaves better places for the tiles in the hand."),
  "brings-more": () => t("No single thing sets it apart: it brings more in the turns that follow."),
  "more-qwirkles": ({ count }) =>
    n("It makes {n} more Qwirkle.", "It makes {n} more Qwirkles.", number(count)),
  "leaves-set": ({ deals = "", of = "" }) =>
    t(
      "The other turn leaves a set of five; the next player can complete it in {deals} of {of} cases.",
      { deals, of },
    ),
  "leaves-set/less": ({ deals = "", of = "", less = "", less_of = "" }) =>
    t(
      "The other turn leaves a set of five; the next player can complete it in {deals} of {of} cases, after this turn in {less} of {less_of}.",
      { deals, of, less, less_of },
    ),
  "leaves-set/sure": () =>
    t("The other turn leaves a set of five; the next player can almost always complete it."),
  "leaves-set/sure-less": ({ less = "", less_of = "" }) =>
    t(
      "The other turn leaves a set of five; the next player can almost always complete it, after this turn only in {less} of {less_of} cases.",
      { less, less_of },
    ),
  "leaves-fours": ({ count, other = "" }) =>
    n(
      "It leaves {n} set of four on the table; the other turn leaves {other}.",
      "It leaves {n} sets of four on the table; the other turn leaves {other}.",
      number(count),
      { other },
    ),
  "leaves-fours/none": ({ other = "" }) =>
    t("It leaves no set of four on the table; the other turn leaves {other}.", { other }),
  "switches-cards": ({ count }) =>
    n(
      "It moves {n} card on the table to make a Qwirkle.",
      "It moves {n} cards on the table to make a Qwirkle.",
      number(count),
    ),
  "keeps-card-set": ({ count }) =>
    n(
      "It keeps {n} card that goes with others.",
      "It keeps {n} cards that go together.",
      number(count),
    ),
  "keeps-cards": ({ count }) =>
    n("It keeps {n} more card in the hand.", "It keeps {n} more cards in the hand.", number(count)),
  "plays-more-cards": ({ count }) =>
    n(
      "It plays {n} more card, and draws as many.",
      "It plays {n} more cards, and draws as many.",
      number(count),
    ),
  "plays-double-card": ({ tiles }) =>
    t("It plays a card that was in the hand twice: {tiles}.", { tiles: named(tiles) }),
  "empties-deck": () => t("It draws the last cards of the deck, so the last round begins."),
};

/**
 * The same for hints, which speak to the player. They mention another turn only where they have said that it scores
 * more; then those of the review that are not here may follow.
 */
const HINTED: Readonly<Record<string, (params: Params) => string>> = {
  "goes-out": ({ points }) =>
    n(
      "You use up your last tiles, which ends the game and earns {n} point.",
      "You use up your last tiles, which ends the game and earns {n} points.",
      number(points),
    ),
  "empties-bag": () => t("You empty the bag."),
  "keeps-qwirkle": ({ tiles }) =>
    t("You keep a tile for a Qwirkle: {tiles}.", { tiles: named(tiles) }),
  "keeps-two": ({ tiles }) =>
    t("You keep two tiles that together make a Qwirkle: {tiles}.", { tiles: named(tiles) }),
  "keeps-set": ({ count }) =>
    n(
      "You keep {n} tile that goes with others.",
      "You keep {n} tiles that go together.",
      number(count),
    ),
  "plays-duplicate": ({ tiles }) =>
    t("You play a tile that you have twice: {tiles}.", { tiles: named(tiles) }),
  "draws-more": ({ more }) =>
    n(
      "You draw {n} more tile than with that turn.",
      "You draw {n} more tiles than with that turn.",
      number(more),
    ),
  "scores-next": ({ points = "", other = "" }) =>
    t("The tiles you keep can score up to {points} next, not just {other}.", { points, other }),
  "wins-token": () => t("You win a star token."),
  "gives-less": () => t("You leave less to the next player."),
  "keeps-more": () => t("You keep the better tiles for your next turn."),
  "keeps-more/places": () => t("You leave better places for the tiles in your hand."),
  "switches-cards": ({ count }) =>
    n(
      "You move {n} card on the table to make a Qwirkle.",
      "You move {n} cards on the table to make a Qwirkle.",
      number(count),
    ),
  "keeps-card-set": ({ count }) =>
    n(
      "You keep {n} card that goes with others.",
      "You keep {n} cards that go together.",
      number(count),
    ),
  "plays-double-card": ({ tiles }) =>
    t("You play a card that you have twice: {tiles}.", { tiles: named(tiles) }),
  "empties-deck": () => t("You draw the last cards of the deck, so the last round begins."),
};

/** The sentence for a reason; one of a newer server is said in English. */
export function reasonText(reason: ReviewReason): string {
  return written(REASONS, reason) ?? reason.text;
}

/** The sentence for a reason of a hint. */
export function hintReasonText(reason: ReviewReason): string {
  return written(HINTED, reason) ?? reasonText(reason);
}

function written(table: typeof REASONS, { code, params }: ReviewReason): string | undefined {
  return (table[`${code}/${params.case}`] ?? table[code])?.(params);
}

function number(value: string | number | undefined): number {
  return Number(value ?? 0);
}

function named(tiles: string | number | undefined): string {
  return listed(
    String(tiles ?? "")
      .split(" ")
      .filter(Boolean)
      .map(tileName),
  );
}
