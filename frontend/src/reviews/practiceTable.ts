/** A turn of a game under review, to try another in its place. */

import type { TableState } from "../live/tableState.svelte";
import type { JudgedMoment, ReviewedTurn } from "./judged";
import { PastTurnTable } from "./pastTurnTable.svelte";

/** Return the table with the view that the seat had. */
export function practiceTable(
  { id, view }: TableState,
  { moment, before, number, turn }: JudgedMoment,
  openHands: boolean,
  judged: (turn: ReviewedTurn) => void,
): PastTurnTable {
  const { seat } = turn;
  const { game, event } = before;
  const playing = {
    phase: "playing",
    turn: seat,
    deadline: null,
    gone_at: null,
    vote: null,
  } as const;
  const seen = view && {
    ...view,
    hints: false,
    clock: null,
    now: { ...event.now, ...playing },
    game: { ...game, turn: seat, result: null },
    you: { seats: [seat], host: false, hands: [{ seat, hand: moment.held ?? [] }] },
  };
  return new PastTurnTable({ table: id, number, seat, openHands }, seen, judged);
}
