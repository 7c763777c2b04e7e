/** The rules of every game in our own words. Facts: the rule books behind docs/games; words: ours. */

import { t } from "../words/translate.svelte";

export interface Part {
  readonly title: () => string;
  readonly words: readonly (() => string)[];
  /** Names in examples.json. */
  readonly examples?: readonly string[];
  /** Pictures of cards: a table before, and after. */
  readonly sets?: readonly (readonly string[])[];
}

const AIM: Part = {
  title: () => t("The goal"),
  words: [
    () => t("There are 108 tiles: six colours, six shapes, and three of every kind."),
    () =>
      t(
        "Build lines of tiles that share one colour or one shape. You score one point for each tile in the line, and a line of all six is a Qwirkle.",
      ),
  ],
};

const LINES: Part = {
  title: () => t("Lines"),
  words: [
    () =>
      t(
        "All tiles in a line are the same colour or the same shape, and no two are alike. So a line never has more than six tiles.",
      ),
  ],
  examples: ["one-colour", "one-shape", "mixed", "twice"],
};

const LARGEST = () =>
  t(
    "Everyone draws six tiles and keeps them hidden. Whoever can make the longest line goes first and must play exactly those tiles.",
  );

const START: Part = {
  title: () => t("Starting the game"),
  words: [LARGEST, () => t("If it’s a tie, the oldest of them goes first.")],
};

const START_YOUNG: Part = {
  title: () => t("Starting the game"),
  words: [LARGEST, () => t("If it’s a tie, the youngest of them goes first.")],
};

const TURN: Part = {
  title: () => t("Your turn"),
  words: [
    () =>
      t(
        "Either place as many tiles as you like and fill your hand back up to six, or trade some tiles for new ones from the bag and score nothing.",
      ),
    () =>
      t(
        "All the tiles you place share one colour or one shape and go in the same line. They don’t have to be side by side: tiles already on the table can be between them.",
      ),
    () =>
      t(
        "At least one of them must touch a tile on the table (corners don’t count). Every line you make, in either direction, must follow the rule.",
      ),
  ],
  examples: ["both-ends", "corner"],
};

const POINTS: Part = {
  title: () => t("Points"),
  words: [
    () =>
      t(
        "You score one point for each tile in every line you make or extend, including the tiles that were already there. A tile in two of those lines counts twice.",
      ),
    () => t("A Qwirkle scores six bonus points: twelve in all."),
  ],
  examples: ["two-lines", "qwirkle"],
};

const END: Part = {
  title: () => t("End of the game"),
  words: [
    () =>
      t(
        "When the bag is empty, nobody draws any more. The first player to run out of tiles scores six bonus points and ends the game.",
      ),
    () => t("The highest score wins. Tied players share the win."),
    () =>
      t(
        "You can pass only if the bag is empty and none of your tiles fit. If everyone passes in turn, the game ends and nobody gets the six points.",
      ),
  ],
};

const TWO_SHAPES: Part = {
  title: () => t("Two shapes on every tile"),
  words: [
    () =>
      t(
        "The large shape is the tile’s shape. The small one inside stands for its colour: square for red, circle for orange, starburst for yellow, clover for green, diamond for blue and cross for purple.",
      ),
    () =>
      t(
        "So all tiles in a line have the same large shape or the same small shape. Everything else is as in the classic game.",
      ),
  ],
};

const SCHMIDT: Part = {
  title: () => t("What’s different"),
  words: [
    () => t("The tiles are in a pile. Traded tiles go under it."),
    () => t("If you can’t place a tile, you must trade."),
  ],
};

const ACTIONS: Part = {
  title: () => t("Action tiles"),
  words: [
    () =>
      t(
        "Two special tiles are hidden among the others. When one turns up, it is set aside and everyone gets an action tile.",
      ),
    () => t("You can use each action tile once, before you place or trade, and only one per turn."),
    () =>
      t(
        "“Draw three” gives you three extra tiles. You don’t draw again until you hold fewer than six.",
      ),
    () =>
      t(
        "“Take a tile” lets you pick up a tile from the table, but not one from a Qwirkle, not the last one, and not one that holds others together. It can’t go back to the same place that turn, and neither can an identical tile.",
      ),
  ],
};

