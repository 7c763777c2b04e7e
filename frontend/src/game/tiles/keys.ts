/** The keys of the placement games. */

import type { Shortcuts } from "../shared/shortcuts";
import type { PlacementTurn } from "./placementTurn.svelte";

export function tileShortcuts(turn: PlacementTurn): Shortcuts {
  const { draft, table } = turn;
  const undo = () => turn.undo();
  return {
    choose: (index) => {
      const slot = draft.hand[index];
      if (slot === undefined) return;
      if (draft.mode === "trade") draft.toggleTrade(slot.id);
      else draft.choose(draft.chosen === slot.id ? null : slot.id);
    },
    actions: {
      backspace: undo,
      delete: undo,
      escape: () => (draft.chosen !== null ? draft.choose(null) : turn.recall()),
      p: () => turn.confirm(),
      t: () => turn.mayTrade && draft.startTrade(),
      h: () => turn.myTurn && table.view?.hints && turn.hint(),
      k: () => {
        if (turn.mayTake) draft.mode = "take";
      },
      s: () => draft.sort(),
    },
  };
}
