/** How to set up a game at a table of one's own, with the box. */

import { t } from "../../words/translate.svelte";
import { type Paragraph, rule } from "./part";

const BAG: readonly Paragraph[] = [
  rule("Q-COMP-1 Q-COMP-3", () =>
    t(
      "You need the 108 tiles, the bag, a table with plenty of room in the middle, and something to write the points on.",
    ),
  ),
  rule("Q-START-1", () =>
    t(
      "Put all the tiles in the bag and shake it. Everyone draws six and stands them up so that nobody else sees them.",
    ),
  ),
];

const PILES: readonly Paragraph[] = [
  rule("Q-COMP-1 Q-COMP-3", () =>
    t(
      "You need the 108 tiles, a table with plenty of room in the middle, and something to write the points on.",
    ),
  ),
  rule("Q-START-1", () =>
    t(
      "Turn all the tiles face down, mix them well, and stack them at the edge of the table. Everyone draws six and stands them up so that nobody else sees them.",
    ),
  ),
];

const SCORES = rule("Q-COMP-3", () =>
  t("One of you writes down the points of every turn. The score sheet has room for four players."),
);

const STARS = rule("S-BOARD-1", () =>
  t(
    "Put the four quarters together with their star side up, so that the four squares with a thick border meet in the centre. Put a token on each of the twelve stars.",
  ),
);

const BLACK = rule("K-BOARD-1", () =>
  t(
    "Put the four quarters together with the black squares up, turned any way you like. Before you deal, put a tile from the bag face up on each of the 24 black squares.",
  ),
);

const MIXED = rule("X-BOARD-1", () =>
  t(
    "Put the four quarters together, two with stars and two with black squares. Put a token on each star and, before you deal, a tile from the bag face up on each black square.",
  ),
);

const HOME: Readonly<Record<string, readonly Paragraph[]>> = {
  classic: [...BAG, SCORES],
  "colour-blind": [...BAG, SCORES],
  schmidt: [...PILES, SCORES],
  mini: [
    ...PILES,
    rule("M-SETUP-1", () =>
      t(
        "Mix the two special tiles in with the others first. Put the eight action tiles ready in two stacks, one for each kind: there is one of each for every player.",
      ),
    ),
    SCORES,
  ],
  select: [...BAG, STARS, SCORES],
  connect: [...BAG, BLACK, SCORES],
  combined: [...BAG, MIXED, SCORES],
  cards: [
    rule("C-SETUP-1", () =>
      t(
        "Shuffle the 108 cards and deal nine to everyone. Put the others face down at the edge of the table: they are the deck. The sets need all the room in the middle.",
      ),
    ),
    rule("C-QW-1", () =>
      t("Put the Qwirkles you collect in front of you. You don’t need to write anything down."),
    ),
  ],
};

/** Return how to set a game up at home. */
export function atHome(game: string): readonly Paragraph[] {
  return HOME[game] ?? HOME.classic ?? [];
}

/** Return whether a game has points to write down. */
export function hasScores(game: string): boolean {
  return atHome(game).includes(SCORES);
}
