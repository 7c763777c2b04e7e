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
  "classic.colour.done": (p) => t("Three red tiles in three shapes: {points} points.", p),
  "classic.colour.more": () =>
    t("That’s allowed too. This time, make the red line three tiles long."),
  "classic.colour.line-mixed": () =>
    t("The green starburst isn’t red, so it doesn’t fit this line."),
  "classic.shape": () =>
    t(
      "Tiles of one shape make a line too, as long as their colours are all different. Add a circle.",
    ),
  "classic.shape.done": (p) => t("Circles in three colours: {points} points.", p),
  "classic.shape.more": () => t("That’s allowed too. This time, add a circle to the two circles."),
  "classic.shape.line-duplicate": () =>
    t("There’s already a red circle in this line, and a line can’t have the same tile twice."),
  "classic.several": () =>
    t("You can place several tiles in one turn, as long as they are all in one line. Place two."),
  "classic.several.done": (p) => t("Two tiles in one turn: {points} points.", p),
  "classic.several.more": () => t("One tile is fine too, but this time place two."),
  "classic.several.not-one-line": () =>
    t("All the tiles you play in a turn go in one row or one column."),
  "classic.several.played-mixed": () =>
    t("The tiles you play in a turn must share one colour or one shape, just like a line."),
  "classic.opening": () =>
    t(
      "At the start the table is empty. Whoever can make the longest line goes first, and must play exactly that line. Find your longest line and play it.",
    ),
  "classic.opening.done": (p) =>
    t("Three red tiles: {points} points, and you’ve opened the game.", p),
  "classic.opening.more": () => t("That’s allowed."),
  "classic.opening.opening-not-largest-set": () => t("You have three red tiles: play all of them."),
  "classic.opening.opening-must-place": () => t("You can’t trade on the first turn."),
  "classic.two-lines": () =>
    t("A tile can be part of two lines and score in both. Find the spot where it does."),
  "classic.two-lines.done": (p) =>
    t("Three points for the row and three for the column: {points} points.", p),
  "classic.two-lines.more": () =>
    t("That’s allowed, but there’s a spot that is part of two lines."),
  "classic.two-lines.line-mixed": () => t("A tile there must match both the row and the column."),
  "classic.join": () =>
    t("A tile can also join tiles that are apart. Close the gap in the red row."),
  "classic.join.done": (p) =>
    t("Four red tiles in a row and two starbursts in a column: {points} points.", p),
  "classic.join.more": () => t("That’s allowed, but the gap in the row scores more."),
  "classic.join.line-mixed": () =>
    t("The green cross matches the tile below, but not the red row."),
  "classic.qwirkle": () => t("Six tiles make a complete line: a Qwirkle. Finish this one."),
  "classic.qwirkle.done": (p) =>
    t("A Qwirkle! Six points for the tiles and a bonus of six: {points} points.", p),
  "classic.qwirkle.more": () => t("That’s allowed, but one tile in your hand makes a Qwirkle."),
  "classic.qwirkle.line-mixed": () => t("Only the red clover is missing here."),
  "classic.trade": () =>
    t("Instead of placing tiles, you can trade up to six. You score nothing for it. Trade one."),
  "classic.trade.done": () => t("You get new tiles, and it’s the next player’s turn."),
  "classic.trade.more": () => t("This time, trade tiles instead of placing them."),
  "classic.trade.can-place": () => t("If you can place a tile or trade, you can’t pass."),
  "colour-blind.faces": () =>
    t(
      "Every tile shows two shapes: the large one is its shape, the small one stands for its colour. Add the tile that matches the colour of this line.",
    ),
  "colour-blind.faces.done": (p) =>
    t("Three tiles of one colour in three shapes: {points} points.", p),
  "colour-blind.faces.more": () => t("That’s allowed too. This time, make the line longer."),
  "colour-blind.faces.line-mixed": () => t("Neither of that tile’s shapes matches the line."),
  "schmidt.must-trade": () =>
    t(
      "In this edition, if you can’t place a tile, you must trade; the traded tiles go under the pile. Trade whichever you like.",
    ),
  "schmidt.must-trade.done": () => t("None of your tiles fit, so you traded."),
  "schmidt.must-trade.more": () => t("This time, trade tiles."),
  "schmidt.must-trade.can-trade": () => t("There are tiles left in the pile, so you can’t pass."),
  "mini.draw-three": () =>
    t(
      "You can use each action tile once, at the start of your turn. “Draw three” gives you three extra tiles. Use it now.",
    ),
  "mini.draw-three.done": () => t("Three extra tiles, and it’s still your turn."),
  "mini.draw-three.more": () => t("That’s allowed, but this time use the action tile first."),
  "mini.take": () =>
    t(
      "The other action tile lets you take a tile from the table into your hand. Take the one that makes a Qwirkle elsewhere.",
    ),
  "mini.take.done": (p) => t("Twelve for the Qwirkle and two for the clovers: {points} points.", p),
  "mini.take.more": () => t("Take the red clover and complete the red row with it."),
  "mini.take.disconnects": () => t("Taking that tile would cut two others off."),
  "mini.take.back-to-same-spot": () =>
    t("A tile you took can’t go back to the same place this turn."),
  "mini.stays": () =>
    t("Tiles in a Qwirkle stay on the table. Take the blue circle and score three points with it."),
  "mini.stays.done": (p) => t("Three circles: {points} points.", p),
  "mini.stays.more": () => t("Take the blue circle and put it above the red circle."),
  "mini.stays.in-qwirkle": () => t("The red row is a Qwirkle, so its tiles stay."),
  "select.centre": () =>
    t(
      "On the first turn, play your largest set and cover a square in the centre. You have three red tiles.",
    ),
  "select.centre.done": (p) => t("{points} points to start with.", p),
  "select.centre.more": () => t("That’s allowed."),
  "select.centre.opening-not-on-centre": () =>
    t("That’s too far out: cover one of the four centre squares."),
  "select.centre.opening-not-largest-set": () => t("You have three red tiles: play all of them."),
  "select.star": () => t("Cover a star and its token is yours. There’s a star within reach."),
  "select.star.done": (p) => t("You won a star token and {points} points.", p),
  "select.star.more": () => t("That’s allowed, but there’s a star within reach."),
  "select.star.line-mixed": () =>
    t("The star is free, but the yellow circle doesn’t match the red cross."),
  "select.token": () =>
    t(
      "A token lets you take a tile from the table at the start of your turn. Take the one that’s missing from the column.",
    ),
  "select.token.done": (p) => t("A Qwirkle with a tile from the table: {points} points.", p),
  "select.token.more": () => t("Take the red clover and complete the red column with it."),
  "select.token.no-tile": () => t("There’s no tile there to take."),
  "select.edge": () =>
    t("The board has an edge. Make the red row longer where there’s still room."),
  "select.edge.done": (p) => t("Four red tiles: {points} points.", p),
  "select.edge.more": () => t("That’s allowed, but the row of three scores more."),
  "select.edge.off-board": () => t("That’s off the board."),
  "connect.beside": () =>
    t(
      "The black squares have tiles on them from the start. Play next to any of them: put the red square next to the red circle.",
    ),
  "connect.beside.done": (p) => t("Two red tiles: {points} points.", p),
  "connect.beside.more": () =>
    t("That’s allowed too. This time, put the red square next to the red circle."),
  "connect.beside.no-contact": () => t("Your tiles must touch one that’s already there."),
  "connect.bonus": () =>
    t("Squares with a +1 give one bonus point. Find the “+1” square that matches two tiles."),
  "connect.bonus.done": (p) => t("Two lines and a bonus: {points} points.", p),
  "connect.bonus.more": () =>
    t("That’s allowed, but one spot is part of two lines and has a bonus."),
  "connect.bonus.line-mixed": () =>
    t("The yellow circle matches the red circle, but not the green square below."),
  "connect.two": () => t("Squares with a 2 give two bonus points. Cover one."),
  "connect.two.done": (p) => t("Two for the line and two for the square: {points} points.", p),
  "connect.two.more": () => t("That’s allowed, but there’s a square with a 2 within reach."),
  "connect.two.line-mixed": () => t("The yellow clover doesn’t match the red diamond."),
  "connect.joins": () =>
    t("Connect two tiles: fill the row between the red circle and the red diamond."),
  "connect.joins.done": (p) => t("Four red tiles in a row: {points} points.", p),
  "connect.joins.more": () =>
    t("That’s allowed, but this time fill the whole row between the two."),
  "connect.joins.played-mixed": () =>
    t("The tiles you play in a turn must share one colour or one shape."),
  "combined.bonus": () =>
    t(
      "This board has bonus squares and stars. Start with a bonus: cover the bonus square that is part of two lines.",
    ),
  "combined.bonus.done": (p) => t("Two lines and a bonus: {points} points.", p),
  "combined.bonus.more": () =>
    t("That’s allowed, but one spot is part of two lines and has a bonus."),
  "combined.star": () => t("Now a star: cover it and its token is yours."),
  "combined.star.done": (p) => t("You won a star token and {points} points.", p),
  "combined.star.more": () => t("That’s allowed, but there’s a star within reach."),
  "combined.star.line-mixed": () => t("The yellow circle doesn’t match the blue diamond."),
  "combined.again": () =>
    t(
      "A token lets you take a tile from the table. A bonus square that becomes free scores again: take the red square and put the green circle there.",
    ),
  "combined.again.done": (p) =>
    t("The bonus again: {points} points, and the red square is yours.", p),
  "combined.again.more": () => t("Take the red square and put the green circle in its place."),
  "combined.again.no-tile": () => t("There’s no tile there to take."),
  "cards.set": () => t("Three or more cards of one colour or one shape make a set. Play one."),
  "cards.set.done": () => t("A set of three."),
  "cards.set.more": () => t("That’s allowed, but this time play three cards."),
  "cards.set.set-too-small": () => t("Two cards aren’t a set yet."),
  "cards.set.set-mixed": () => t("The green starburst isn’t red, so it doesn’t fit this set."),
  "cards.add": () => t("You can add cards to any set on the table. Add a circle."),
  "cards.add.done": () => t("Four circles in four colours."),
  "cards.add.more": () => t("That’s allowed."),
  "cards.add.set-duplicate": () => t("There’s already a red circle in this set."),
  "cards.switch": () =>
    t(
      "You can move cards between sets, as long as only valid sets are left at the end. Use the red circle to start a new set of circles.",
    ),
  "cards.switch.done": () => t("Two sets of three: you played two cards."),
  "cards.switch.more": () => t("That’s allowed, but this time play both circles."),
  "cards.switch.card-removed-from-table": () =>
    t("Cards on the table stay there: you can’t take any into your hand."),
  "cards.qwirkle": () => t("Six cards make a Qwirkle. Complete this set."),
  "cards.qwirkle.done": () =>
    t("A Qwirkle! It’s yours to keep, and whoever collects the most Qwirkles wins."),
  "cards.qwirkle.more": () => t("That’s allowed, but one card in your hand makes a Qwirkle."),
  "cards.qwirkle.set-mixed": () => t("Only the red clover is missing here."),
  "cards.arrange": () =>
    t("Now do both: move a card from one set, add one from your hand, and make a Qwirkle."),
  "cards.arrange.done": () => t("A Qwirkle made from two sets."),
  "cards.arrange.more": () => t("That’s allowed, but the red starburst can make a Qwirkle."),
  "cards.exchange": () => t("If you can’t play a card, you exchange your whole hand."),
  "cards.exchange.done": () => t("Nine new cards, and it’s the next player’s turn."),
  "cards.exchange.more": () => t("This time, exchange your hand."),
  "cards.exchange.can-trade": () => t("There are cards left in the deck, so you can’t pass."),
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
