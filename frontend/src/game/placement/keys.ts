/** The keys of the placement games. The effect of each is announced. */

import type { Shortcuts } from "../shared/shortcuts";
import * as aloud from "./aloud";
import type { PlacementTurn } from "./placementTurn.svelte";

/** The actions of keys outside the turn; a lesson has none of them. */
export interface TableKeys {
  /** Announce the last turn again. */
  readonly last?: () => void;
  /** Go to the tiles of the last turn. */
  readonly jump?: () => void;
  readonly scores?: () => void;
  /** Announce what the others have played since the own last turn. */
  readonly changes?: () => void;
  /** Read the row and the column of the cursor. */
  readonly line?: () => void;
  readonly openLines?: () => void;
  /** Ask for confirmation before three tiles are drawn, or before passing. */
  readonly ask?: (what: "draw" | "pass") => void;
}

/**
 * Return the shortcuts.
 * @param turn null for spectators
 */
export function tileShortcuts(turn: PlacementTurn | null, keys: TableKeys = {}): Shortcuts {
  const listening = {
    l: () => keys.last?.(),
    j: () => keys.jump?.(),
    i: () => keys.scores?.(),
    c: () => keys.changes?.(),
    r: () => keys.line?.(),
    o: () => keys.openLines?.(),
  };
  if (turn === null) return { actions: listening };
  const undo = () => aloud.undo(turn);
  return {
    choose: (index) => aloud.choose(turn, index),
    actions: {
      ...listening,
      backspace: undo,
      delete: undo,
      escape: () => aloud.leave(turn),
      p: () => (turn.mayPass && !turn.draft.begun ? keys.ask?.("pass") : aloud.play(turn)),
      t: () => aloud.startTrade(turn),
      h: () => hint(turn, keys),
      k: () => aloud.startTaking(turn),
      d: () => turn.mayDraw && keys.ask?.("draw"),
      s: () => aloud.sort(turn),
    },
  };
}

/** Give a hint; ask for confirmation of an act that cannot be laid out. */
export async function hint(turn: PlacementTurn, { ask }: Pick<TableKeys, "ask">): Promise<void> {
  const advised = (await aloud.hint(turn))?.turn;
  if (advised?.draw3 !== undefined) ask?.("draw");
  else if (advised?.pass !== undefined) ask?.("pass");
}
