/** A position that is being entered, as a value: every change makes a new one. */

import type { Cell, Game, Placed, PositionParts, TileCode } from "../api/types";
import { sameCell } from "../board/cells";
import { familyOf } from "../game/family";

type Action = "take" | "draw3";

export interface Player {
  readonly score: number;
  readonly tokens: number;
  readonly actions: readonly Action[];
  /** The Qwirkles of the card game. */
  readonly qwirkles: readonly (readonly TileCode[])[];
  /** The number of tiles in this hand; null for the usual number. */
  readonly tiles: number | null;
}

export interface Entered {
  readonly game: string;
  readonly options: NonNullable<PositionParts["options"]>;
  readonly board: readonly Placed[];
  readonly sets: readonly (readonly TileCode[])[];
  readonly hand: readonly TileCode[];
  readonly turn: number;
  readonly players: readonly Player[];
}

export const COPIES = 3;
const NEWCOMER: Player = { score: 0, tokens: 0, actions: [], qwirkles: [], tiles: null };

export function emptyTable(game: string, players = 2): Entered {
  return {
    game,
    options: {},
    board: [],
    sets: [],
    hand: [],
    turn: 0,
    players: Array.from({ length: players }, () => NEWCOMER),
  };
}

/** Return the position that the server has read, for further editing; hand sizes stay if the text gives them. */
export function enteredOf(game: Game, text: string): Entered {
  const counted = / hands=/.test(text);
  const { game: code, options, hand, turn } = game;
  const family = familyOf(game);
  const held = family.held(game);
  const { board = [], table = [], scores, tokens, actions, qwirkles } = family.parts(game);
  return {
    game: code,
    options,
    board,
    sets: table,
    hand,
    turn: turn ?? 0,
    players: held.map((tiles, seat) => ({
      score: scores?.[seat] ?? 0,
      tokens: tokens?.[seat] ?? 0,
      actions: actions?.[seat] ?? [],
      qwirkles: qwirkles?.[seat] ?? [],
      tiles: counted ? tiles : null,
    })),
  };
}

/** Return the position in the form of a request; `usual` are the hand sizes where none were entered. */
export function partsIn(entered: Entered, usual: readonly number[]): PositionParts {
  const { game, options, board, sets, hand, turn, players } = entered;
  const counted = players.some(({ tiles }, seat) => seat !== turn && tiles !== null);
  return {
    game,
    options,
    board,
    table: sets,
    hand,
    turn,
    scores: players.map(({ score }) => score),
    qwirkles: players.map(({ qwirkles }) => qwirkles),
    tokens: players.map(({ tokens }) => tokens),
    actions: players.map(({ actions }) => actions),
    ...(counted
      ? {
          hands: players.map(({ tiles }, seat) =>
            seat === turn ? hand.length : (tiles ?? usual[seat] ?? 0),
          ),
        }
      : {}),
  };
}

export function tileAt({ board }: Entered, cell: Cell): TileCode | undefined {
  return board.find((placed) => sameCell(placed, cell))?.[2];
}

export function withTile(entered: Entered, [x, y]: Cell, tile: TileCode): Entered {
  return { ...entered, board: [...without(entered, [x, y]), [x, y, tile]] };
}

export function withoutTile(entered: Entered, cell: Cell): Entered {
  return { ...entered, board: without(entered, cell) };
}

/** Move a tile to another place; a tile that is there swaps with it. */
export function moved(entered: Entered, from: Cell, to: Cell): Entered {
  const tile = tileAt(entered, from);
  if (tile === undefined || sameCell(from, to)) return entered;
  const other = tileAt(entered, to);
  const after = withTile(withoutTile(entered, from), to, tile);
  return other === undefined ? after : withTile(after, from, other);
}

function without({ board }: Entered, cell: Cell): Placed[] {
  return board.filter((placed) => !sameCell(placed, cell));
}

export function withInHand(entered: Entered, tile: TileCode): Entered {
  return { ...entered, hand: [...entered.hand, tile] };
}

export function withoutInHand(entered: Entered, place: number): Entered {
  return { ...entered, hand: entered.hand.filter((_, at) => at !== place) };
}

/** Add a card to a set, or to a new one if there is none with this number. */
export function withCard(entered: Entered, set: number, card: TileCode): Entered {
  const sets =
    set < entered.sets.length
      ? entered.sets.map((cards, at) => (at === set ? [...cards, card] : cards))
      : [...entered.sets, [card]];
  return { ...entered, sets };
}

export function withoutCard(entered: Entered, set: number, place: number): Entered {
  const sets = entered.sets.map((cards, at) =>
    at === set ? cards.filter((_, other) => other !== place) : cards,
  );
  return { ...entered, sets: sets.filter((cards) => cards.length > 0) };
}

/** Return the position after a placement: the next player has the turn, and holds these tiles. */
export function afterPlacing(
  entered: Entered,
  placed: readonly Placed[],
  points: number,
  held: readonly TileCode[],
): Entered {
  const { board, turn, players } = entered;
  const mover = players[turn];
  const next = withPlayer(entered, turn, { score: (mover?.score ?? 0) + points });
  return { ...next, board: [...board, ...placed], hand: held, turn: (turn + 1) % players.length };
}

export function withPlayers(entered: Entered, count: number): Entered {
  const players = Array.from({ length: count }, (_, seat) => entered.players[seat] ?? NEWCOMER);
  return { ...entered, players, turn: Math.min(entered.turn, count - 1) };
}

export function withPlayer(entered: Entered, seat: number, change: Partial<Player>): Entered {
  const players = entered.players.map((player, at) =>
    at === seat ? { ...player, ...change } : player,
  );
  return { ...entered, players };
}

/** Return the number of tiles of each kind that are left in the box. */
export function leftOf(entered: Entered): ReadonlyMap<TileCode, number> {
  const seen = [
    ...entered.board.map(([, , tile]) => tile),
    ...entered.hand,
    ...entered.sets.flat(),
    ...entered.players.flatMap(({ qwirkles }) => qwirkles.flat()),
  ];
  const left = new Map<TileCode, number>();
  for (const tile of seen) left.set(tile, (left.get(tile) ?? COPIES) - 1);
  return left;
}
