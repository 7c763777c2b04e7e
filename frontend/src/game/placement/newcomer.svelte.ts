/** Help for newcomers, who are shown how to lay a tile until they have played a turn on this device. */

import type { Cell } from "../../api/types";
import { settings } from "../../settings/settings.svelte";
import { t } from "../../words/translate.svelte";
import { splitByAdjacency } from "./adjacency";
import type { PlacementTurn } from "./placementTurn.svelte";

const KEY = "qwirkle.has-played";

/** A tile of the hand and a cell where it fits. */
export interface FirstMove {
  readonly id: number;
  readonly cell: Cell;
}

export class Newcomer {
  /** Whether this is the reader's first game here. */
  active = $state(localStorage.getItem(KEY) === null);

  /** Note that a turn was played: from now on nothing is explained. */
  hasPlayed(): void {
    if (!this.active) return;
    this.active = false;
    try {
      localStorage.setItem(KEY, "yes");
    } catch {
      // Private windows may refuse: then it is explained again.
    }
  }

  /** Return a tile to drag and its target, for the hand to show; null if there is nothing to show. */
  firstMove(turn: PlacementTurn | null): FirstMove | null {
    if (!this.active || turn === null || !turn.myTurn || turn.start === null) return null;
    const { draft, start } = turn;
    if (draft.begun || draft.chosen !== null || draft.mode !== "place") return null;
    const hand = draft.hand.toSorted(
      (a, b) => Number(turn.marked.has(b.id)) - Number(turn.marked.has(a.id)),
    );
    for (const { id, tile } of hand) {
      const cells = start.cells[tile] ?? [];
      const [cell] = start.anywhere ? [[0, 0] as const] : splitByAdjacency(cells, turn.board).near;
      if (cells.length > 0 && cell !== undefined) return { id, cell };
    }
    return null;
  }

  /** Return a short tip for the next step; empty for everybody but newcomers. */
  tip(turn: PlacementTurn): string {
    const { draft } = turn;
    if (!this.active || !turn.myTurn || draft.mode !== "place") return "";
    if (draft.chosen !== null)
      return turn.shownCells.length > 0 && settings.fits ? t("It fits where the table glows.") : "";
    if (draft.laid.length > 0) {
      if (!turn.ready) return "";
      return turn.begins ? t("Now play.") : t("Now play, or add tiles to the same line.");
    }
    return turn.start === null || Object.keys(turn.start.cells).length === 0
      ? ""
      : t("Choose a tile, then a place.");
  }
}
