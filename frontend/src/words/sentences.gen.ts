// Made by frontend/words.py from the sentences of the package. Do not edit.

import type { Sentences } from "./sentences";

/** Why a turn is refused. From `rules/refusals/reasons.py`. */
export const RULES = {
  "no-tiles": "Choose at least one tile.",
  "no-tiles/trade": "Choose at least one tile to trade.",
  "same-cell-twice": "Two tiles can’t go in the same place: {tiles}.",
  "no-such-tile": "There is no tile “{tile}”.",
  "occupied": "There’s already a tile here: {tiles}.",
  "off-board": "That’s off the board: {tiles}.",
  "off-board/far": "That’s too far away: stay within {most} squares of the middle.",
  "not-in-hand": "That’s not in your hand: {tiles}.",
  "played-duplicate": "You can’t play two identical tiles in one turn: {tiles}.",
  "played-mixed": "The tiles you play must all be one colour or all be one shape. These are neither: {tiles}.",
  "not-one-line": "Your tiles must all be in one row or one column.",
  "gap": {
    "by": "axis",
    "of": {
      "row": "Close the gap in row {at}: your tiles must form one unbroken line.",
      "column": "Close the gap in column {at}: your tiles must form one unbroken line."
    }
  },
  "no-contact": "At least one of your tiles must touch a tile on the table (corners don’t count).",
  "line-mixed": {
    "by": "axis",
    "of": {
      "row": "Tiles in row {at} must all be one colour or all be one shape. Wrong: {tiles}.",
      "column": "Tiles in column {at} must all be one colour or all be one shape. Wrong: {tiles}."
    }
  },
  "line-duplicate": {
    "by": "axis",
    "of": {
      "row": "Row {at} would have the same tile twice: {tiles}.",
      "column": "Column {at} would have the same tile twice: {tiles}."
    }
  },
  "line-too-long": {
    "by": "axis",
    "of": {
      "row": "A line can’t be longer than {most} tiles. Row {at} would have {count}.",
      "column": "A line can’t be longer than {most} tiles. Column {at} would have {count}."
    }
  },
  "opening-not-largest-set": {
    "number": "count",
    "one": "Start with your largest set, {n} tile: {tiles}.",
    "other": "Start with your largest set, {n} tiles: {tiles}."
  },
  "opening-not-largest-set/unknown": {
    "number": "count",
    "one": "Start with your largest set: {n} tile.",
    "other": "Start with your largest set: {n} tiles."
  },
  "opening-not-largest-set/cards": {
    "number": "count",
    "one": "Start with your largest set and nothing else, {n} card: {tiles}.",
    "other": "Start with your largest set and nothing else, {n} cards: {tiles}."
  },
  "opening-not-on-centre": "The first turn must cover one of the {count} squares in the centre.",
  "back-to-same-spot": "The tile you took can’t go back to the same place: {tiles}.",
  "no-tile": "There’s no tile there to take.",
  "last-tile": "The last tile has to stay on the table: {tiles}.",
  "in-qwirkle": "This tile is part of a Qwirkle, so it stays there: {tiles}.",
  "disconnects": "Taking this tile would cut others off: {tiles}.",
  "no-token": "You can’t take tiles from the table in this game.",
  "no-token/star-token": "You have no star token left.",
  "no-token/take": "You have no action tile for taking a tile.",
  "no-token/draw3": "You have no action tile for drawing three.",
  "already-used": "You’ve already taken a tile this turn, and only one action is allowed.",
  "already-used/draw3": "You’ve already drawn three this turn, and only one action is allowed.",
  "bag-too-small": {
    "number": "count",
    "one": "You can’t trade {n} tile: only {left} left to draw.",
    "other": "You can’t trade {n} tiles: only {left} left to draw."
  },
  "bag-too-small/trade": "There’s nothing left to draw, so you can’t trade.",
  "bag-too-small/draw3": "There’s nothing left to draw, so you can’t draw three.",
  "bag-too-small/exchange": "The deck is empty, so you can’t draw a new hand.",
  "more-than-six": {
    "number": "most",
    "one": "You can trade at most {n} tile, not {count}.",
    "other": "You can trade at most {n} tiles, not {count}."
  },
  "opening-must-place": "You can’t trade on the first turn.",
  "can-place": "You can place a tile, so you can’t pass.",
  "can-place/card": "You can play a card, so you can’t pass.",
  "can-place/exchange": "You can play a card, so you can’t draw a new hand.",
  "can-trade": "You can still trade, so you can’t pass.",
  "can-trade/must": "If you can’t place a tile, you must trade.",
  "can-trade/exchange": "You can still draw a new hand, so you can’t pass.",
  "must-play-a-card": "Play at least one card from your hand.",
  "card-removed-from-table": "Cards on the table stay there. Left out: {tiles}.",
  "card-from-nowhere": "That’s neither on the table nor in your hand: {tiles}.",
  "set-too-small": "A set needs at least {least} cards. This one has {count}: {tiles}.",
  "set-too-small/empty": "A set needs at least {least} cards. This one is empty.",
  "set-duplicate": "This set has the same card twice: {tiles}.",
  "set-mixed": "The cards in a set must all be one colour or all be one shape. These are neither: {tiles}.",
  "not-your-turn": "It’s {name}’s turn.",
  "game-over": "The game is over.",
  "stale": "The table has just changed. Have a look and try again."
} as const satisfies Sentences;

