/** Words of the games, and how the editions differ. */

import { t } from "../words/translate.svelte";

export const GLOSSARY: readonly { readonly word: () => string; readonly means: () => string }[] = [
  {
    word: () => t("Line"),
    means: () => t("Two tiles or more side by side, in a row or a column."),
  },
  {
    word: () => t("Set"),
    means: () => t("Tiles or cards that share their colour or their shape, none of them twice."),
  },
  { word: () => t("Qwirkle"), means: () => t("All six of a line or a set.") },
  { word: () => t("Hand"), means: () => t("Your own tiles or cards. Nobody else sees them.") },
  {
    word: () => t("Bag"),
    means: () => t("Where new tiles come from. In the card game it is the deck."),
  },
  {
    word: () => t("Trade"),
    means: () => t("Put tiles aside and draw as many new ones, instead of placing."),
  },
  {
    word: () => t("Star token"),
    means: () => t("Won by covering a star. It lets you take a tile from the board."),
  },
  { word: () => t("Bonus square"), means: () => t("A square with a number: so many points more.") },
  { word: () => t("Action tile"), means: () => t("Something extra you can do once in a game.") },
];

interface Difference {
  readonly about: () => string;
  readonly usual: () => string;
  readonly others: Readonly<Record<string, () => string>>;
}

const YOUNGEST = () => t("the youngest");
const FREE = () => t("what you like, or a trade");
const UNDER = () => t("goes under the pile");
const MUST = () => t("must trade");

export const DIFFERENCES: readonly Difference[] = [
  {
    about: () => t("Between equals begins"),
    usual: () => t("the oldest"),
    others: { schmidt: YOUNGEST, mini: YOUNGEST },
  },
  {
    about: () => t("The first turn is"),
    usual: () => t("the largest set"),
    others: {
      select: () => t("the largest set, in the centre"),
      connect: FREE,
      combined: FREE,
      cards: () => t("any set"),
    },
  },
  {
    about: () => t("What is traded"),
    usual: () => t("goes back into the bag"),
    others: { schmidt: UNDER, mini: UNDER, cards: () => t("no trading") },
  },
  {
    about: () => t("Who cannot place"),
    usual: () => t("may trade"),
    others: { schmidt: MUST, mini: MUST, cards: () => t("gets a new hand") },
  },
  {
    about: () => t("Taking a tile back"),
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
];
