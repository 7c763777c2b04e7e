/** Recorded games of every edition, from the first turn to the last, as Ann is sent them. */

import type { Act, EventView, Game, Placed, Squares } from "../api/types";
import { pointsIn } from "../game/shared/narrator";
import { gameAfter } from "../live/fold";
import { botOf, cardsGame, eventOf, nowOf, seatOf, tilesGame } from "./views";

type Sets = readonly (readonly string[])[];

interface RecordedTurn {
  readonly seat: number;
  readonly by: "person" | "bot";
  readonly acts: readonly Act[];
  readonly board?: EventView["board"];
  /** The sets before the turn, and after it. */
  readonly before?: Sets;
  readonly table?: Sets;
}

interface Recorded {
  readonly game: string;
  readonly start: {
    readonly squares?: Squares;
    readonly board?: readonly Placed[];
    readonly table?: Sets;
  };
  readonly turns: readonly RecordedTurn[];
}

/** A turn, and the game after it. */
export interface Heard {
  readonly event: EventView;
  readonly game: Game;
}

export interface Recording {
  readonly name: string;
  readonly start: Game;
  readonly turns: readonly Heard[];
}

const SEATS = [seatOf("Ann"), botOf(1)];

function gameAtStart({ game, start }: Recorded): Game {
  const players = SEATS.map(({ name }) => ({ name, score: 0 }));
  if (start.table !== undefined)
    return cardsGame({
      game,
      table: start.table,
      players: players.map((player) => ({ ...player, cards: 9, qwirkles: [] })),
    });
  return tilesGame({
    game,
    board: start.board ?? [],
    squares: start.squares ?? {},
    players: players.map((player) => ({ ...player, tiles: 6, tokens: 0, actions: [] })),
  });
}

function eventOfTurn(turn: RecordedTurn, seq: number): EventView {
  const { seat, by, acts, board = null, before, table } = turn;
  const game = before === undefined ? { last: { seat } } : { last: { seat, before } };
  return eventOf(
    { event: "turn-played", seat, by, acts: [...acts] },
    {
      seq,
      now: nowOf({ seq, seats: SEATS, turn: 1 - seat }),
      board,
      game: { ...game, ...(table === undefined ? {} : { table }) } as EventView["game"],
    },
  );
}

/** Return a game with the points, or the Qwirkles, of a turn added. */
function withPoints(game: Game, { acts }: RecordedTurn): Game {
  const players = game.players.map((player, seat) => {
    const more = acts.reduce((sum, act) => {
      if (!("seat" in act) || act.seat !== seat) return sum;
      return sum + (act.event === "cards.qwirkles-taken" ? act.sets.length : pointsIn(act));
    }, 0);
    return { ...player, score: player.score + more };
  });
  return { ...game, players } as Game;
}

function recordingOf(recorded: Recorded): Recording {
  const start = gameAtStart(recorded);
  let game = start;
  const turns = recorded.turns.map((turn, at) => {
    const event = eventOfTurn(turn, at + 2);
    game = withPoints(gameAfter(game, event) ?? game, turn);
    return { event, game };
  });
  return { name: recorded.game, start, turns };
}

const FILES = import.meta.glob<Recorded>("./games/*.json", { eager: true, import: "default" });

export const RECORDINGS: readonly Recording[] = Object.values(FILES).map(recordingOf);
