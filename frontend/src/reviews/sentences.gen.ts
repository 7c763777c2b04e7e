// Made by frontend/words.py from the sentences of the package. Do not edit.

import type { Sentences } from "../words/sentences";

/** Why one turn is better than another. From `analysis/reasons/sentences.py`. */
export const REASONS = {
  "more-points": {
    "number": "more",
    "one": "It scores {n} more point.",
    "other": "It scores {n} more points."
  },
  "completes-qwirkle": "It completes a Qwirkle.",
  "goes-out": {
    "number": "points",
    "one": "It uses up the last tiles, which ends the game and earns {n} point.",
    "other": "It uses up the last tiles, which ends the game and earns {n} points."
  },
  "empties-bag": "It empties the bag.",
  "leaves-five": "The other turn leaves a line that’s one tile short of a Qwirkle; the next player can complete it in {deals} of {of} cases.",
  "leaves-five/less": "The other turn leaves a line that’s one tile short of a Qwirkle; the next player can complete it in {deals} of {of} cases, after this turn in {less} of {less_of}.",
  "leaves-five/sure": "The other turn leaves a line that’s one tile short of a Qwirkle; the next player can almost always complete it.",
  "leaves-five/sure-less": "The other turn leaves a line that’s one tile short of a Qwirkle; the next player can almost always complete it, after this turn only in {less} of {less_of} cases.",
  "keeps-qwirkle": "It keeps {tiles:a} for a Qwirkle.",
  "keeps-two": "It keeps two tiles that together make a Qwirkle: {tiles}.",
  "keeps-set": {
    "number": "count",
    "one": "It keeps {n} tile that goes with others.",
    "other": "It keeps {n} tiles that go together."
  },
  "plays-duplicate": "It plays a tile that was in the hand twice: {tiles}.",
  "draws-more": {
    "number": "more",
    "one": "It draws {n} more tile.",
    "other": "It draws {n} more tiles."
  },
  "smaller-answer": "The other player can then score at most {points}, and not {other}.",
  "scores-next": "The tiles it keeps can score up to {points} next, not just {other}.",
  "wins-token": "It wins a star token.",
  "takes-first": "It first takes a tile from the table that the hand can use.",
  "takes-first/points": {
    "number": "points",
    "one": "It first takes a tile from the table ({tiles}); then a turn for {n} point is possible.",
    "other": "It first takes a tile from the table ({tiles}); then a turn for {n} points is possible."
  },
  "saves-special": "It saves the star token for a later turn.",
  "saves-special/action": "It saves the action tile for a later turn.",
  "draws-three": "It first draws three more tiles, so there’s more to choose from.",
  "places": "It places tiles instead of giving the turn away.",
  "gives-less": "It leaves less to the next player.",
  "gives-less/points": "It leaves less to the next player: about {points} points on average, not {other}.",
  "gives-less/qwirkles": "It leaves less to the next player: a Qwirkle in {less} of {of} cases, not in {deals}.",
  "gives-less/hardly": "It hardly ever leaves the next player a Qwirkle; the other turn does in {deals} of {of} cases.",
  "keeps-more": "It keeps the better tiles for the next turn.",
  "keeps-more/places": "It leaves better places for the tiles in the hand.",
  "keeps-more/points": "It keeps more for the next turn: about {points} points on average, not {other}.",
  "answer-completes": "In {deals} of {of} deals the next player then completes this line for about {points} points: {tiles}.",
  "answer-completes/sure": "The next player then almost always completes this line for about {points} points: {tiles}.",
  "answer-adds": "In {deals} of {of} deals the next player then adds to this line for about {points} points: {tiles}.",
  "answer-adds/sure": "The next player then almost always adds to this line for about {points} points: {tiles}.",
  "answer-any": "The next player then makes about {points} points; no answer is typical.",
  "then-own": "The player’s own next turn then makes about {points} points.",
  "line-solved": "If nobody errs, this turn and those that follow make {points} points, and the other player makes {other}.",
  "brings-more": "No single thing sets it apart: it brings more in the turns that follow.",
  "more-qwirkles": {
    "number": "count",
    "one": "It makes {n} more Qwirkle.",
    "other": "It makes {n} more Qwirkles."
  },
  "leaves-set": "The other turn leaves a set of five; the next player can complete it in {deals} of {of} cases.",
  "leaves-set/less": "The other turn leaves a set of five; the next player can complete it in {deals} of {of} cases, after this turn in {less} of {less_of}.",
  "leaves-set/sure": "The other turn leaves a set of five; the next player can almost always complete it.",
  "leaves-set/sure-less": "The other turn leaves a set of five; the next player can almost always complete it, after this turn only in {less} of {less_of} cases.",
  "leaves-fours": {
    "number": "count",
    "one": "It leaves {n} set of four on the table; the other turn leaves {other}.",
    "other": "It leaves {n} sets of four on the table; the other turn leaves {other}."
  },
  "leaves-fours/none": "It leaves no set of four on the table; the other turn leaves {other}.",
  "switches-cards": {
    "number": "count",
    "one": "It moves {n} card on the table to make a Qwirkle.",
    "other": "It moves {n} cards on the table to make a Qwirkle."
  },
  "keeps-card-set": {
    "number": "count",
    "one": "It keeps {n} card that goes with others.",
    "other": "It keeps {n} cards that go together."
  },
  "keeps-cards": {
    "number": "count",
    "one": "It keeps {n} more card in the hand.",
    "other": "It keeps {n} more cards in the hand."
  },
  "plays-more-cards": {
    "number": "count",
    "one": "It plays {n} more card, and draws as many.",
    "other": "It plays {n} more cards, and draws as many."
  },
  "plays-double-card": "It plays a card that was in the hand twice: {tiles}.",
  "empties-deck": "It draws the last cards of the deck, so the last round begins."
} as const satisfies Sentences;

