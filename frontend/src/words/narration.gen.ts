// Made by frontend/words.py from the sentences of the package. Do not edit.

import type { Sentences } from "./sentences";

/** What was done in a turn, where, and for what points. From `notation/narration.py`. */
export const NARRATION = {
  "placed": {
    "number": "points",
    "one": "{name} played {tiles:a} for {n} point.",
    "other": "{name} played {tiles:a} for {n} points."
  },
  "placed/you": {
    "number": "points",
    "one": "You played {tiles:a} for {n} point.",
    "other": "You played {tiles:a} for {n} points."
  },
  "qwirkle": "Qwirkle!",
  "traded": {
    "number": "count",
    "one": "{name} traded {n} tile.",
    "other": "{name} traded {n} tiles."
  },
  "traded/you": {
    "number": "count",
    "one": "You traded {n} tile.",
    "other": "You traded {n} tiles."
  },
  "passed": "{name} passed.",
  "passed/you": "You passed.",
  "took": "{name} took {tile:a} from the table.",
  "took/you": "You took {tile:a} from the table.",
  "drew-three": "{name} drew three extra tiles.",
  "drew-three/you": "You drew three extra tiles.",
  "tokens-won": {
    "number": "count",
    "one": "{name} won a star token.",
    "other": "{name} won {n} star tokens."
  },
  "tokens-won/you": {
    "number": "count",
    "one": "You won a star token.",
    "other": "You won {n} star tokens."
  },
  "went-out": {
    "number": "points",
    "one": "{name} is out of tiles: {n} bonus point.",
    "other": "{name} is out of tiles: {n} bonus points."
  },
  "went-out/you": {
    "number": "points",
    "one": "You’re out of tiles: {n} bonus point!",
    "other": "You’re out of tiles: {n} bonus points!"
  },
  "cards-played": "{name} played {cards:a}.",
  "cards-played/you": "You played {cards:a}.",
  "cards-moved": "Moved: {moves}.",
  "hand-returned": "{name} couldn’t play and drew a new hand.",
  "hand-returned/you": "You couldn’t play and drew a new hand.",
  "qwirkle-made": "{name} made a Qwirkle: {what}!",
  "qwirkle-made/you": "You made a Qwirkle: {what}!",
  "wins": "{name} wins",
  "wins/you": "You win!",
  "win-shared": "{names} share the win",
  "win-shared/you": "You share the win with {names}",
  "tie": "A tie: everyone wins",
  "at": "{what} at column {x}, row {y}",
  "in-row": "{tiles} in row {row}, columns {columns},",
  "in-column": "{tiles} in column {column}, rows {rows},",
  "place": "column {x}, row {y}",
  "points": "Points: {parts}.",
  "row": "{points} for row {row}",
  "row-qwirkle": "{points} for row {row}, a Qwirkle",
  "column": "{points} for column {column}",
  "column-qwirkle": "{points} for column {column}, a Qwirkle",
  "bonus-square": "{points} for the bonus square at {place}",
  "bonus-squares": "{points} for bonus squares",
  "set": "set {n}, {what}",
  "new-set": "new set {n}",
  "new-set/named": "new set {n}, {what}",
  "into": "{cards} into {set}",
  "from-into": "{cards} from {source}, into {set}",
  "numbers": "New numbers: {sets}.",
  "number": "set {from} is now {to}",
  "number-range": "sets {from} to {to} are now {first} to {last}",
  "one": "one card",
  "mixed": "mixed cards",
  "R": "red cards",
  "O": "orange cards",
  "Y": "yellow cards",
  "G": "green cards",
  "B": "blue cards",
  "P": "purple cards",
  "o": "circles",
  "x": "crosses",
  "d": "diamonds",
  "s": "squares",
  "b": "starbursts",
  "c": "clovers"
} as const satisfies Sentences;
