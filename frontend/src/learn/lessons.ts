/**
 * What lessons say, by the codes of the server. Its lessons hold the same sentences in English; a
 * test keeps them alike.
 */

import { objectionText } from "../words/reasons";
import { type Params, t } from "../words/translate.svelte";
import type { Answer, Step } from "./lessonSteps";

type Text = (params: Params) => string;

const TEXTS: Readonly<Record<string, Text>> = {
  "classic.colour": () =>
    t("Tiles of one colour make a line. Add your red diamond to the red tiles."),
  "classic.colour.done": (p) => t("Three red tiles with three shapes: {points} points.", p),
  "classic.colour.more": () =>
    t("That is allowed as well. Make the line of three red tiles longer, though."),
  "classic.colour.line-mixed": () =>
    t("The green starburst shares neither the colour of this line nor one shape with it."),
  "classic.shape": () =>
    t("Tiles of one shape make a line too, if their colours are all different. Add a circle."),
  "classic.shape.done": (p) => t("Circles in three colours: {points} points.", p),
  "classic.shape.more": () =>
    t("That is allowed as well. Add a circle to the two circles, though."),
  "classic.shape.line-duplicate": () =>
    t("There is a red circle in this line already, and no tile may be in it twice."),
  "classic.several": () =>
    t("In one turn you may place several tiles, if all of them lie in one line. Place two."),
  "classic.several.done": (p) => t("Two tiles in one turn: {points} points.", p),
  "classic.several.more": () => t("One tile is allowed too. This time place two."),
  "classic.several.not-one-line": () =>
    t("All tiles of a turn go into one row or into one column."),
  "classic.several.played-mixed": () =>
    t("The tiles of a turn share one colour or one shape, like a line."),
  "classic.two-lines": () =>
    t("A tile can belong to two lines, and counts in both. Find the place where it does."),
  "classic.two-lines.done": (p) =>
    t("Three points for the row and three for the column: {points} points.", p),
  "classic.two-lines.more": () =>
    t("That is allowed. But there is a place that belongs to two lines."),
  "classic.two-lines.line-mixed": () =>
    t("What lies there must fit into the row and into the column."),
  "classic.join": () => t("A tile may also join what lies apart. Close the gap in the red row."),
  "classic.join.done": (p) =>
    t("Four red tiles in a row and two starbursts in a column: {points} points.", p),
  "classic.join.more": () => t("That is allowed. But the gap in the row brings more."),
  "classic.join.line-mixed": () =>
    t("The green cross fits to the tile below, but not into the red row."),
  "classic.qwirkle": () => t("Six tiles are a whole line: a Qwirkle. Complete this one."),
  "classic.qwirkle.done": (p) =>
    t("A Qwirkle! Six points for its tiles and six more: {points} points.", p),
  "classic.qwirkle.more": () => t("That is allowed. But one tile of your hand makes a Qwirkle."),
  "classic.qwirkle.line-mixed": () => t("Only the red clover is missing here."),
  "classic.trade": () =>
    t(
      "Instead of placing tiles you may trade as many as you like. It brings no points. Trade one.",
    ),
  "classic.trade.done": () => t("You get new tiles, and the next player is on turn."),
  "classic.trade.more": () => t("This time trade tiles instead of placing them."),
  "classic.trade.can-place": () => t("Who can place a tile or trade does not pass."),
  "colour-blind.faces": () =>
    t(
      "Every tile shows two signs: one is its shape, the other stands for its colour. Add the tile that shares the colour of this line.",
    ),
  "colour-blind.faces.done": (p) =>
    t("Three tiles of one colour with three shapes: {points} points.", p),
  "colour-blind.faces.more": () => t("That is allowed as well. Make the line longer, though."),
  "colour-blind.faces.line-mixed": () => t("That tile shares neither of its signs with the line."),
  "schmidt.must-trade": () =>
    t(
      "Who cannot place must trade in this edition; the traded tiles go under the pile. Trade what you like.",
    ),
  "schmidt.must-trade.done": () => t("Nothing fitted, so you traded."),
  "schmidt.must-trade.more": () => t("This time trade tiles."),
  "schmidt.must-trade.can-trade": () =>
    t("There are tiles left to trade with, so you cannot pass."),
  "mini.draw-three": () =>
    t(
      "Action tiles are used once, at the start of your turn. Draw three gives you three more tiles. Use it.",
    ),
  "mini.draw-three.done": () => t("Three more tiles, and your turn goes on."),
  "mini.draw-three.more": () => t("That is allowed. This time use the action tile first."),
  "mini.take": () =>
    t(
      "The other action tile takes a tile from the table into your hand. Take the one that makes a Qwirkle elsewhere.",
    ),
  "mini.take.done": (p) => t("Twelve for the Qwirkle and two for the clovers: {points} points.", p),
  "mini.take.more": () => t("Take the red clover and complete the red row with it."),
  "mini.take.disconnects": () => t("Without that tile two others would lose contact."),
  "mini.take.back-to-same-spot": () =>
    t("A tile you took cannot go back to the same place in this turn."),
  "mini.stays": () =>
    t(
      "What is part of a Qwirkle stays on the table. Take the blue circle and make three points with it.",
    ),
  "mini.stays.done": (p) => t("Three circles: {points} points.", p),
  "mini.stays.more": () => t("Take the blue circle and put it on top of the red one."),
  "mini.stays.in-qwirkle": () => t("The red row is a Qwirkle; its tiles stay."),
  "select.centre": () =>
    t(
      "The first turn plays your largest set, and covers a square in the centre. You have three red tiles.",
    ),
  "select.centre.done": (p) => t("{points} points to begin with.", p),
  "select.centre.more": () => t("That is allowed."),
  "select.centre.opening-not-on-centre": () =>
    t("That is too far out: cover one of the four squares in the centre."),
  "select.centre.opening-not-largest-set": () =>
    t("There are three red tiles in your hand: play all of them."),
  "select.star": () => t("Cover a star and its token is yours. One star is within reach."),
  "select.star.done": (p) => t("You won a star token, and {points} points.", p),
  "select.star.more": () => t("That is allowed. But a star is within reach."),
  "select.star.line-mixed": () =>
    t("The star is free, but the yellow circle does not fit beside the red cross."),
  "select.token": () =>
    t(
      "With a token you take a tile from the table at the start of your turn. Take the one that is missing in the column.",
    ),
  "select.token.done": (p) => t("A Qwirkle with a tile from the table: {points} points.", p),
  "select.token.more": () => t("Take the red clover and complete the red column with it."),
  "select.token.no-tile": () => t("There is no tile to take."),
  "select.edge": () =>
    t("The board has an edge. Make the red row longer where there is still room."),
  "select.edge.done": (p) => t("Four red tiles: {points} points.", p),
  "select.edge.more": () => t("That is allowed. But the row of three brings more."),
  "select.edge.off-board": () => t("That is beyond the edge."),
  "connect.beside": () =>
    t(
      "Tiles lie on the black squares from the start. Play beside any of them: put the red square next to the red circle.",
    ),
  "connect.beside.done": (p) => t("Two red tiles: {points} points.", p),
  "connect.beside.more": () => t("That is allowed too. Put the red square next to the red circle."),
  "connect.beside.no-contact": () => t("Your tiles must touch one that lies there already."),
  "connect.bonus": () =>
    t(
      "Bonus squares with a 1 give one more point. Find the place that fits to two tiles and covers one.",
    ),
  "connect.bonus.done": (p) => t("Two lines and a bonus: {points} points.", p),
  "connect.bonus.more": () =>
    t("That is allowed. But one place belongs to two lines and has a bonus."),
  "connect.bonus.line-mixed": () =>
    t("The yellow circle fits to the red circle, but not to the green square below."),
  "connect.two": () => t("Squares with a 2 give two more. Cover one."),
  "connect.two.done": (p) => t("Two for the line and two for the square: {points} points.", p),
  "connect.two.more": () => t("That is allowed. But a square with a 2 is within reach."),
  "connect.two.line-mixed": () => t("The yellow clover does not fit to the red diamond."),
  "connect.joins": () =>
    t("Connect two tiles: fill the row between the red circle and the red diamond."),
  "connect.joins.done": (p) => t("Four red tiles in a row: {points} points.", p),
  "connect.joins.more": () => t("That is allowed. This time fill the whole row between the two."),
  "connect.joins.played-mixed": () => t("The tiles of a turn share one colour or one shape."),
  "combined.bonus": () =>
    t(
      "This board has both: tiles to connect with bonus squares, and stars. First a bonus: cover the one that belongs to two lines.",
    ),
  "combined.bonus.done": (p) => t("Two lines and a bonus: {points} points.", p),
  "combined.bonus.more": () =>
    t("That is allowed. But one place belongs to two lines and has a bonus."),
  "combined.star": () => t("Now a star: cover it and its token is yours."),
  "combined.star.done": (p) => t("You won a star token, and {points} points.", p),
  "combined.star.more": () => t("That is allowed. But a star is within reach."),
  "combined.star.line-mixed": () => t("The yellow circle does not fit beside the blue diamond."),
  "combined.again": () =>
    t(
      "With a token you take a tile from the table. A bonus square that becomes free counts again: take the red square and put the green circle there.",
    ),
  "combined.again.done": (p) =>
    t("The bonus a second time: {points} points, and the red square is yours.", p),
  "combined.again.more": () => t("Take the red square and put the green circle in its place."),
  "combined.again.no-tile": () => t("There is no tile to take."),
  "cards.set": () => t("Three cards or more of one colour, or of one shape, are a set. Lay one."),
  "cards.set.done": () => t("A set of three."),
  "cards.set.more": () => t("That is allowed. This time lay three cards."),
  "cards.set.set-too-small": () => t("Two cards are not a set yet."),
  "cards.set.set-mixed": () =>
    t("The green starburst shares neither the colour of the others nor one shape with them."),
  "cards.add": () => t("You may add cards to any set on the table. Add a circle."),
  "cards.add.done": () => t("Four circles in four colours."),
  "cards.add.more": () => t("That is allowed."),
  "cards.add.set-duplicate": () => t("There is a red circle in this set already."),
  "cards.switch": () =>
    t(
      "Cards on the table may change their set, if only sets are left at the end. Use the red circle for a new set of circles.",
    ),
  "cards.switch.done": () => t("Two sets of three: you played two cards."),
  "cards.switch.more": () => t("That is allowed. This time play both circles."),
  "cards.switch.card-removed-from-table": () =>
    t("What lies on the table stays there: nothing goes to your hand."),
  "cards.qwirkle": () => t("Six cards are a Qwirkle. Complete this set."),
  "cards.qwirkle.done": () => t("A Qwirkle: it is yours, and who has the most of them wins."),
  "cards.qwirkle.more": () => t("That is allowed. But one card of your hand makes a Qwirkle."),
  "cards.qwirkle.set-mixed": () => t("Only the red clover is missing here."),
  "cards.arrange": () =>
    t("Now both: take a card from one set, add one of your hand, and make a Qwirkle."),
  "cards.arrange.done": () => t("A Qwirkle from cards of two sets."),
  "cards.arrange.more": () => t("That is allowed. But with the red starburst there is a Qwirkle."),
  "cards.exchange": () => t("Who can play no card exchanges the whole hand."),
  "cards.exchange.done": () => t("Nine new cards, and the next player is on turn."),
  "cards.exchange.more": () => t("This time exchange your hand."),
  "cards.exchange.can-trade": () => t("There are cards left to exchange with, so you cannot pass."),
};

/** What a step asks for. */
export function stepText({ step, params, texts }: Step): string {
  return TEXTS[step]?.(params) ?? texts[step] ?? "";
}

/** What is said to a turn: by the lesson, or by the rules where it has nothing to add. */
export function answerText({ say, preview }: Answer, { params, texts }: Step): string {
  const [objection] = preview.objections;
  const known = TEXTS[say]?.(params) ?? texts[say];
  return known ?? (objection === undefined ? "" : objectionText(objection));
}
