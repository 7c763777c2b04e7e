/** The common rules of the tile games, written once for a bag of tiles and once for a pile. */

import { t } from "../../words/translate.svelte";
import { type Paragraph, type Part, rule } from "./part";

export type Supply = "bag" | "pile";

export const GOAL: Part = {
  title: () => t("The goal"),
  words: [
    rule("Q-PLACE-3 Q-SCORE-1 Q-END-3", () =>
      t(
        "Build lines of tiles that share one colour or one shape. You score one point for each tile in the line, and a line of all six is a Qwirkle.",
      ),
    ),
    rule("Q-COMP-1", () =>
      t("There are 108 tiles: six colours, six shapes, and three of every kind."),
    ),
    rule("Q-COMP-2", () => t("Two to four people can play.")),
  ],
};

export const LINES: Part = {
  title: () => t("Lines"),
  words: [
    rule("Q-PLACE-3", () =>
      t(
        "All tiles in a line are the same colour or the same shape, and no two are alike. So a line never has more than six tiles.",
      ),
    ),
    rule("Q-PLACE-5", () =>
      t(
        "An empty space ends a line. Tiles on the other side of the gap belong to another line and don’t count.",
      ),
    ),
    rule("Q-PLACE-6", () =>
      t("Sometimes there’s a space that no tile can fill. Then it simply stays empty."),
    ),
  ],
  examples: ["one-colour", "one-shape", "mixed", "twice", "gap"],
};

const CLOCKWISE = rule("Q-START-5", () =>
  t("After that you take turns, clockwise around the table."),
);

const OLDEST = rule("Q-START-3 A27", () =>
  t(
    "If several players could make equally long lines, who goes first is decided by lot. At a real table it would be the oldest of them.",
  ),
);

const YOUNGEST = rule("Q-START-3 A27", () =>
  t(
    "If several players could make equally long lines, who goes first is decided by lot. At a real table it would be the youngest of them.",
  ),
);

function tie(supply: Supply): Paragraph {
  return supply === "pile" ? YOUNGEST : OLDEST;
}

export function start(supply: Supply): Part {
  return {
    title: () => t("Starting the game"),
    words: [
      rule("Q-START-1 Q-START-2 Q-START-3 Q-START-4", () =>
        t(
          "Everyone draws six tiles and keeps them hidden. Whoever can make the longest line goes first and must play exactly those tiles.",
        ),
      ),
      rule("A4", () =>
        t(
          "If you could start with two different lines of that length, choose one. You can’t trade on the first turn.",
        ),
      ),
      rule("A7", () =>
        t(
          "If nobody has two tiles that go together, the first turn is a single tile. It scores one point.",
        ),
      ),
      tie(supply),
      CLOCKWISE,
    ],
  };
}

/** The first turn is free where there are tiles on the board already. */
export const FREE_START: Part = {
  title: () => t("Starting the game"),
  words: [
    rule("Q-START-1 Q-START-2 Q-START-3 K-START-1 X-START-1", () =>
      t(
        "Everyone draws six tiles and keeps them hidden. Whoever can make the longest line goes first, but may play something else.",
      ),
    ),
    rule("K-START-1 X-START-1 A6", () =>
      t(
        "On the first turn you can play anywhere, as long as one of your tiles touches a tile on the board. You can also trade.",
      ),
    ),
    OLDEST,
    CLOCKWISE,
  ],
};

export function turn(supply: Supply): Part {
  const pile = supply === "pile";
  return {
    title: () => t("On your turn"),
    words: [
      rule("Q-TURN-1 Q-TURN-2 Q-TURN-3", () =>
        pile
          ? t(
              "Either place as many tiles as you like and fill your hand back up to six, or trade some tiles for new ones from the piles and score nothing.",
            )
          : t(
              "Either place as many tiles as you like and fill your hand back up to six, or trade some tiles for new ones from the bag and score nothing.",
            ),
      ),
      rule("Q-PLACE-1 Q-PLACE-2 Q-PLACE-7", () =>
        t(
          "All the tiles you place share one colour or one shape and go in the same line. They don’t have to be side by side: tiles already on the table can be between them.",
        ),
      ),
      rule("Q-PLACE-3 Q-PLACE-4 A17", () =>
        t(
          "At least one of them must touch a tile on the table (corners don’t count). Every line you make or add to, across and down, must follow the rule.",
        ),
      ),
      rule("Q-TURN-3 Q-TURN-4 Q-TURN-5 A8", () =>
        pile
          ? t(
              "You can trade up to six tiles, but not more than there are in the piles. You draw the new ones first; then the old ones go under the piles.",
            )
          : t(
              "You can trade up to six tiles, but not more than there are in the bag. You draw the new ones first; then the old ones go back into the bag.",
            ),
      ),
      rule("Q-TURN-6", () =>
        pile
          ? t("You may trade even if you could place a tile. If you can’t, you must trade.")
          : t("You may trade even if you could place a tile."),
      ),
    ],
    examples: ["both-ends", "corner"],
  };
}

export const POINTS: Part = {
  title: () => t("Points"),
  words: [
    rule("Q-SCORE-1 Q-SCORE-2", () =>
      t(
        "You score one point for each tile in every line you make or extend, including the tiles that were already there. A tile in two of those lines counts twice.",
      ),
    ),
    rule("Q-SCORE-3", () => t("A Qwirkle scores six bonus points: twelve in all.")),
    rule("Q-SCORE-3", () =>
      t("If you complete two Qwirkles in one turn, you get the bonus twice."),
    ),
  ],
  examples: ["two-lines", "qwirkle"],
};

export function end(supply: Supply): Part {
  const pile = supply === "pile";
  return {
    title: () => t("End of the game"),
    words: [
      rule("Q-END-1 Q-END-2 Q-SCORE-4", () =>
        pile
          ? t(
              "When the piles are empty, nobody draws any more. The first player to run out of tiles scores six bonus points and ends the game.",
            )
          : t(
              "When the bag is empty, nobody draws any more. The first player to run out of tiles scores six bonus points and ends the game.",
            ),
      ),
      rule("A26", () =>
        pile
          ? t(
              "If you place your whole hand while there are still tiles in the piles, you just draw new ones and the game goes on.",
            )
          : t(
              "If you place your whole hand while there are still tiles in the bag, you just draw new ones and the game goes on.",
            ),
      ),
      rule("Q-END-3", () => t("The highest score wins. Tied players share the win.")),
      rule("A1 A2", () =>
        pile
          ? t(
              "You can pass only if the piles are empty and none of your tiles fit. If everyone passes in turn, the game ends and nobody gets the six points.",
            )
          : t(
              "You can pass only if the bag is empty and none of your tiles fit. If everyone passes in turn, the game ends and nobody gets the six points.",
            ),
      ),
      rule("A3", () =>
        t(
          "If nobody places a tile for four whole rounds, the game ends too, and nobody gets the six points.",
        ),
      ),
    ],
  };
}
