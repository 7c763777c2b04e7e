/** Keys of the card game. What they do stands in the help of the table. */

import type { CardsTurn } from "./cardsTurn.svelte";
import { heldCard } from "./piles";

/** Whether the key meant something. */
export function keyAction(event: KeyboardEvent, turn: CardsTurn): boolean {
  const { draft } = turn;
  if (event.altKey || isTyping(event.target) || document.querySelector("dialog[open]"))
    return false;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return done(() => (event.shiftKey ? draft.redo() : draft.undo()));
    if (key === "y") return done(() => draft.redo());
    return false;
  }
  if (/^[1-9]$/.test(key)) {
    const card = draft.slots.map(heldCard).filter(({ id }) => draft.placeOf(id) === "hand")[
      Number(key) - 1
    ];
    return card !== undefined && done(() => draft.toggle(card.id));
  }
  switch (key) {
    case "backspace":
      return done(() => draft.undo());
    case "escape":
      return done(() => (draft.chosen.length > 0 ? draft.unchoose() : draft.recall()));
    case "n":
      return done(() => draft.move(draft.chosenCards(), "new"));
    case "a":
      return done(() => void turn.arrange());
    case "h":
      return turn.mine && done(() => void turn.hint());
    case "s":
      return done(() => draft.sort());
    case "p":
      return turn.ready && done(() => void turn.play());
  }
  return false;
}

function done(action: () => unknown): true {
  action();
  return true;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select");
}
