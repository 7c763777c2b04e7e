/** The keys of the card game. */

import type { Shortcuts } from "../shared/shortcuts";
import type { CardsTurn } from "./cardsTurn.svelte";

export function cardShortcuts(turn: CardsTurn): Shortcuts {
  const { draft, table } = turn;
  const undo = () => turn.undo();
  const redo = () => draft.redo();
  return {
    choose: (index) => {
      const card = draft.hand[index];
      if (card !== undefined) draft.toggle(card.id);
    },
    actions: {
      backspace: undo,
      delete: undo,
      "ctrl+z": undo,
      "ctrl+y": redo,
      "ctrl+shift+z": redo,
      escape: () => (draft.chosen.length > 0 ? draft.unchoose() : turn.recall()),
      n: () => draft.move(draft.chosenCards(), "new"),
      a: () => turn.arrange(),
      h: () => turn.myTurn && table.view?.hints && turn.hint(),
      s: () => draft.sort(),
      p: () => turn.confirm(),
    },
  };
}
