/** The marks of turns: a word and a sign for each, so that none needs its colour. */

import { t } from "../words/translate.svelte";
import type { ReviewedTurn } from "./judged";

export type Mark = ReviewedTurn["mark"];

interface MarkWords {
  readonly sign: string;
  readonly word: () => string;
  /** The meaning of the mark, in a sentence. */
  readonly about: () => string;
}

export const MARKS: Readonly<Record<Mark, MarkWords>> = {
  best: {
    sign: "★",
    word: () => t("Best"),
    about: () => t("Nothing better was found."),
  },
  fine: {
    sign: "✓",
    word: () => t("Fine"),
    about: () => t("Almost as good as the best turn."),
  },
  loose: {
    sign: "~",
    word: () => t("Inaccuracy"),
    about: () => t("Another turn was a little better."),
  },
  costly: {
    sign: "!",
    word: () => t("Mistake"),
    about: () => t("Another turn was clearly better."),
  },
  blunder: {
    sign: "!!",
    word: () => t("Blunder"),
    about: () => t("Another turn was far better."),
  },
  forced: {
    sign: "=",
    word: () => t("Forced"),
    about: () => t("The rules left no choice."),
  },
};

/** What a mark says of a turn that loses an amount, which is in words. */
export function verdictOf(
  { lost, mark }: Pick<ReviewedTurn, "lost" | "mark">,
  amount: string,
): string {
  return lost > 0 ? t("This loses {amount}.", { amount }) : MARKS[mark].about();
}
