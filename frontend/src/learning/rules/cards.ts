/** The card game. */

import { t } from "../../words/translate.svelte";
import { type Part, rule } from "./part";

export const CARDS: readonly Part[] = [
  {
    title: () => t("The goal"),
    words: [
      rule("C-WIN-1 C-QW-1", () =>
        t(
          "Collect Qwirkles: sets of six cards. There is no board and there are no points. Whoever has the most Qwirkles at the end wins.",
        ),
      ),
      rule("C-SETUP-1", () =>
        t("There are 108 cards: six colours, six shapes, and three of every kind."),
      ),
      rule("Q-COMP-2", () => t("Two to four people can play.")),
    ],
  },
  {
    title: () => t("Sets"),
    words: [
      rule("C-SET-1", () =>
        t(
          "Three or more cards that share one colour or one shape make a set, as long as no two are alike. Six of them make a Qwirkle.",
        ),
      ),
      rule("A16", () => t("There can be several sets of the same colour or shape on the table.")),
    ],
    examples: ["set-of-colour", "set-of-shape"],
  },
  {
    title: () => t("Starting the game"),
    words: [
      rule("C-SETUP-1 C-START-1", () =>
        t(
          "Everyone gets nine cards; the others are the deck. Whoever holds the largest set goes first, but may play something else.",
        ),
      ),
      rule("C-START-1", () =>
        t("If nobody holds a set of three, all the cards are shuffled and dealt again."),
      ),
      rule("C-START-1 A27", () =>
        t(
          "If several players hold equally large sets, who goes first is decided by lot. At a real table it would be the oldest of them.",
        ),
      ),
      rule("A16", () =>
        t(
          "When you open a table, you can choose that the first turn must be the largest set, as in the German edition.",
        ),
      ),
      rule("Q-START-5", () => t("After that you take turns, clockwise around the table.")),
    ],
  },
  {
    title: () => t("On your turn"),
    words: [
      rule("C-TURN-1", () =>
        t(
          "Play one or more cards. Start new sets, add to sets on the table, and move cards between sets as often as you like.",
        ),
      ),
      rule("C-TURN-2", () =>
        t(
          "At the end of your turn, every card on the table must be in a set again, and no card may have moved from the table to your hand.",
        ),
      ),
      rule("C-QW-1 A16", () =>
        t(
          "Then every Qwirkle on the table is yours, even if others began it. Two Qwirkles in one turn both count.",
        ),
      ),
      rule("C-DRAW-1", () => t("At the end you draw until you hold nine cards.")),
      rule("C-TURN-1", () =>
        t(
          "For example, there are four blue cards on the table, and you hold a green circle and a yellow circle. Move the blue circle over to them, and you have two sets.",
        ),
      ),
    ],
    figure: "switching",
  },
  {
    title: () => t("If you can’t play"),
    words: [
      rule("A15", () =>
        t(
          "If you can’t play a single card, however you rearrange the sets, your hand is shuffled into the deck, you draw nine new cards, and your turn is over. Once the deck is empty, you pass instead.",
        ),
      ),
    ],
  },
  {
    title: () => t("End of the game"),
    words: [
      rule("C-END-1", () =>
        t(
          "When someone draws the last card, everyone gets one more turn, that player last. Then the Qwirkles are counted.",
        ),
      ),
      rule("A16", () => t("Nobody draws cards in this last round.")),
      rule("C-WIN-1", () => t("Players with the same number of Qwirkles share the win.")),
      rule("A15", () =>
        t("The game also ends after two whole rounds in which nobody plays a card."),
      ),
    ],
  },
];
