/** The placement games by typing. A turn is laid out and described first, and played when confirmed. */

import { placementGame } from "../api/games";
import type { Cell, Placed, PlacementGame, Preview, TileCode, Turn } from "../api/types";
import { placeName, tilesWithPlaces } from "../board/places";
import { SecondLooks } from "../coach/secondLooks.svelte";
import { splitByAdjacency } from "../game/placement/adjacency";
import { PlacementDraft } from "../game/placement/placementDraft.svelte";
import { PreviewCache } from "../game/shared/previewCache";
import type { TableState } from "../live/tableState.svelte";
import { codeOf } from "../tiles/tileCodes";
import { tileName } from "../tiles/tileNames";
import { hintText } from "../words/hints";
import { spokenObjection } from "../words/reasons";
import { n, t } from "../words/translate.svelte";
import { drawn } from "./boardDrawing";
import { boardWords, handWords, tileScores } from "./descriptions";
import { readTurn } from "./notation";
import { foundWords, legendWords, tilesNamed } from "./questions";
import type { TextGame, TextPlayer } from "./textGame";
import { commandName } from "./vocabulary";

/** The number of places listed for a tile in an overview, and when the reader asks for that tile. */
const SOME = 3;
const MANY = 20;

class TilesPlayer implements TextPlayer {
  readonly draft: PlacementDraft;
  /** The turn that is laid out and waits for confirmation. */
  #turn: Turn | null = null;
  /** The turn that was taken back last. */
  #undone: Turn | null = null;
  readonly #answers: PreviewCache;
  readonly #looks: SecondLooks;

  constructor(
    readonly table: TableState,
    readonly seat: number,
  ) {
    this.draft = new PlacementDraft(table.id, seat);
    this.#answers = new PreviewCache(table, seat);
    this.#looks = new SecondLooks(table, seat);
  }

  follow(): void {
    this.draft.follow(this.table.hand(this.seat), this.#board());
  }

  async turn(text: string): Promise<readonly string[]> {
    return this.#propose(readTurn(text, this.#board()));
  }

  async #propose(turn: Turn): Promise<readonly string[]> {
    const preview = await this.table.preview(turn, this.seat);
    if (!preview.legal) return preview.objections.map(spokenObjection);
    this.#turn = turn;
    this.#show(turn);
    return [...worth(turn, preview), confirmWords()];
  }

