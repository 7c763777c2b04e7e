/** The questions that anybody at a table may ask, players and spectators alike. */

import { placementGame } from "../api/games";
import type { Cell, Game, Now, Placed, TileCode } from "../api/types";
import { openLines } from "../board/openLines";
import { openLineWords } from "../game/placement/openLines";
import { copiesIn, unseenKinds } from "../game/placement/unseenTiles";
import type { Narrator } from "../game/shared/narrator";
import { nameAt, onlySeat, timeLeft } from "../live/seats";
import type { TableState } from "../live/tableState.svelte";
import { COLOURS, codeOf, SHAPES, tilesIn } from "../tiles/tileCodes";
import { tileName } from "../tiles/tileNames";
import { colourLegend, shapeLegend } from "../ui/legend";
import { spelled } from "../words/durations";
import { t } from "../words/translate.svelte";
import { cellWords, columnWords, rowWords } from "./descriptions";
import type { TextGame } from "./textGame";
import { commandName, type Word, withCodes } from "./vocabulary";

/** Return the tiles in a text, by code or by name. */
export function tilesNamed(text: string): readonly TileCode[] {
  return withCodes(text)
    .split(/[\s,]+/)
    .flatMap((word) => tilesIn(word) ?? []);
}

/** Explain the letters of tiles, at the beginning of the help. */
export function legendWords(): readonly string[] {
  return [
    t("Colours: {legend}.", { legend: colourLegend() }),
    t("Shapes: {legend}.", { legend: shapeLegend() }),
  ];
}

export class Questions {
  constructor(
    readonly table: TableState,
    readonly seat: number | null,
    readonly text: TextGame,
    readonly narrator: Narrator,
  ) {}

  /** Answer a question; return null if it is none. */
  async answer(word: Word | undefined, rest: string): Promise<readonly string[] | null> {
    const { game, now } = this.table;
    if (game === null || now === null) return [];
    switch (word) {
      case "score":
        return this.text.scores(game, now, onlySeat(this.table.you));
      case "row":
        return [this.#line(rest, "row", rowWords)];
      case "column":
        return [this.#line(rest, "column", columnWords)];
      case "look":
      case "at":
        return [lookWords(game, rest)];
      case "find":
        return this.#find(game, rest);
      case "lines":
        return linesWords(placementGame(game)?.board);
      case "unseen":
        return this.#unseen(game, rest);
      case "time":
        return timeWords(this.table, now);
      case "players":
        return playerWords(this.table, now, this.seat);
      case "rules":
        return this.#rules();
    }
    return null;
  }

  #line(
    rest: string,
    word: "row" | "column",
    words: (board: readonly Placed[], number: number) => string,
  ): string {
    const number = /-?\d+/.exec(rest)?.[0];
    const board = placementGame(this.table.game)?.board;
    if (board === undefined) return t("There are no rows and columns in this game.");
    if (number !== undefined) return words(board, Number(number));
    const example = `${commandName(word)} 2`;
    return word === "row"
      ? t("Which row? For example: {example}", { example })
      : t("Which column? For example: {example}", { example });
  }

  #find(game: Game, rest: string): readonly string[] {
    const tiles = tilesNamed(rest);
    if (tiles.length > 0) return tiles.map((tile) => this.text.find(game, tile));
    const example = `${commandName("find")} ${codeOf("Ro")}`;
    return [t("Which tile? For example: {example}", { example })];
  }

  #unseen(game: Game, rest: string): readonly string[] {
    const hand = this.seat === null ? [] : this.table.hand(this.seat);
    const tiles = placementGame(game);
    const copies = tiles && copiesIn(tiles);
    const left = unseenKinds([], [...this.text.seen(game), ...hand], copies);
    const supply = `${this.narrator.supply(game, this.table.view?.edition)}.`;
    const count = (tile: TileCode) => `${tileName(tile)} ${left.get(tile) ?? 0}`;
    const asked = tilesNamed(rest);
    if (asked.length > 0)
      return [t("Not seen yet: {tiles}.", { tiles: asked.map(count).join(", ") })];
    const rows = [...COLOURS].map((colour) => {
      const tiles = [...SHAPES].map((shape) => colour + shape).filter((tile) => left.get(tile));
      return tiles.map(count).join(", ");
    });
    const lines = rows.filter(Boolean).map((tiles) => t("Not seen yet: {tiles}.", { tiles }));
    return [supply, ...lines];
  }

  async #rules(): Promise<readonly string[]> {
    const { rulesOf } = await import("../learning/rules");
    const edition = this.table.view?.edition;
    const house = edition?.house_rule ? [edition.about] : [];
    const game = house.length > 0 ? this.text.baseGame : (edition?.game ?? this.text.baseGame);
    const parts = rulesOf(game).map(
      ({ title, words }) => `${title()}: ${words.map(({ text }) => text()).join(" ")}`,
    );
    return [...house, ...parts];
  }
}

function lookWords(game: Game, rest: string): string {
  const [x, y] = (rest.match(/-?\d+/g) ?? []).map(Number);
  if (x !== undefined && y !== undefined) return cellWords(game, [x, y] as Cell);
  const example = `${commandName("look")} 3,0`;
  return t("Which square? For example: {example}", { example });
}

function linesWords(board: readonly Placed[] | undefined): readonly string[] {
  const found = openLines(board ?? []);
  return found.length === 0 ? [t("There are no open lines.")] : found.map(openLineWords);
}

function timeWords(table: TableState, now: Now): readonly string[] {
  const server = Date.now() + table.clockOffset;
  const clocks = now.seats.flatMap((_, seat) => {
    const left = timeLeft(now, seat, server);
    const name = nameAt(now, seat);
    return left === null ? [] : t("{name} has {time} left.", { name, time: spelled(left) });
  });
  if (clocks.length > 0) return clocks;
  const waited = spelled(Math.max(0, server - now.turn_since));
  return [t("There is no time limit. This turn has taken {time} so far.", { time: waited })];
}

function playerWords(table: TableState, now: Now, own: number | null): readonly string[] {
  return now.seats.map((seat, number) => {
    const away =
      seat.kind === "person" && table.present.length > 0 && !table.present.includes(number);
    const name = nameAt(now, number);
    const who =
      number === own
        ? t("{name} (you)", { name })
        : seat.kind === "bot"
          ? t("{name} (computer)", { name })
          : name;
    const words = [
      now.turn === number ? t("{who} to move", { who }) : who,
      seat.out !== null ? t("out of the game") : away ? t("away") : "",
    ];
    return `${words.filter(Boolean).join(", ")}.`;
  });
}

/** Describe where the tiles of a kind are. */
export function foundWords(tile: TileCode, places: readonly string[]): string {
  const name = tileName(tile);
  if (places.length === 0) return t("{tile}: not on the table.", { tile: name });
  return t("{tile}: {places}.", { tile: name, places: places.join("; ") });
}
