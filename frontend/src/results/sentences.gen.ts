// Made by frontend/words.py from the sentences of the package. Do not edit.

import type { Sentences } from "../words/sentences";

/** Who won, and what luck had to do with it. From `analysis/review/summary.py`. */
export const SUMMARIES = {
  "luck-decided": "{name} won with luck: it was worth more than the lead.",
  "luck-decided/you": "You won with luck: it was worth more than your lead.",
  "luck-decided/rival": "{name} won with luck: it was worth more than the lead over you.",
  "luck-helped": "{name} won, and luck helped a lot.",
  "luck-helped/you": "You won, and luck helped you a lot.",
  "luck-a-little": "{name} won, and luck helped a little.",
  "luck-a-little/you": "You won, and luck helped you a little.",
  "luck-even": "{name} won, and luck hardly mattered.",
  "luck-even/you": "You won, and luck hardly mattered.",
  "luck-against": "{name} won, although {rival} was luckier.",
  "luck-against/you": "You won, although {rival} was luckier.",
  "luck-against/rival": "{name} won, although you were luckier.",
  "level": "It ended level, although {name} was luckier than {rival}.",
  "level/you": "It ended level, although you were luckier than {rival}.",
  "level/rival": "It ended level, although {name} was luckier than you.",
  "level/even": "It ended level, and luck hardly mattered.",
  "gave-up": "{name} gave up, so nobody knows how the game would have ended.",
  "gave-up/you": "You gave up, so nobody knows how the game would have ended.",
  "stopped": "The game was stopped, so nobody knows how it would have ended."
} as const satisfies Sentences;
