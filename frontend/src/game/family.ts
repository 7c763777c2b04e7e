/**
 * The two families of games, and the only place of the page that tells them apart: placement games
 * lay tiles on a board, the card game lays sets. A house rule belongs to the family it is based on,
 * whatever it is called, so no part of the page asks for the name of a game.
 */

import type { Component } from "svelte";
import type { Game } from "../api/types";
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
import type { Narrator } from "./shared/narrator";
import { tileNarrator } from "./tiles/narrator";
import TilesPlay from "./tiles/TilesPlay.svelte";
import TileTurnEditor from "./tiles/TurnEditor.svelte";

export type FamilyKey = Game["family"];

export interface Family {
  readonly key: FamilyKey;
  /** The game whose rules a house rule of the family starts from. */
  readonly baseGame: string;
  readonly narrator: Narrator;
  /** The table while a game is played. */
  readonly Play: Component<{ table: TableState }>;
  /** The table at one moment of a replay. */
  readonly Stage: Component<StageProps>;
  /** One turn of a seat, away from a table. */
  readonly Editor: Component<{ table: TableState; seat: number }>;
  /** Whether the pieces are drawn as upright cards. */
  readonly upright: boolean;
  readonly keys: readonly Key[];
  /** What a lesson is played on. */
  readonly lesson: () => Promise<Component<LessonProps>>;
  /** The game by typing. */
  readonly text: () => Promise<TextGame>;
}

export const FAMILIES: Readonly<Record<FamilyKey, Family>> = {
  placement: {
    key: "placement",
    baseGame: "classic",
    narrator: tileNarrator,
    Play: TilesPlay,
    Stage: BoardStage,
    Editor: TileTurnEditor,
    upright: false,
    keys: TILE_KEYS,
    lesson: async () => (await import("../learning/TilesLesson.svelte")).default,
    text: async () => (await import("../text/tilesText")).tilesText,
  },
  cards: {
    key: "cards",
    baseGame: "cards",
    narrator: cardNarrator,
    Play: CardsPlay,
    Stage: SetsStage,
    Editor: CardTurnEditor,
    upright: true,
    keys: CARD_KEYS,
    lesson: async () => (await import("../learning/CardsLesson.svelte")).default,
    text: async () => (await import("../text/cardsText")).cardsText,
  },
};

/** The family of a game, as its view says. */
export function familyOf(game: Pick<Game, "family">): Family {
  return FAMILIES[game.family];
}
