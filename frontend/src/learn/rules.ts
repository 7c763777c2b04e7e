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
  title: () => t("What it is about"),
  words: [
    () => t("There are 108 tiles: six colours, six shapes, and every kind three times."),
    () =>
      t(
        "You lay lines of tiles that share their colour or their shape. Every tile in a line counts a point, and a line of all six is a Qwirkle.",
      ),
  ],
};

const LINES: Part = {
  title: () => t("Lines"),
  words: [
    () =>
      t(
        "All tiles of a line have one colour, or all have one shape, and no tile is in it twice. So a line never has more than six tiles.",
      ),
  ],
  examples: ["one-colour", "one-shape", "mixed", "twice"],
};

const LARGEST = () =>
  t(
    "Everybody draws six tiles and keeps them secret. Who holds the largest set of tiles that would make a line begins, and lays exactly that set.",
  );

const START: Part = {
  title: () => t("How it begins"),
  words: [LARGEST, () => t("Between players with equally large sets the oldest begins.")],
};

const START_YOUNG: Part = {
  title: () => t("How it begins"),
  words: [LARGEST, () => t("Between players with equally large sets the youngest begins.")],
};

const TURN: Part = {
  title: () => t("Your turn"),
  words: [
    () =>
      t(
        "Either you place tiles, as many as you like, and fill your hand up to six again. Or you trade some tiles for others from the bag and score nothing.",
      ),
    () =>
      t(
        "All tiles you place share their colour or their shape, and go into one line. They need not lie side by side: older tiles may lie between them.",
      ),
    () =>
      t(
        "At least one of them touches a tile on the table, side to side. And every line that comes about, along and across, must be right.",
      ),
  ],
  examples: ["both-ends", "corner"],
};

const POINTS: Part = {
  title: () => t("Points"),
  words: [
    () =>
      t(
        "You get a point for each tile of each line that you made or made longer, the older tiles too. A tile that lies in two such lines counts twice.",
      ),
    () => t("A Qwirkle brings six points more, so it is worth twelve."),
  ],
  examples: ["two-lines", "qwirkle"],
};

const END: Part = {
  title: () => t("The end"),
  words: [
    () =>
      t(
        "When the bag is empty nobody draws any more. Who is first to place the last tile gets six points, and the game is over at once.",
      ),
    () => t("Most points win. Who has as many shares the win."),
    () =>
      t(
        "You pass only if the bag is empty and nothing fits. If all pass in turn the game ends, and nobody gets the six points.",
      ),
  ],
};

const TWO_SHAPES: Part = {
  title: () => t("Two shapes on every tile"),
  words: [
    () =>
      t(
        "The large shape is the shape of the tile. The small one inside stands for its colour: square is red, circle orange, starburst yellow, clover green, diamond blue and cross purple.",
      ),
    () =>
      t("So a line has one large shape, or one small shape. All else is as in the classic game."),
  ],
};

const SCHMIDT: Part = {
  title: () => t("What is different here"),
  words: [
    () => t("The tiles lie in a pile. What is traded goes under it."),
    () => t("Who cannot place a tile has to trade."),
  ],
};

const ACTIONS: Part = {
  title: () => t("Action tiles"),
  words: [
    () =>
      t(
        "Two special tiles hide among the others. When one turns up it is put away, and everybody gets an action tile.",
      ),
    () => t("You can use an action tile once, before you place or trade, and only one in a turn."),
    () =>
      t("Draw three gives you three more tiles. You draw again only when you hold fewer than six."),
    () =>
      t(
        "Take a tile lets you pick up a tile from the table. Not out of a Qwirkle, not the last tile, and none that holds others together. It cannot go back to the same place in that turn, nor can another of its kind.",
      ),
  ],
};

const STARS: Part = {
  title: () => t("Stars"),
  words: [
    () =>
      t(
        "The board has 16 by 16 squares, and a token on each of its stars. Who covers a star first wins its token.",
      ),
    () =>
      t(
        "At the beginning of a later turn you can spend one token: take any tile from the board that is not part of a Qwirkle, then go on as usual. Tiles may be cut off by that.",
      ),
    () =>
      t(
        "At the end of your turn you hold six tiles again, so with a taken tile you draw one fewer.",
      ),
  ],
  examples: ["star"],
};

const CENTRE: Part = {
  title: () => t("The first turn"),
  words: [() => t("It lays the largest set, and covers one of the four squares in the centre.")],
};

const BONUS: Part = {
  title: () => t("Black squares and bonus points"),
  words: [
    () =>
      t(
        "A tile from the bag lies on every black square from the start. The first turn is free: any tiles that touch one of them, or a trade.",
      ),
    () =>
      t(
        "A tile on a square with a number brings one or two points more. It does so once, also if it lies in two lines.",
      ),
  ],
  examples: ["bonus"],
};

const BOTH: Part = {
  title: () => t("Both together"),
  words: [
    () =>
      t(
        "When the tile on a bonus square is taken away, the square counts again for the next tile.",
      ),
    () => t("A black square that has become free is a square like any other."),
  ],
};

const CARDS: readonly Part[] = [
  {
    title: () => t("What it is about"),
    words: [
      () =>
        t(
          "There are 108 cards: six colours, six shapes, and every kind three times. There are no points. Who collects the most Qwirkles wins.",
        ),
    ],
  },
  {
    title: () => t("Sets"),
    words: [
      () =>
        t(
          "Three cards or more that share their colour or their shape are a set, if no card is in it twice. Six of them are a Qwirkle.",
        ),
    ],
    sets: [
      ["Ro", "Rs", "Rb"],
      ["Yc", "Bc", "Gc", "Pc"],
    ],
  },
  {
    title: () => t("How it begins"),
    words: [
      () =>
        t(
          "Everybody gets nine cards. Who holds the largest set begins; between equals the oldest. The first turn may be any set.",
        ),
    ],
  },
  {
    title: () => t("Your turn"),
    words: [
      () =>
        t(
          "Play one card or more. Begin new sets, add to sets on the table, and move cards from one set to another, as often as you like.",
        ),
      () =>
        t(
          "When you are done every card on the table lies in a set again, and no card has gone from the table to your hand.",
        ),
      () => t("Then every Qwirkle on the table is yours, and you draw up to nine cards."),
      () =>
        t(
          "An example: four blue cards lie there, and you hold a green and a yellow circle. You move the blue circle over to them, and there are two sets.",
        ),
    ],
    sets: [
      ["Bs", "Bx", "Bd"],
      ["Bo", "Go", "Yo"],
    ],
  },
  {
    title: () => t("When no card fits"),
    words: [
      () =>
        t(
          "If you can play no card at all, whatever you move, you get nine new cards, and your turn is over. When the deck is empty you pass.",
        ),
    ],
  },
  {
    title: () => t("The end"),
    words: [
      () =>
        t(
          "When somebody draws the last card everybody has one more turn, that player the last one. Then the Qwirkles are counted.",
        ),
    ],
  },
];

const FREE_START: Part = {
  title: () => t("How it begins"),
  words: [
    () =>
      t(
        "Everybody draws six tiles and keeps them secret. Who holds the largest set begins, but may play something else.",
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
