/** The keys of the card game. What each of them did is said. */

import type { Shortcuts } from "../shared/shortcuts";
import * as aloud from "./aloud";
import type { CardsTurn } from "./cardsTurn.svelte";

/** What keys can do around the turn. */
export interface TableKeys {
  /** Say the last turn again. */
  last(): void;
  scores(): void;
}

/** The keys of those who only watch; players have them too. */
export function listeningShortcuts(keys: TableKeys): Shortcuts {
  return { actions: { l: () => keys.last(), i: () => keys.scores() } };
}

export function cardShortcuts(turn: CardsTurn): Shortcuts {
  const undo = () => aloud.undo(turn);
  const redo = () => aloud.redo(turn);
  return {
    choose: (index) => aloud.choose(turn, index),
    actions: {
      backspace: undo,
      delete: undo,
      "ctrl+z": undo,
      "ctrl+y": redo,
      "ctrl+shift+z": redo,
      escape: () => aloud.leave(turn),
      n: () => aloud.newSet(turn),
      a: () => aloud.arrange(turn),
      h: () => aloud.hint(turn),
      s: () => aloud.sort(turn),
      p: () => aloud.play(turn),
    },
  };
}