/** The same if the other turn is the one with the most points. From `analysis/reasons/sentences.py`. */
export const MOST_POINTS = {
  "leaves-five": "The turn with the most points leaves a line that’s one tile short of a Qwirkle; the next player can complete it in {deals} of {of} cases.",
  "leaves-five/sure": "The turn with the most points leaves a line that’s one tile short of a Qwirkle; the next player can almost always complete it.",
  "leaves-five/sure-less": "The turn with the most points leaves a line that’s one tile short of a Qwirkle; the next player can almost always complete it."
} as const satisfies Sentences;

/** The same to the player who asked for a hint. From `analysis/reasons/sentences.py`. */
export const HINTED = {
  "goes-out": {
    "number": "points",
    "one": "You use up your last tiles, which ends the game and earns {n} point.",
    "other": "You use up your last tiles, which ends the game and earns {n} points."
  },
  "empties-bag": "You empty the bag.",
  "keeps-qwirkle": "You keep {tiles:a} for a Qwirkle.",
  "keeps-two": "You keep two tiles that together make a Qwirkle: {tiles}.",
  "keeps-set": {
    "number": "count",
    "one": "You keep {n} tile that goes with others.",
    "other": "You keep {n} tiles that go together."
  },
  "plays-duplicate": "You play a tile that you have twice: {tiles}.",
  "wins-token": "You win a star token.",
  "switches-cards": {
    "number": "count",
    "one": "You move {n} card on the table to make a Qwirkle.",
    "other": "You move {n} cards on the table to make a Qwirkle."
  },
  "keeps-card-set": {
    "number": "count",
    "one": "You keep {n} card that goes with others.",
    "other": "You keep {n} cards that go together."
  },
  "plays-double-card": "You play a card that you have twice: {tiles}.",
  "empties-deck": "You draw the last cards of the deck, so the last round begins.",
  "leaves-five": "You don’t offer the next player a Qwirkle, which would otherwise be possible in {deals} of {of} cases.",
  "leaves-five/less": "You leave the next player a Qwirkle in {less} of {less_of} cases, instead of in {deals} of {of}.",
  "leaves-five/sure": "You don’t offer the next player a Qwirkle, which would otherwise be possible almost always.",
  "leaves-five/sure-less": "You leave the next player a Qwirkle in only {less} of {less_of} cases, instead of almost always.",
  "smaller-answer": "The other player can then score at most {points}, and not {other}.",
  "draws-more": {
    "number": "more",
    "one": "You draw {n} more tile.",
    "other": "You draw {n} more tiles."
  },
  "scores-next": "The tiles you keep can score up to {points} next, not just {other}.",
  "gives-less": "You leave less to the next player.",
  "gives-less/points": "You leave less to the next player: about {points} points on average, not {other}.",
  "keeps-more": "You keep the better tiles for your next turn.",
  "keeps-more/places": "You leave better places for the tiles in your hand.",
  "keeps-more/points": "Your next turn can make about {points} points on average, not {other}."
} as const satisfies Sentences;

/** The parts of the ledger. From `analysis/review/summary.py`. */
export const PARTS = {
  "turn": "Own turns",
  "draw": "Own draws",
  "rival-turns": "Turns of the others",
  "rival-draws": "Draws of the others"
} as const satisfies Sentences;

/** What a turning point was. From `analysis/review/summary.py`. */
export const POINTS = {
  "turn": "A better turn was possible.",
  "draw/good": "A lucky draw.",
  "draw/bad": "An unlucky draw."
} as const satisfies Sentences;
