/** Advice for the next game. Not rules: nobody has to follow it. */

import { t } from "../../words/translate.svelte";

type Tip = () => string;

const TILES: readonly Tip[] = [
  () =>
    t(
      "Think twice before you make a line of five: the next player may finish it for twelve points.",
    ),
  () => t("Look for places where one tile is part of two lines. Short lines count there too."),
  () =>
    t(
      "Keep tiles that go together. Three of one colour in your hand may be half a Qwirkle one day.",
    ),
  () =>
    t(
      "Count: there are only three of every kind. If all three are on the table, nobody can finish a line that needs one.",
    ),
  () =>
    t("If nothing good fits, trade what doesn’t go together. It costs a turn, but it often pays."),
  () =>
    t(
      "Near the end, keep tiles you can place anywhere. The six points for running out first often decide.",
    ),
];

const MINI: readonly Tip[] = [
  () => t("“Take a tile” is strongest when the tile you take finishes a Qwirkle somewhere else."),
  () => t("Use “Draw three” while there are still plenty of tiles in the piles."),
];

const SELECT: readonly Tip[] = [
  () => t("Don’t play right next to a star unless you’re happy for the next player to cover it."),
  () => t("Save a token for the moment when a tile on the board is the sixth you need."),
];

const CONNECT: readonly Tip[] = [
  () => t("A square between two black squares often gives you two lines and a bonus at once."),
];

const CARDS: readonly Tip[] = [
  () => t("Look at the table first, then at your hand. A set of four or five can spare a card."),
  () => t("Two sets of the same colour may fit together. Often one card makes them a Qwirkle."),
  () => t("Don’t leave a set of five on the table unless you have to."),
  () =>
    t(
      "Keep cards that fit several sets. They are the ones that get you out of a tight corner later.",
    ),
];

const TIPS: Readonly<Record<string, readonly Tip[]>> = {
  mini: [...MINI, ...TILES],
  select: [...SELECT, ...TILES],
  connect: [...CONNECT, ...TILES],
  combined: [...SELECT, ...CONNECT, ...TILES],
  cards: CARDS,
};

export function tipsFor(game: string): readonly Tip[] {
  return TIPS[game] ?? TILES;
}