/** The same beside the tiles it is about. From `rules/refusals/reasons.py`. */
export const HERE = {
  "gap": {
    "by": "axis",
    "of": {
      "row": "Close the gap in this row: your tiles must form one unbroken line.",
      "column": "Close the gap in this column: your tiles must form one unbroken line."
    }
  },
  "line-mixed": {
    "by": "axis",
    "of": {
      "row": "Tiles in this row must all be one colour or all be one shape. Wrong: {tiles}.",
      "column": "Tiles in this column must all be one colour or all be one shape. Wrong: {tiles}."
    }
  },
  "line-duplicate": {
    "by": "axis",
    "of": {
      "row": "This row would have the same tile twice: {tiles}.",
      "column": "This column would have the same tile twice: {tiles}."
    }
  },
  "line-too-long": {
    "by": "axis",
    "of": {
      "row": "A line can’t be longer than {most} tiles. This row would have {count}.",
      "column": "A line can’t be longer than {most} tiles. This column would have {count}."
    }
  }
} as const satisfies Sentences;

/** The same without tiles and places. From `rules/refusals/reasons.py`. */
export const DEMANDS = {
  "gap": "Close the gap: your tiles must form one unbroken line.",
  "line-mixed": "Tiles in a line must all be one colour or all be one shape.",
  "line-duplicate": "This line would have the same tile twice.",
  "line-too-long": "A line can’t be longer than six tiles.",
  "played-mixed": "Your tiles must all be one colour or all be one shape.",
  "played-duplicate": "You can’t play two identical tiles in one turn.",
  "set-too-small": "A set needs at least three cards.",
  "set-duplicate": "This set has the same card twice.",
  "set-mixed": "The cards in a set must all be one colour or all be one shape."
} as const satisfies Sentences;

/** The same beside a set of cards. From `rules/refusals/reasons.py`. */
export const IN_SHORT = {
  "set-mixed": "nothing in common",
  "set-duplicate": "same card twice",
  "set-too-small": "too few cards"
} as const satisfies Sentences;

/** Why a hint is a good turn. From `tables/live/hints.py`. */
export const HINTS = {
  "place-most": "No turn scores more.",
  "place-safe": "Another turn scores {most}, but this one is better.",
  "trade": "Nothing good to play: trade these tiles.",
  "take": "Take this tile: it scores more elsewhere.",
  "draw3": "Draw three: you’ll have more tiles to choose from.",
  "pass": "Nothing fits and you can’t trade: pass.",
  "cards-play": "These cards can be played.",
  "cards-play/qwirkles": {
    "number": "qwirkles",
    "one": "This makes {n} Qwirkle.",
    "other": "This makes {n} Qwirkles."
  },
  "cards-exchange": "You can’t play any of your cards: draw a new hand.",
  "cards-pass": "You can’t play any of your cards, and the deck is empty.",
  "points": {
    "number": "points",
    "one": "This scores {n} point.",
    "other": "This scores {n} points."
  },
  "points/qwirkles": {
    "number": "points",
    "one": "A Qwirkle: {n} point.",
    "other": "A Qwirkle: {n} points."
  }
} as const satisfies Sentences;

/** Why a game ended. From `rules/winning.py`. */
export const GAME_ENDINGS = {
  "went-out": "{name} played the last tile.",
  "went-out/you": "You played the last tile.",
  "all-passed": "Nobody could place or trade any more tiles.",
  "no-progress": "Nobody played anything for several rounds.",
  "last-round": "The deck was empty, and everyone had one last turn."
} as const satisfies Sentences;

/** Why a table ended. From `tables/core/standings.py`. */
export const ENDINGS = {
  "finished": "The game is over.",
  "resigned": "The others have left the game.",
  "agreed": "The players agreed to end the game.",
  "closed": "The table was closed before the game began.",
  "never-started": "The game was never started."
} as const satisfies Sentences;

/** Why a seat is out, by its name. From `tables/core/standings.py`. */
export const OUT = {
  "resigned": "gave up",
  "resigned/you": "you gave up",
  "time": "ran out of time",
  "time/you": "you ran out of time",
  "missed": "missed too many turns",
  "missed/you": "you missed too many turns",
  "voted": "went away",
  "voted/you": "you went away"
} as const satisfies Sentences;

/** Why a seat is out of the game, in a sentence. From `tables/core/standings.py`. */
export const DEPARTURES = {
  "resigned": "{name} gave up.",
  "resigned/you": "You gave up.",
  "time": "{name} ran out of time.",
  "time/you": "You ran out of time.",
  "missed": "{name} missed too many turns.",
  "missed/you": "You missed too many turns.",
  "voted": "The others continue without {name}.",
  "voted/you": "The others continue without you."
} as const satisfies Sentences;