const STARS: Part = {
  title: () => t("Stars"),
  words: [
    () =>
      t(
        "The board has 16 by 16 squares, with a token on each star. The first player to cover a star wins its token.",
      ),
    () =>
      t(
        "At the start of a later turn you can spend one token: take any tile from the board that isn’t part of a Qwirkle, then play on as usual. It’s fine if that cuts other tiles off.",
      ),
    () => t("You always end your turn with six tiles, so if you took one, you draw one fewer."),
  ],
  examples: ["star"],
};

const CENTRE: Part = {
  title: () => t("The first turn"),
  words: [() => t("Play your largest set so that it covers one of the four centre squares.")],
};

const BONUS: Part = {
  title: () => t("Black squares and bonus points"),
  words: [
    () =>
      t(
        "Every black square starts with a tile from the bag. On the first turn you can play any tiles that touch one of them, or trade.",
      ),
    () =>
      t(
        "A tile on a numbered square scores that many bonus points, but only once, even if it is in two lines.",
      ),
  ],
  examples: ["bonus"],
};

const BOTH: Part = {
  title: () => t("Both together"),
  words: [
    () =>
      t(
        "When the tile on a bonus square is taken away, the next tile on it scores the bonus again.",
      ),
    () => t("A black square whose tile has been taken away is a square like any other."),
  ],
};

const CARDS: readonly Part[] = [
  {
    title: () => t("The goal"),
    words: [
      () =>
        t(
          "There are 108 cards: six colours, six shapes, and three of every kind. There are no points: whoever collects the most Qwirkles wins.",
        ),
    ],
  },
  {
    title: () => t("Sets"),
    words: [
      () =>
        t(
          "Three or more cards that share one colour or one shape make a set, as long as no two are alike. Six of them make a Qwirkle.",
        ),
    ],
    sets: [
      ["Ro", "Rs", "Rb"],
      ["Yc", "Bc", "Gc", "Pc"],
    ],
  },
  {
    title: () => t("Starting the game"),
    words: [
      () =>
        t(
          "Everyone gets nine cards. Whoever holds the largest set goes first; if it’s a tie, the oldest of them does. The first turn can be any set.",
        ),
    ],
  },
  {
    title: () => t("Your turn"),
    words: [
      () =>
        t(
          "Play one or more cards. Start new sets, add to sets on the table, and move cards between sets as often as you like.",
        ),
      () =>
        t(
          "At the end of your turn, every card on the table must be in a set again, and no card may have moved from the table to your hand.",
        ),
      () => t("Then every Qwirkle on the table is yours, and you draw back up to nine cards."),
      () =>
        t(
          "For example, there are four blue cards on the table, and you hold a green circle and a yellow circle. Move the blue circle over to them, and you have two sets.",
        ),
    ],
    sets: [
      ["Bs", "Bx", "Bd"],
      ["Bo", "Go", "Yo"],
    ],
  },
  {
    title: () => t("If you can’t play"),
    words: [
      () =>
        t(
          "If you can’t play a single card, however you rearrange the sets, you get nine new cards and your turn ends. Once the deck is empty, you pass instead.",
        ),
    ],
  },
  {
    title: () => t("End of the game"),
    words: [
      () =>
        t(
          "When someone draws the last card, everyone gets one more turn, that player last. Then the Qwirkles are counted.",
        ),
    ],
  },
];

const FREE_START: Part = {
  title: () => t("Starting the game"),
  words: [
    () =>
      t(
        "Everyone draws six tiles and keeps them hidden. Whoever can make the longest line goes first, but may play something else.",
      ),
  ],
};

const RULES: Readonly<Record<string, readonly Part[]>> = {
  classic: [AIM, LINES, START, TURN, POINTS, END],
  "colour-blind": [TWO_SHAPES, AIM, LINES, START, TURN, POINTS, END],
  schmidt: [SCHMIDT, AIM, LINES, START_YOUNG, TURN, POINTS, END],
  mini: [ACTIONS, SCHMIDT, AIM, LINES, START_YOUNG, TURN, POINTS, END],
  select: [STARS, CENTRE, AIM, LINES, START, TURN, POINTS, END],
  connect: [BONUS, AIM, LINES, FREE_START, TURN, POINTS, END],
  combined: [STARS, BONUS, BOTH, AIM, LINES, FREE_START, TURN, POINTS, END],
  cards: CARDS,
};

/** For a game of a newer server, the classic rules. */
export function rulesOf(game: string): readonly Part[] {
  return RULES[game] ?? RULES.classic ?? [];
}
