/** The steps of a card turn, each put into words: for keys, for buttons, for people who listen. */

import { nameAt } from "../../live/seats";
import { tileName } from "../../tiles/tileNames";
import { say } from "../../ui/speech";
import { demandText, spokenObjection } from "../../words/reasons";
import { n, t } from "../../words/translate.svelte";
import { handList } from "../shared/spoken";
import type { CardsTurn } from "./cardsTurn.svelte";
import type { Card, Pile, Target } from "./piles";
import { movesOf, setWords } from "./setPlaces";

/** Choose a card of the hand by its number. The consequences are announced then. */
export function choose({ draft }: CardsTurn, index: number): void {
  const card = draft.hand[index];
  if (card === undefined) say(t("There is no card {n} in your hand.", { n: index + 1 }));
  else draft.toggle(card.id);
}

/** Take a step, and announce the cards it moved. */
function moving(turn: CardsTurn, step: () => unknown, nothing: string): void {
  const before = turn.draft.piles;
  step();
  const moves = movesOf(before, turn.draft.piles);
  say(moves === "" ? nothing : `${moves}.`);
}

/** Put cards into a set, a new one, or back into the hand. */
export function move(turn: CardsTurn, cards: readonly Card[], target: Target): void {
  moving(turn, () => turn.draft.move(cards, target), t("Cards on the table stay on the table."));
}

export function undo(turn: CardsTurn): void {
  moving(turn, () => turn.undo(), t("There’s nothing to undo."));
}

export function redo(turn: CardsTurn): void {
  moving(turn, () => turn.draft.redo(), t("There’s nothing to redo."));
}

/** Take everything back; if cards are only chosen, deselect them first. */
export function leave(turn: CardsTurn): void {
  if (turn.draft.chosen.length > 0) turn.draft.unchoose();
  else recall(turn);
}

export function recall(turn: CardsTurn): void {
  const { begun } = turn.draft;
  turn.recall();
  say(begun ? t("All cards are back where they were.") : t("There’s nothing to take back."));
}

export function newSet(turn: CardsTurn): void {
  const cards = turn.draft.chosenCards();
  if (cards.length === 0) say(t("First choose the cards you’d like to play."));
  else move(turn, cards, "new");
}

export async function arrange(turn: CardsTurn): Promise<void> {
  const before = turn.draft.piles;
  await turn.arrange();
  sayAdvice(turn, before);
}

export async function hint(turn: CardsTurn): Promise<void> {
  if (!turn.myTurn) return say(notNow(turn));
  if (turn.asked) return turn.lookCloser();
  if (turn.table.view?.hints !== true) return say(t("There are no hints at this table."));
  const before = turn.draft.piles;
  await turn.hint();
  sayAdvice(turn, before);
}

function sayAdvice(turn: CardsTurn, before: readonly Pile[]): void {
  const moves = movesOf(before, turn.draft.piles);
  const words = [turn.refusal || turn.advice, moves === "" ? "" : `${moves}.`].filter(Boolean);
  say(words.join(" "));
}

/** Play the draft, or announce why that is not possible. */
export async function play(turn: CardsTurn): Promise<boolean> {
  if (turn.busy) return false;
  if (!turn.myTurn) {
    say(notNow(turn));
    return false;
  }
  if (turn.settling && (turn.draft.begun || turn.fallback !== null)) {
    say(t("One moment …"));
    return false;
  }
  if (turn.fallback !== null) return turn.play({ [turn.fallback]: true });
  if (turn.draft.begun && turn.pending) await turn.ask();
  if (turn.ready) return turn.confirm();
  say(turn.draft.begun ? wrongWords(turn) : t("There’s nothing to play yet: choose cards first."));
  return false;
}

function notNow({ table }: CardsTurn): string {
  const { now } = table;
  if (now === null || now.turn === null) return t("It’s not your turn.");
  return t("It’s {name}’s turn.", { name: nameAt(now, now.turn) });
}

export function sort({ draft }: CardsTurn): void {
  const by = draft.sort();
  const how = by === "colour" ? t("Sorted by colour.") : t("Sorted by shape.");
  say(`${how} ${handList(draft.hand.map(({ card }) => card))}`);
}

/** Describe the sets that are not legal yet, and why; or any other fault. */
export function wrongWords({ draft, verdict }: CardsTurn): string {
  const sets = (verdict?.sets ?? []).flatMap((faults, which) => {
    const [fault] = faults;
    if (fault === undefined) return [];
    const codes = draft.piles[which]?.cards.map(({ card }) => card) ?? [];
    const set = setWords(which + 1, codes);
    return t("Not right yet: {set}. {why}", { set, why: demandText(fault) });
  });
  const others = (verdict?.objections ?? []).filter(({ reason }) => !reason.startsWith("set-"));
  return [...sets, ...others.map(spokenObjection)].join(" ");
}

/** Describe the chosen cards, and where they fit. */
export function choiceWords({ draft, verdict }: CardsTurn): string {
  const cards = draft.chosenCards().map(({ card }) => card);
  if (cards.length === 0) return t("No card chosen.");
  const [first = [], ...others] = cards.map((card) => verdict?.homes?.[card] ?? []);
  const homes = first
    .filter((set) => others.every((sets) => sets.includes(set)))
    .map((set) => setWords(set + 1, draft.piles[set]?.cards.map(({ card }) => card) ?? []));
  const chosen = n("Chosen: {cards}.", "{n} chosen: {cards}.", cards.length, {
    cards: cards.map((tile) => tileName(tile)).join(", "),
  });
  if (homes.length === 0) return chosen;
  return `${chosen} ${t("Fits {sets}.", { sets: homes.join("; ") })}`;
}

/** Describe the value of a draft, or its faults. */
export function draftWords(turn: CardsTurn): string {
  const { verdict } = turn;
  if (verdict?.legal !== true) return wrongWords(turn);
  const cards = n("P plays {n} card.", "P plays {n} cards.", verdict.played.length);
  if (verdict.qwirkles === 0) return cards;
  return `${n("{n} Qwirkle!", "{n} Qwirkles!", verdict.qwirkles)} ${cards}`;
}
