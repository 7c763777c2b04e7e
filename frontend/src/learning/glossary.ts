/** Words of the games, and how the editions differ. */

import { t } from "../words/translate.svelte";

interface Entry {
  readonly word: () => string;
  readonly means: () => string;
  /** The games that use the word; all games if missing. */
  readonly games?: readonly string[];
}

const BAG = ["classic", "colour-blind", "select", "connect", "combined"];
const PILE = ["schmidt", "mini"];
const TILES = [...BAG, ...PILE];

const GLOSSARY: readonly Entry[] = [
  {
    word: () => t("Line"),
    means: () => t("Two or more tiles side by side, in a row or a column."),
    games: TILES,
  },
  {
    word: () => t("Set"),
    means: () => t("Tiles or cards that share one colour or one shape, no two of them alike."),
  },
  { word: () => t("Qwirkle"), means: () => t("A complete line or set of six.") },
  { word: () => t("Hand"), means: () => t("Your own tiles or cards. Nobody else sees them.") },
  { word: () => t("Bag"), means: () => t("Where new tiles come from."), games: BAG },
  { word: () => t("Piles"), means: () => t("Where new tiles come from."), games: PILE },
  { word: () => t("Deck"), means: () => t("Where new cards come from."), games: ["cards"] },
  {
    word: () => t("Trade"),
    means: () => t("Put tiles aside and draw the same number of new ones instead of placing any."),
    games: TILES,
  },
  {
    word: () => t("Star token"),
    means: () => t("You win it by covering a star. It lets you take a tile from the board."),
    games: ["select", "combined"],
  },
  {
    word: () => t("Bonus square"),
    means: () => t("A square with a number: it scores that many bonus points."),
    games: ["connect", "combined"],
  },
  {
    word: () => t("Action tile"),
    means: () => t("Lets you do something extra, once per game."),
    games: ["mini"],
  },
];

export function glossaryOf(game: string): readonly Entry[] {
  return GLOSSARY.filter(({ games }) => games?.includes(game) ?? true);
}

interface Difference {
  readonly about: () => string;
  readonly usual: () => string;
  readonly others: Readonly<Record<string, () => string>>;
}

const YOUNGEST = () => t("decided by lot (rule book: the youngest)");
const FREE = () => t("anything you like, or a trade");
const UNDER = () => t("go under the piles");
const MUST = () => t("you must trade");

export const DIFFERENCES: readonly Difference[] = [
  {
    about: () => t("Tie for first turn"),
    usual: () => t("decided by lot (rule book: the oldest)"),
    others: { schmidt: YOUNGEST, mini: YOUNGEST },
  },
  {
    about: () => t("First turn"),
    usual: () => t("the largest set"),
    others: {
      select: () => t("the largest set, in the centre"),
      connect: FREE,
      combined: FREE,
      cards: () => t("any set"),
    },
  },
  {
    about: () => t("Traded tiles"),
    usual: () => t("go back into the bag"),
    others: { schmidt: UNDER, mini: UNDER, cards: () => t("no trading") },
  },
  {
    about: () => t("If you can’t place"),
    usual: () => t("you may trade"),
    others: { schmidt: MUST, mini: MUST, cards: () => t("you get a new hand") },
  },
  {
    about: () => t("Taking a tile from the board"),
    usual: () => t("no"),
    others: {
      mini: () => t("with an action tile"),
      select: () => t("with a star token"),
      combined: () => t("with a star token"),
    },
  },
  {
    about: () => t("The board"),
    usual: () => t("open table"),
    others: {
      select: () => t("16 by 16, with stars"),
      connect: () => t("16 by 16, with bonus squares"),
      combined: () => t("16 by 16, with both"),
      cards: () => t("sets on the table"),
    },
  },
  {
    about: () => t("Hand"),
    usual: () => t("six tiles"),
    others: { cards: () => t("nine cards") },
  },
  {
    about: () => t("Who wins"),
    usual: () => t("most points"),
    others: { cards: () => t("most Qwirkles") },
  },
];
