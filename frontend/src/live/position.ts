/** A position as a table without a server: one seat, whose turn it always is. */

import type { Game, TableView, TileCode } from "../api/types";
import { familyOf } from "../game/family";

interface Position {
  game: Game;
  seat: number;
  hand: readonly TileCode[];
  /** Whether the person there decides everything, like the host of a table. */
  host: boolean;
  fromPosition: boolean;
}

export function viewOfPosition(
  table: string,
  { game, seat, hand, host, fromPosition }: Position,
): TableView {
  return {
    table,
    at: 0,
    edition: {
      game: game.game,
      family: game.family,
      name: "",
      about: "",
      faces: "",
      options: {},
      house_rule: null,
      supply: familyOf(game).supply,
    },
    clock: null,
    spectators: "nobody",
    listing: "nobody",
    hints: false,
    patience_ms: 0,
    commitment: "",
    from_position: fromPosition,
    before: null,
    now: {
      seq: game.seq,
      phase: "playing",
      seats: [],
      turn: seat,
      turn_since: 0,
      deadline: null,
      gone_at: null,
      vote: null,
      may_take_back: [],
      taken_back: 0,
      rated: false,
      ended: null,
      seed: null,
      rematch: null,
      host: null,
      ratings: [],
    },
    game: { ...game, hand: [] },
    you: { seats: [seat], host, hands: [{ seat, hand }] },
  };
}