  /** Show the same draft on the board, so that the reader can continue there. */
  #show(turn: Turn): void {
    const { take, trade, place = [] } = turn;
    const taken = this.#board().find(([x, y]) => x === take?.[0] && y === take[1]) ?? null;
    if (trade !== undefined) this.draft.layTrade(trade);
    else this.draft.lay(place, taken);
  }

  async play(): Promise<readonly string[]> {
    const turn = this.#turn ?? (this.draft.laid.length > 0 ? this.draft.turn : null);
    if (turn === null) return [nothingWords()];
    this.#turn = turn;
    if (await this.#looks.stops(turn)) return lookAgainWords(this.#looks);
    await this.table.do({ do: "play", turn, seat: this.seat });
    this.#forget();
    return [];
  }

  hand(): readonly string[] {
    return [handWords(this.draft.slots.map(({ tile }) => tile))];
  }

  board(all: boolean): readonly string[] {
    const last = this.table.game?.last as { placed?: readonly Placed[] } | null;
    const cells = (last?.placed ?? []).map(([x, y]): Cell => [x, y]);
    const laid = this.draft.placed;
    const described = boardWords(this.#board(), cells, all);
    return laid.length === 0 ? described : [...described, laidWords(laid)];
  }

  async legal(text: string): Promise<readonly string[]> {
    const asked = tilesNamed(text);
    const preview = await this.table.preview({ place: [] }, this.seat);
    if (preview.anywhere) {
      const example = `0,0> ${codeOf("Ro")} ${codeOf("Rs")}`;
      return [t("The table is empty: start anywhere, for example: {example}", { example })];
    }
    const found = Object.entries(preview.cells).filter(
      ([tile]) => asked.length === 0 || asked.includes(tile),
    );
    if (found.length === 0) return [t("There’s nowhere to place it.")];
    const most = asked.length > 0 ? MANY : SOME;
    const words: string[] = [];
    // One after the other, so that a hand with many places does not flood the server.
    for (const [tile, cells] of found) words.push(await this.#places(tile, cells, most));
    return words;
  }

  /** Describe the places of a tile: with its points there alone, the best first, and those that need other tiles. */
  async #places(tile: TileCode, cells: readonly Cell[], most: number): Promise<string> {
    const { near, far } = splitByAdjacency(cells, this.#board());
    this.#answers.refresh();
    const judged = await Promise.all(
      near.map(async (cell) => {
        const preview = await this.#answers.get({ place: [[...cell, tile]] });
        return { cell, points: preview?.points ?? 0, alone: preview?.legal === true };
      }),
    );
    const alone = judged.filter((place) => place.alone).sort((a, b) => b.points - a.points);
    const others = [...judged.filter((place) => !place.alone).map(({ cell }) => cell), ...far];
    const places = alone
      .slice(0, most)
      .map(({ cell, points }) =>
        n("{place} for {n} point", "{place} for {n} points", points, { place: placeName(cell) }),
      );
    if (alone.length > most)
      places.push(n("and {n} more place", "and {n} more places", alone.length - most));
    if (others.length > 0) places.push(withOthersWords(others, most));
    return t("{tile}: {places}.", { tile: tileName(tile), places: places.join("; ") });
  }

  get asked(): boolean {
    return this.#turn !== null && this.#looks.asksAbout(this.#turn);
  }

  async hint(): Promise<readonly string[]> {
    if (this.asked) {
      const best = await this.#looks.closer();
      const proposed = best === null ? [] : await this.#propose(best);
      return [this.#looks.heard, ...proposed.slice(-1)];
    }
    const hint = await this.table.hint(this.seat);
    const words = [await hintText(hint), turnWords(hint.turn)].filter(Boolean).join(" ");
    return [words, ...(await this.#propose(hint.turn)).slice(-1)];
  }

  async undo(): Promise<readonly string[]> {
    return this.clear();
  }

  async redo(): Promise<readonly string[]> {
    const turn = this.#undone;
    return turn === null ? [t("There’s nothing to redo.")] : this.#propose(turn);
  }

  sort(): readonly string[] {
    this.draft.sort();
    return this.hand();
  }

  clear(): readonly string[] {
    this.#undone = this.#turn;
    this.#forget();
    return [t("All tiles are back in your hand.")];
  }

  help(): readonly string[] {
    const game = placementGame(this.table.game);
    const [circle, square, other] = [codeOf("Ro"), codeOf("Rs"), codeOf("Bs")];
    const trade = `${commandName("trade")} ${circle} ${other}`;
    const lines = [
      t(
        "Write a tile as two letters, colour then shape, or with its full name: {code} or {name}.",
        {
          code: circle,
          name: tileName("Ro"),
        },
      ),
      ...legendWords(),
      t("Write a square as column,row. Rows are numbered downwards."),
      t("{one} places two tiles. {two} does the same; use v for down, < for left, ^ for up.", {
        one: `${circle} 3,0 ${square} 4,0`,
        two: `3,0> ${circle} ${square}`,
      }),
      t("{trade} trades two tiles. {pass} passes.", { trade, pass: commandName("pass") }),
    ];
    // Only some games have these.
    if ((game?.squares.star ?? []).length > 0 || game?.options["handed-out"] !== undefined)
      lines.push(t("{take} takes a tile from the table.", { take: `${commandName("take")} 3,4` }));
    if (game?.options["handed-out"] !== undefined)
      lines.push(t("{draw} draws three tiles.", { draw: commandName("draw3") }));
    return [
      ...lines,
      t("Other commands: {commands}.", { commands: otherCommands(circle).join(", ") }),
      t("Your turn is read back first. Press Enter to play it."),
    ];
  }

  #forget(): void {
    this.#turn = null;
    this.draft.recall();
  }

  #board(): readonly Placed[] {
    return placementGame(this.table.game)?.board ?? [];
  }
}

function worth(turn: Turn, preview: Preview): readonly string[] {
  if (turn.trade !== undefined)
    return [n("You would trade {n} tile.", "You would trade {n} tiles.", turn.trade.length)];
  if (turn.pass === true) return [t("You would pass.")];
  if (turn.draw3 === true) return [t("You would draw three tiles.")];
  if (turn.place === undefined) return [t("You would take that tile and continue your turn.")];
  const words = [n("{n} point.", "{n} points.", preview.points)];
  const qwirkles = preview.lines.filter((line) => line.qwirkle).length;
  if (preview.lines.length > 1)
    words.push(n("In {n} line.", "In {n} lines.", preview.lines.length));
  if (qwirkles > 0) words.push(n("{n} Qwirkle!", "{n} Qwirkles!", qwirkles));
  if (preview.bonus > 0) words.push(n("{n} bonus point.", "{n} bonus points.", preview.bonus));
  if (preview.stars.length > 0)
    words.push(n("{n} star token.", "{n} star tokens.", preview.stars.length));
  return [words.join(" ")];
}

function laidWords(laid: readonly Placed[]): string {
  return t("Laid out: {tiles}.", { tiles: tilesWithPlaces(laid) });
}

/** Describe the places where a tile needs others beside it: their number, or all if they are few enough. */
function withOthersWords(cells: readonly Cell[], most: number): string {
  if (most < cells.length || most === SOME)
    return n("{n} place only with other tiles", "{n} places only with other tiles", cells.length);
  return t("only with other tiles: {places}", { places: cells.map(placeName).join("; ") });
}

/** Describe the tiles of a turn, and where they go; empty if it has none. */
function turnWords({ place = [], trade = [], take }: Turn): string {
  const parts = [
    take === undefined ? "" : placeName(take),
    trade.map((tile) => tileName(tile)).join(", "),
    tilesWithPlaces(place),
  ];
  const words = parts.filter(Boolean).join("; ");
  return words === "" ? "" : `${words}.`;
}

function otherCommands(tile: string): readonly string[] {
  const word = commandName;
  return [
    word("hand"),
    word("board"),
    `${word("board")} ${word("all")}`,
    `${word("row")} 2`,
    `${word("column")} 3`,
    `${word("look")} 3,0`,
    `${word("find")} ${tile}`,
    word("lines"),
    word("legal"),
    `${word("legal")} ${tile}`,
    ...(["hint", "undo", "redo", "sort", "score", "players", "time"] as const).map(word),
    ...(["unseen", "last", "again", "rules", "takeback", "resign", "leave"] as const).map(word),
  ];
}

/** Return the sentence that the draft can be played. */
export function confirmWords(): string {
  return t("Press Enter to play it, or type {undo}.", { undo: commandName("undo") });
}

/** Return the question of a teaching game, and how to answer it. */
export function lookAgainWords({ heard }: SecondLooks): readonly string[] {
  return [
    heard,
    t("Type {play} to play it anyway, {hint} for a hint, or another turn.", {
      play: commandName("play"),
      hint: commandName("hint"),
    }),
  ];
}

export function nothingWords(): string {
  const help = commandName("help");
  return t("There’s nothing to play yet. Type a turn, or {help}.", { help });
}

export const tilesText: TextGame<PlacementGame> = {
  baseGame: "classic",
  Player: TilesPlayer,
  scores: tileScores,
  board: ({ board }) => boardWords(board, [], true),
  seen: ({ board }) => board.map((placed) => placed[2]),
  find: ({ board }, tile) =>
    foundWords(tile, board.filter((placed) => placed[2] === tile).map(placeName)),
  picture: ({ board, squares }, player) =>
    drawn(board, player instanceof TilesPlayer ? player.draft.placed : [], squares),
};
