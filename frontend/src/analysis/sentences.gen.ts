// Made by frontend/words.py from the sentences of the package. Do not edit.

import type { Sentences } from "../words/sentences";

/** Why a position is impossible. From `rules/refusals/positions.py`. */
export const POSITIONS = {
  "bad-position": "This isn’t a valid position.",
  "too-many-copies": "There are only {most} of each tile, but {count} here: {tiles}.",
  "too-many-copies/cards": "There are only {most} of each card, but {count} here: {tiles}.",
  "not-connected": "These tiles aren’t connected to the others: {tiles}.",
  "black-square-empty": {
    "number": "count",
    "one": "Every black square has a tile from the start. {n} is still empty.",
    "other": "Every black square has a tile from the start. {n} are still empty."
  },
  "hand-too-large": {
    "number": "most",
    "one": "A hand has at most {n} tile. Player {seat} has {count}.",
    "other": "A hand has at most {n} tiles. Player {seat} has {count}."
  },
  "hand-too-large/cards": {
    "number": "most",
    "one": "A hand has at most {n} card. Player {seat} has {count}.",
    "other": "A hand has at most {n} cards. Player {seat} has {count}."
  },
  "hand-not-full": "While there are tiles in the bag, a hand has {least}. Player {seat} has {count}.",
  "hand-not-full/cards": "While there are cards in the deck, a hand has {least}. Player {seat} has {count}.",
  "hand-empty": "Put at least one tile in the hand.",
  "hand-empty/cards": "Put at least one card in the hand.",
  "hand-unknown": "Put the tiles in the hand first.",
  "bag-wrong": {
    "number": "right",
    "one": "There should be {n} tile in the bag, not {count}.",
    "other": "There should be {n} tiles in the bag, not {count}."
  },
  "bag-wrong/cards": {
    "number": "right",
    "one": "There should be {n} card in the deck, not {count}.",
    "other": "There should be {n} cards in the deck, not {count}."
  },
  "nobody-to-move": "Choose whose turn it is.",
  "score-too-high": "A score can be at most {most}. Player {seat} has {count}.",
  "too-many-tokens": {
    "number": "most",
    "one": "At most {n} star token can have been won by now.",
    "other": "At most {n} star tokens can have been won by now."
  },
  "star-misplaced": "There are star tokens only on star squares without a tile.",
  "no-such-action": "Player {seat} can’t have these action tiles in this game.",
  "taken-wrong": "The tile taken this turn must be in the hand, and its place on the table empty.",
  "qwirkle-on-table": "A Qwirkle belongs to a player, not on the table: {tiles}.",
  "not-a-qwirkle": "A Qwirkle is six different cards of one colour or one shape. These are not: {tiles}.",
  "last-round-wrong": {
    "number": "most",
    "one": "The last round begins when the deck is empty, and has at most {n} turn.",
    "other": "The last round begins when the deck is empty, and has at most {n} turns."
  },
  "held-wrong": "The next player can’t hold all of these: {tiles}.",
  "held-wrong/cards": "What others hold can be supposed only in games with tiles."
} as const satisfies Sentences;

/** Why a photo is not read. From `analysis/photos/reading.py`. */
export const PHOTOS = {
  "not-a-picture": "This isn’t a picture. Choose a photo in JPEG, PNG or WebP.",
  "picture-too-large": {
    "by": "unit",
    "of": {
      "pixels": "The picture is too large: it can have at most {most} million pixels.",
      "bytes": "The picture is too large: it can have at most {most} MB."
    }
  },
  "picture-too-large/side": "The picture is too long: each side can have at most {most} pixels.",
  "picture-too-large/effort": "This picture takes too long to read. Choose a smaller one, as JPEG.",
  "picture-too-small": "The picture is too small. Take the photo itself, not a preview of it.",
  "too-dark": "The picture is too dark. Turn on a light and take it again.",
  "too-blurred": "The picture is too blurred. Hold the camera still and take it again.",
  "no-tiles": "There are no tiles in the picture. Take it from above, with all tiles in it.",
  "no-board": "The edge of the board wasn’t found. Point out its four corners.",
  "tiles-apart": "These tiles are apart from the others and were left out: {tiles}.",
  "tiles-cut": {
    "number": "count",
    "one": "The edge of the photo cuts off {n} tile. Take it again with all tiles in it.",
    "other": "The edge of the photo cuts off {n} tiles. Take it again with all tiles in it."
  },
  "not-a-hand": "A hand has at most {most} tiles, and there are {count} in a row."
} as const satisfies Sentences;
