/** The steps of a placement turn, each put into words: for keys, for buttons, for people who listen. */

import { placementGame } from "../../api/games";
import type { Cell, Hint, Placed } from "../../api/types";
import { sameCell } from "../../board/cells";
import { placeName, tilesWithPlaces } from "../../board/places";
import { nameAt } from "../../live/seats";
import { tileName } from "../../tiles/tileNames";
import { say } from "../../ui/speech";
import { hintText } from "../../words/hints";
import { ruleText, spokenObjection } from "../../words/reasons";
import { n, t } from "../../words/translate.svelte";
import { handList } from "../shared/spoken";
import type { PlacementTurn } from "./placementTurn.svelte";

/** Choose a tile of the hand by its number, or mark it for a trade. The consequences are announced then. */
export function choose({ draft }: PlacementTurn, index: number): void {
  const slot = draft.hand[index];
  if (slot === undefined) {
    say(t("There is no tile {n} in your hand.", { n: index + 1 }));
    return;
  }
  if (draft.mode === "trade") draft.toggleTrade(slot.id);
  else if (draft.chosen === slot.id) {
    draft.choose(null);
    say(t("No tile chosen."));
  } else draft.choose(slot.id);
}

export function undo(turn: PlacementTurn): void {
  const { laid, take } = turn.draft;
  const last = laid.at(-1)?.tile;
  turn.undo();
  if (last !== undefined) say(t("{tile}: back in your hand.", { tile: tileName(last) }));
  else if (take !== null) say(t("{tile}: back on the table.", { tile: tileName(take[2]) }));
  else say(t("There’s nothing to undo."));
}

/** Take everything back; if a tile is only chosen, deselect it first. */
export function leave(turn: PlacementTurn): void {
  const { draft } = turn;
  if (draft.mode === "place" && draft.chosen !== null) {
    draft.choose(null);
    say(t("No tile chosen."));
  } else recall(turn);
}

export function recall(turn: PlacementTurn): void {
  const { mode, laid, take } = turn.draft;
  turn.recall();
  if (mode !== "place") say(t("Cancelled."));
  else if (laid.length > 0 || take !== null) say(t("All tiles are back in your hand."));
  else say(t("There’s nothing to take back."));
}

/** Play the draft, keep a taken tile, or announce why neither is possible. */
export async function play(turn: PlacementTurn): Promise<boolean> {
  const { draft } = turn;
  if (turn.busy) return false;
  if (!turn.myTurn) {
    say(notNow(turn));
    return false;
  }
  if (turn.settling && draft.begun) {
    say(t("One moment …"));
    return false;
  }
  if (draft.mode === "place" && draft.take !== null && draft.laid.length === 0)
    return turn.takeNow();
  if (draft.begun && turn.pending) await turn.ask();
  if (turn.ready) return turn.confirm();
  say(whyNot(turn));
  return false;
}

function whyNot(turn: PlacementTurn): string {
  const first = turn.draft.begun ? turn.verdict?.objections[0] : undefined;
  if (first !== undefined) return spokenObjection(first);
  if (turn.draft.mode === "trade") return t("Choose the tiles to trade.");
  return t("There’s nothing to play yet: choose a tile and place it.");
}

function notNow({ table }: PlacementTurn): string {
  const { now } = table;
  if (now === null || now.turn === null) return t("It’s not your turn.");
  return t("It’s {name}’s turn.", { name: nameAt(now, now.turn) });
}

export function startTrade(turn: PlacementTurn): void {
  if (turn.mayTrade) turn.draft.startTrade();
  else say(turn.myTurn ? t("You can’t trade now.") : notNow(turn));
}

export function startTaking(turn: PlacementTurn): void {
  if (turn.mayTake) turn.draft.mode = "take";
  else say(turn.myTurn ? whyNoTaking(turn) : notNow(turn));
}

function whyNoTaking({ table, self }: PlacementTurn): string {
  const stars = placementGame(table.game)?.squares?.star ?? [];
  const noToken = stars.length > 0 && (self?.tokens ?? 0) === 0;
  const why = noToken ? ruleText("no-token", { case: "star-token" }) : undefined;
  return why ?? t("You can’t take a tile now.");
}

export function sort({ draft }: PlacementTurn): void {
  const by = draft.sort();
  const how =
    by === "colour"
      ? t("Sorted by colour.")
      : by === "shape"
        ? t("Sorted by shape.")
        : t("Shuffled.");
  say(`${how} ${handList(draft.slots.map(({ tile }) => tile))}`);
}

/** Lay out a good turn and announce all of it: tiles, places, and why. */
export async function hint(turn: PlacementTurn): Promise<Hint | null> {
  if (!turn.myTurn) {
    say(notNow(turn));
    return null;
  }
  if (turn.asked) {
    await turn.lookCloser();
    return null;
  }
  if (turn.table.view?.hints !== true) {
    say(t("There are no hints at this table."));
    return null;
  }
  const advice = await turn.hint();
  if (advice === null) say(turn.refusal);
  else say(await hintWords(advice, placementGame(turn.table.game)?.board ?? []));
  return advice;
}

async function hintWords(hint: Hint, board: readonly Placed[]): Promise<string> {
  const { place, trade, take } = hint.turn;
  const words = [await hintText(hint)];
  const taken = take && board.find((placed) => sameCell(placed, take as Cell));
  if (taken) words.push(t("Take: {tile}.", { tile: tilesWithPlaces([taken]) }));
  if (place && place.length > 0)
    words.push(t("Laid out: {turn}.", { turn: tilesWithPlaces(place as Placed[]) }));
  if (trade)
    words.push(
      t("To trade: {tiles}.", {
        tiles: (trade as string[]).map((tile) => tileName(tile)).join(", "),
      }),
    );
  if (taken || place || trade) words.push(t("P plays it."));
  return words.join(" ");
}

/** Describe a tile that is taken from the table in this turn. */
export function takenWords(take: Placed): string {
  const where = { tile: tileName(take[2]), place: placeName(take) };
  return t("Taken: {tile}, {place}. Place it, or press P to keep it in your hand.", where);
}

/** Describe the number of places for the chosen tile, now and after others are laid out. */
export function fitWords(tile: string, near: number, far: number, anywhere: boolean): string {
  const named = { tile: tileName(tile) };
  if (anywhere) return t("{tile}: start anywhere.", named);
  if (near > 0) return n("{tile}: fits in {n} place.", "{tile}: fits in {n} places.", near, named);
  return n(
    "{tile}: fits nowhere alone, but in {n} place with other tiles.",
    "{tile}: fits nowhere alone, but in {n} places with other tiles.",
    far,
    named,
  );
}
