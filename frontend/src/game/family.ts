/**
 * The two families of games, and the only place of the page that distinguishes them: placement games
 * lay tiles on a board, the card game lays sets. A house rule belongs to the family it is based on,
 * whatever its name, so no part of the page checks the name of a game.
 */

import type { Component } from "svelte";
import type { EditionView, Game, PositionParts, TileCode, Turn } from "../api/types";
import { CARD_KEYS, type Key, TILE_KEYS } from "../learning/keyHelp";
import type { LessonProps } from "../learning/lessonSteps";
import type { TableState } from "../live/tableState.svelte";
import BoardStage from "../replay/BoardStage.svelte";
import type { StageProps } from "../replay/moments";
import SetsStage from "../replay/SetsStage.svelte";
import type { TextGame } from "../text/textGame";
import CardsPlay from "./cards/CardsPlay.svelte";
import { cardNarrator } from "./cards/narrator";
import CardTurnEditor from "./cards/TurnEditor.svelte";
import { tileNarrator } from "./placement/narrator";
import TilesPlay from "./placement/TilesPlay.svelte";
import TileTurnEditor from "./placement/TurnEditor.svelte";
import { unseenKinds } from "./placement/unseenTiles";
import { without } from "./shared/hand";
import type { Narrator } from "./shared/narrator";

export type FamilyKey = Game["family"];
type GameOf<Key extends FamilyKey> = Extract<Game, { readonly family: Key }>;

/** A family of games, whose games are of type `G`. */
export interface Family<G extends Game = Game> {
  readonly key: FamilyKey;
  /** The game that a house rule of the family starts from. */
  readonly baseGame: string;
  readonly narrator: Narrator<G>;
  /** The table while a game is played. */
  readonly Play: Component<{ table: TableState }>;
  /** The table at one moment of a replay. */
  readonly Stage: Component<StageProps>;
  /** One turn of a seat, away from a table; `open` is whether it has yet to be made, `spoken` whether drafts are announced. */
  readonly Editor: Component<{ table: TableState; seat: number; open?: boolean; spoken?: boolean }>;
  /** Whether the pieces are drawn as upright cards. */
  readonly upright: boolean;
  /** Whether the score counts Qwirkles instead of points. */
  readonly scoresQwirkles: boolean;
  /** The supply that new tiles or cards are drawn from, unless an edition has another. */
  readonly supply: EditionView["supply"];
  readonly keys: readonly Key[];
  /** Loads the component that a lesson is played on. */
  readonly lesson: () => Promise<Component<LessonProps>>;
  /** Loads the game by typing. */
  readonly text: () => Promise<TextGame<G>>;
  /** Return the number of tiles or cards left to draw. */
  left(game: G): number;
  /** Return the number that each player holds. */
  held(game: G): readonly number[];
  /** Return the pieces that the seat of a view cannot see. */
  unseen(game: G): readonly TileCode[];
  /** Return the pieces on the table and of the players, as parts of a position. */
  parts(game: G): Partial<PositionParts>;
  /** Return the table after a turn, before anything is drawn, and the pieces that left the hand. */
  laid(game: G, turn: Turn): { readonly game: G; readonly gone: readonly TileCode[] };
}

export const FAMILIES: { readonly [Key in FamilyKey]: Family<GameOf<Key>> } = {
  placement: {
    key: "placement",
    baseGame: "classic",
    narrator: tileNarrator,
    Play: TilesPlay,
    Stage: BoardStage,
    Editor: TileTurnEditor,
    upright: false,
    scoresQwirkles: false,
    supply: "bag",
    keys: TILE_KEYS,
    lesson: async () => (await import("../learning/TilesLesson.svelte")).default,
    text: async () => (await import("../text/tilesText")).tilesText,
    left: ({ bag }) => bag,
    held: ({ players }) => players.map(({ tiles }) => tiles),
    unseen: ({ board, hand }) => listed(unseenKinds(board, hand)),
    parts: ({ board, players, squares }) => ({
      board,
      scores: players.map(({ score }) => score),
      tokens: players.map(({ tokens }) => tokens),
      actions: players.map(({ actions }) => actions),
      ...(squares.stars_left === undefined ? {} : { stars: squares.stars_left }),
    }),
    laid: (game, { place = [], take, trade = [] }) => {
      const left = game.board.filter(([x, y]) => x !== take?.[0] || y !== take[1]);
      const gone = [...place.map(([, , tile]) => tile), ...trade];
      return { game: { ...game, board: [...left, ...place] }, gone };
    },
  },
  cards: {
    key: "cards",
    baseGame: "cards",
    narrator: cardNarrator,
    Play: CardsPlay,
    Stage: SetsStage,
    Editor: CardTurnEditor,
    upright: true,
    scoresQwirkles: true,
    supply: "deck",
    keys: CARD_KEYS,
    lesson: async () => (await import("../learning/CardsLesson.svelte")).default,
    text: async () => (await import("../text/cardsText")).cardsText,
    left: ({ deck }) => deck,
    held: ({ players }) => players.map(({ cards }) => cards),
    unseen: ({ table, hand, players }) => {
      const taken = players.flatMap(({ qwirkles }) => qwirkles.flat());
      return listed(unseenKinds([], [...table.flat(), ...taken, ...hand]));
    },
    parts: ({ table, players }) => ({ table, qwirkles: players.map(({ qwirkles }) => qwirkles) }),
    laid: (game, { after: table = game.table }) => ({
      game: { ...game, table },
      gone: without(table.flat(), game.table.flat()),
    }),
  },
};

function listed(kinds: ReadonlyMap<TileCode, number>): readonly TileCode[] {
  return [...kinds].flatMap(([kind, count]) => Array<TileCode>(count).fill(kind));
}

/** Return the family of a game, which its view names. */
export function familyOf(game: Game): Family {
  return FAMILIES[game.family];
}
