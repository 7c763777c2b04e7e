// Made by frontend/words.py from the sentences of the package. Do not edit.

import type { Sentences } from "./sentences";

/** The opponents for people. From `players/levels/__init__.py`. */
export const BOTS = {
  "level:1": "Snail",
  "level:2": "Frog",
  "level:3": "Rabbit",
  "level:4": "Otter",
  "level:5": "Hedgehog",
  "level:6": "Fox",
  "level:7": "Owl",
  "level:8": "Octopus",
  "level:1/character": "Looks at a corner of the table and is happy with what it finds there.",
  "level:2/character": "Jumps at the first good spot it sees.",
  "level:3/character": "Quick to count points, slow to see what it leaves you.",
  "level:4/character": "Plays for fun, and is starting to see what could go wrong.",
  "level:5/character": "Cautious: hates leaving you a line of five.",
  "level:6/character": "Holds back the right tiles and misses very little.",
  "level:7/character": "Sees every spot, and weighs what each turn leaves behind.",
  "level:8/character": "Tries eight plans at once before it moves an arm."
} as const satisfies Sentences;

/** The short names of the games. From `rules/editions/words.py`. */
export const GAMES = {
  "classic": "Classic",
  "colour-blind": "Classic, two shapes",
  "schmidt": "Classic, Schmidt edition",
  "mini": "Mini-expansions",
  "select": "Select",
  "connect": "Connect",
  "combined": "Select and Connect",
  "cards": "Cards"
} as const satisfies Sentences;

/** What the games are about. From `rules/editions`. */
export const ABOUT_GAMES = {
  "classic": "Lines of one colour or one shape on an open table. The best one to start with.",
  "colour-blind": "The classic rules, with a second shape on every tile, so nobody needs to tell colours apart. Any other game can show these tiles too: choose them in the settings.",
  "schmidt": "The edition sold in Germany, France and Italy: if you can’t place a tile, you must trade.",
  "mini": "Action tiles add a little mischief: draw three extra tiles, or take one back.",
  "select": "A board with stars. Cover one, and later you can take a tile back from the board.",
  "connect": "24 tiles are on the board from the start. Connect them and collect bonus points.",
  "combined": "Stars and bonus points on one board.",
  "cards": "No board, no points: everyone rearranges the sets on the table to make Qwirkles."
} as const satisfies Sentences;

/** The options of games, and their choices as JSON. From `rules/editions/words.py`. */
export const OPTIONS = {
  "kinds": "Action tiles",
  "kinds/[\"take\",\"draw3\"]": "Both kinds",
  "kinds/[\"take\"]": "“Take a tile” only",
  "kinds/[\"draw3\"]": "“Draw three” only",
  "kinds/[]": "None",
  "handed-out": "When you get them",
  "handed-out/\"when-drawn\"": "When drawn",
  "handed-out/\"at-start\"": "From the start",
  "same-spot": "Back to the same place",
  "same-spot/true": "Allowed",
  "same-spot/false": "Not allowed",
  "board": "Board",
  "board/\"diamond\"": "Diamond",
  "board/\"cross\"": "Cross",
  "board/\"select\"": "Stars",
  "board/\"combined\"": "Corner to corner",
  "tie": "Who goes first",
  "tie/\"oldest\"": "The oldest",
  "tie/\"youngest\"": "The youngest",
  "opening": "First turn",
  "opening/false": "Any set",
  "opening/true": "The largest set"
} as const satisfies Sentences;

/** What the options are about. From `rules/editions`. */
export const ABOUT_OPTIONS = {
  "kinds": "Which kinds of action tiles are in the game.",
  "handed-out": "Everyone gets the action tiles when a special tile is drawn, or right at the start.",
  "same-spot": "Whether a tile you’ve just taken may go back to where it was.",
  "board": "The board is made of four quarters.",
  "tie": "Who goes first if the largest sets are equal.",
  "opening": "Whether the first turn must be the largest set in the hand."
} as const satisfies Sentences;
