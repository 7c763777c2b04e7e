/** The keys of the card game. The effect of each is announced. */

import type { Shortcuts } from "../shared/shortcuts";
import * as aloud from "./aloud";
import type { CardsTurn } from "./cardsTurn.svelte";

/** The actions of keys outside the turn. */
export interface TableKeys {
  /** Announce the last turn again. */
  last(): void;
  scores(): void;
  /** Announce what the others have played since the own last turn. */
  changes(): void;
  /** Read the set of the card that has the focus. */
  set(): void;
  sets(): void;
}

/** Return the keys of spectators, which players have too. */
export function listeningShortcuts(keys: TableKeys): Shortcuts {
  return {
    actions: {
      l: () => keys.last(),
      i: () => keys.scores(),
      c: () => keys.changes(),
      r: () => keys.set(),
      o: () => keys.sets(),
    },
  };
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
