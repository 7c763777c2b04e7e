/**
 * Announcements about a draft of cards: which are chosen and where they fit, their value, and
 * which set is not legal yet. Each of them once, and only after the server has answered.
 */

import { untrack } from "svelte";
import { say } from "../../ui/speech";
import { t } from "../../words/translate.svelte";
import { choiceWords, draftWords } from "./aloud";
import type { CardsTurn } from "./cardsTurn.svelte";

/** Announce the changes of a draft. Call it during the setup of a component. */
export function hearDraft(turn: CardsTurn): void {
  const { draft } = turn;
  let chosen = draft.chosen;
  let piles = draft.piles;
  let judged = "";
  let fallback = turn.fallback;

  $effect(() => {
    const now = draft.chosen;
    if (now === chosen || turn.verdict === null) return;
    // Cards that were laid out are no longer chosen: the move was announced already.
    const silent = now.length === 0 && (draft.piles !== piles || chosen.length === 0);
    chosen = now;
    if (!silent) untrack(() => say(choiceWords(turn), "choice"));
  });
  $effect(() => {
    const { begun } = draft;
    if (turn.pending || turn.busy || turn.verdict === null) return;
    untrack(() => {
      const key = JSON.stringify(draft.turn);
      piles = draft.piles;
      if (key === judged) return;
      judged = key;
      if (begun) say(draftWords(turn), "draft");
    });
  });
  $effect(() => say(turn.returned, "returned"));
  $effect(() => {
    const now = turn.myTurn ? turn.fallback : null;
    if (now === fallback) return;
    fallback = now;
    if (now === "exchange") say(t("You can’t play any of your cards. P draws a new hand."));
    else if (now === "pass")
      say(t("You can’t play any of your cards, and the deck is empty. P passes."));
  });
}
