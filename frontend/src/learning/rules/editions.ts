/** The rules that the editions and expansions add to the classic game. */

import { t } from "../../words/translate.svelte";
import { type Part, rule } from "./part";

export const TWO_SHAPES: Part = {
  title: () => t("Two shapes on every tile"),
  words: [
    rule("Q-COMP-4", () =>
      t(
        "The large shape is the tile’s shape. The small one inside stands for its colour, as the table shows.",
      ),
    ),
    rule("Q-COMP-4", () =>
      t(
        "So all tiles in a line have the same large shape or the same small shape. Everything else is as in the classic game.",
      ),
    ),
    rule("Q-COMP-4", () =>
      t(
        "You can play every game with these tiles: the faces of the tiles are a setting. Choose “Two shapes” there.",
      ),
    ),
  ],
  figure: "two-shapes",
  link: { href: "/settings", label: () => t("Settings") },
};

export const SCHMIDT: Part = {
  title: () => t("What’s different"),
  words: [
    rule("Q-COMP-3 Q-TURN-5 A9", () =>
      t(
        "The tiles are face down in piles. Traded tiles go under the piles, and nobody knows in which order.",
      ),
    ),
    rule("Q-TURN-6", () => t("If you can’t place a tile, you must trade.")),
  ],
};

export const ACTIONS: Part = {
  title: () => t("Action tiles"),
  words: [
    rule("M-SETUP-1 M-DRAW-1 A10", () =>
      t(
        "Two special tiles are hidden among the others. When one turns up, it is set aside and everyone gets the matching action tile.",
      ),
    ),
    rule("M-DRAW-1 A11", () =>
      t("Whoever drew it draws another tile in its place, if there is one left."),
    ),
    rule("M-USE-1 M-USE-2", () =>
      t("You can use each action tile once, before you place or trade, and only one per turn."),
    ),
    rule("M-DRAW3-1", () =>
      t(
        "“Draw three” gives you three extra tiles. You don’t draw again until you hold fewer than six.",
      ),
    ),
    rule("A13", () =>
      t(
        "If there are fewer than three tiles in the piles, you get those. You can’t draw once the piles are empty.",
      ),
    ),
    rule("M-TAKE-1 A12 A19", () =>
      t(
        "“Take a tile” lets you pick up a tile from the table, but not one from a Qwirkle, not the last one, and not one that holds others together. It can’t go back to the same place that turn, and neither can an identical tile.",
      ),
    ),
    rule("A14", () =>
      t("You don’t have to place the tile you took: you can play other tiles, trade, or keep it."),
    ),
    rule("A20", () =>
      t("Taking a tile costs no points. If the gap is filled later, the whole line scores again."),
    ),
    rule("M-END-1", () => t("Action tiles you haven’t used score nothing.")),
    rule("M-VAR-1 M-VAR-2", () =>
      t(
        "When you open a table, you can leave out one kind of action tile, or give them to everyone from the start.",
      ),
    ),
    rule("A25", () =>
      t(
        "If you use “Draw three” before the very first turn, you must still place at least as many tiles as your longest line had before.",
      ),
    ),
  ],
  figure: "actions",
};

export const SELECT_BOARD: Part = {
  title: () => t("The board"),
  words: [
    rule("S-BOARD-1", () =>
      t(
        "The board has 16 by 16 squares. Twelve of them have a star, with a token on it. Tiles can’t go beyond its edge.",
      ),
    ),
    rule("S-START-1 A5", () =>
      t(
        "On the first turn, play your largest set so that it covers one of the four centre squares.",
      ),
    ),
  ],
  figure: "board",
};

export const STARS: Part = {
  title: () => t("Stars"),
  words: [
    rule("S-STAR-1", () =>
      t(
        "Cover a star that still has its token, and the token is yours. A star without a token gives you nothing.",
      ),
    ),
    rule("S-STAR-2 S-TAKE-1 A23", () =>
      t(
        "At the start of a later turn you can spend one token: take any tile from the board that isn’t part of a Qwirkle, then play on as usual. It’s fine if that cuts other tiles off.",
      ),
    ),
    rule("S-TAKE-3", () =>
      t("You can play next to any group of tiles, even one that has been cut off."),
    ),
    rule("A12", () =>
      t(
        "The tile you took may even go back to the same place, unless that was switched off when the table was opened.",
      ),
    ),
    rule("S-TAKE-2 A14", () =>
      t(
        "You always end your turn with six tiles. So if you took one, you draw one fewer, also when you trade.",
      ),
    ),
    rule("A20", () =>
      t("Taking a tile costs no points. If the gap is filled later, the whole line scores again."),
    ),
    rule("A22", () => t("When a star is free again, its token doesn’t come back.")),
    rule("A24", () => t("Tokens you haven’t used score nothing.")),
  ],
  examples: ["star"],
};

export const CONNECT_BOARD: Part = {
  title: () => t("The board"),
  words: [
    rule("K-BOARD-1 A18", () =>
      t(
        "The board has 16 by 16 squares. Each of the 24 black squares starts with a tile from the bag. Tiles can’t go beyond its edge.",
      ),
    ),
    rule("K-BOARD-1", () =>
      t(
        "The board is made of four quarters that can be turned, so it doesn’t always look the same.",
      ),
    ),
  ],
  figure: "board",
};

export const BONUS: Part = {
  title: () => t("Bonus points"),
  words: [
    rule("K-BONUS-1", () =>
      t(
        "A tile on a numbered square scores that many bonus points, but only once, even if it is in two lines.",
      ),
    ),
    rule("K-BONUS-1", () =>
      t("Squares with a +1 connect two black squares. Squares with a +2 are further out."),
    ),
  ],
  examples: ["bonus"],
};

export const COMBINED_BOARD: Part = {
  title: () => t("The board"),
  words: [
    rule("X-BOARD-1 S-BOARD-1 K-BOARD-1 A18", () =>
      t(
        "The board has 16 by 16 squares: two quarters with stars and two with black squares. At the start there is a token on each of the 6 stars and a tile from the bag on each of the 12 black squares. Tiles can’t go beyond its edge.",
      ),
    ),
    rule("X-BOARD-1", () =>
      t("When you open a table, you can turn the quarters and choose other ones."),
    ),
  ],
  figure: "board",
};

export const BOTH: Part = {
  title: () => t("Both together"),
  words: [
    rule("X-BONUS-1", () =>
      t(
        "When the tile on a bonus square is taken away, the next tile on it scores the bonus again.",
      ),
    ),
    rule("A21", () =>
      t("A black square whose tile has been taken away is a square like any other."),
    ),
  ],
};
