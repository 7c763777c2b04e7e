/** The placement games by typing. A turn is laid out and described first, and played when confirmed. */

import { placementGame } from "../api/games";
import type { Cell, Placed, Preview, TileCode, Turn } from "../api/types";
import { PlacementDraft } from "../game/tiles/placementDraft.svelte";
import type { TableState } from "../table/tableState.svelte";
import { hintText } from "../words/hints";
import { objectionText } from "../words/reasons";
import { n, t } from "../words/translate.svelte";
import { drawn } from "./boardDrawing";
import { boardWords, handWords, tileScores } from "./descriptions";
import { readTurn, writeTurn } from "./notation";
import type { TextGame, TextPlayer } from "./textGame";
import { TILES, tilesIn, withCodes } from "./vocabulary";

/** This many places of a tile are listed when nobody asks for that tile. */
const SOME = 5;

class TilesPlayer implements TextPlayer {
  readonly draft: PlacementDraft;
  /** Laid out and waiting to be confirmed. */
  #turn: Turn | null = null;

  constructor(
    readonly table: TableState,
    readonly seat: number,
  ) {
    this.draft = new PlacementDraft(table.id, seat);
  }

  follow(): void {
    this.draft.follow(this.table.hand(this.seat), this.#board());
  }

  async turn(text: string): Promise<readonly string[]> {
    return this.#propose(readTurn(text, this.#board()));
  }

  async #propose(turn: Turn): Promise<readonly string[]> {
    const preview = await this.table.preview(turn, this.seat);
    if (!preview.legal) return preview.objections.map(objectionText);
    this.#turn = turn;
    this.#show(turn);
    return [...worth(turn, preview), t("Press Enter to play it, or type undo.")];
  }

  /** The same draft as on the board, so that one can go on there. */
  #show(turn: Turn): void {
    const { take, trade, place = [] } = turn;
    const taken = this.#board().find(([x, y]) => x === take?.[0] && y === take[1]) ?? null;
    if (trade !== undefined) this.draft.layTrade(trade);
    else this.draft.lay(place, taken);
  }

  async play(): Promise<readonly string[]> {
    const turn = this.#turn ?? (this.draft.laid.length > 0 ? this.draft.turn : null);
    if (turn === null) return [t("There’s nothing to play yet. Type a turn, or help.")];
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
    const asked = withCodes(text)
      .split(/[\s,]+/)
      .filter((word) => TILES.test(word))
      .flatMap(tilesIn);
    const preview = await this.table.preview({ place: [] }, this.seat);
    if (preview.anywhere) return [t("The table is empty: start anywhere, for example: 0,0> Ro Rs")];
    const found = Object.entries(preview.cells).filter(
      ([tile]) => asked.length === 0 || asked.includes(tile),
    );
    if (found.length === 0) return [t("There’s nowhere to place it.")];
    return found.map(([tile, cells]) => placesWords(tile, cells, asked.length > 0));
  }

  async hint(): Promise<readonly string[]> {
    const hint = await this.table.hint(this.seat);
    const words = `${writeTurn(hint.turn)}. ${hintText(hint)}`;
    return [words, ...(await this.#propose(hint.turn)).slice(-1)];
  }

  async undo(): Promise<readonly string[]> {
    return this.clear();
  }

  clear(): readonly string[] {
    this.#forget();
    return [t("All tiles are back in your hand.")];
  }

  help(): readonly string[] {
    return [
      t(
        "Write a tile as two letters, colour then shape: Ro is the red circle. Its full name works too.",
      ),
      t("Colours: R red, O orange, Y yellow, G green, B blue, P purple."),
      t("Shapes: o circle, x cross, d diamond, s square, b starburst, c clover."),
      t("Write a square as column,row. Rows are numbered downwards."),
      t(
        "Ro 3,0 Rs 4,0 places two tiles. 3,0> Ro Rs does the same; use v for down, < for left, ^ for up.",
      ),
      t("trade Ro Bs trades two tiles. pass passes. take 3,4 takes a tile. draw3 draws three."),
      t(
        "Other commands: hand, board, board all, row 2, column 3, look 3,0, score, last, legal, legal Ro, hint, undo.",
      ),
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
  return t("Laid out: {turn}.", { turn: writeTurn({ place: laid }) });
}

function placesWords(tile: TileCode, cells: readonly Cell[], all: boolean): string {
  const listed = all ? cells : cells.slice(0, SOME);
  const places = listed.map(([x, y]) => `${x},${y}`).join("; ");
  const more = cells.length - listed.length;
  if (more === 0) return t("{tile}: {places}.", { tile, places });
  return n("{tile}: {places}, and {n} more.", "{tile}: {places}, and {n} more.", more, {
    tile,
    places,
  });
}

export const tilesText: TextGame = {
  Player: TilesPlayer,
  scores: tileScores,
  board: (game) => boardWords(placementGame(game)?.board ?? [], [], true),
  picture: (game, player) => {
    const { board = [], squares } = placementGame(game) ?? {};
    return drawn(board, player instanceof TilesPlayer ? player.draft.placed : [], squares);
  },
};
