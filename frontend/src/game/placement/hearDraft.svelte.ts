/**
 * Announcements about a draft: where a chosen tile fits, the value of a tile that was laid out, and
 * its faults. Each of them once, and only after the server has answered about that draft.
 */

import { untrack } from "svelte";
import { placeName } from "../../board/places";
import { settings } from "../../settings/settings.svelte";
import { tileName } from "../../tiles/tileNames";
import { say } from "../../ui/speech";
import { n, t } from "../../words/translate.svelte";
import { splitByAdjacency } from "./adjacency";
import { fitWords, takenWords } from "./aloud";
import type { PlacementTurn } from "./placementTurn.svelte";

/** Announce the changes of a draft. Call it during the setup of a component. */
export function hearDraft(current: () => PlacementTurn | null): void {
  hearChoice(current);
  hearVerdict(current);
  hearModes(current);
  $effect(() => say(current()?.returned ?? "", "returned"));
}

function hearChoice(current: () => PlacementTurn | null): void {
  let said: number | null = null;
  $effect(() => {
    const turn = current();
    const chosen = turn?.draft.chosen ?? null;
    const fits = turn?.fits ?? null;
    if (chosen === null || turn === null) said = null;
    else if (fits !== null && said !== chosen && turn.draft.mode === "place") {
      said = chosen;
      untrack(() => {
        const tile = turn.draft.hand.find((slot) => slot.id === chosen)?.tile ?? "";
        if (turn.nowhere !== "" || !settings.fits) {
          say(turn.nowhere || `${tileName(tile)}.`, "choice");
          return;
        }
        const lying = [...turn.boardNow, ...turn.draft.placed];
        const { near, far } = splitByAdjacency(fits, lying);
        say(fitWords(tile, near.length, far.length, turn.others?.anywhere === true), "choice");
      });
    }
  });
}

function hearVerdict(current: () => PlacementTurn | null): void {
  let said = "";
  let count = 0;
  $effect(() => {
    const turn = current();
    const laid = turn?.draft.laid ?? [];
    const last = laid.at(-1);
    if (turn === null || last === undefined) {
      said = "";
      count = 0;
      return;
    }
    // A hint itself describes the turn that it lays out.
    if (turn.pending || turn.verdict === null || turn.busy || turn.draft.mode !== "place") return;
    const key = JSON.stringify(turn.draft.turn);
    if (key === said) return;
    const placed = laid.length > count && turn.advice === "";
    said = key;
    count = laid.length;
    if (turn.advice !== "") return;
    untrack(() => {
      if (!placed) return say(worth(turn), "worth");
      const words = { tile: tileName(last.tile), place: placeName([last.x, last.y]) };
      say(t("{tile}, {place}: {worth}", { ...words, worth: worth(turn) }), "draft");
    });
  });
}

function worth(turn: PlacementTurn): string {
  if (turn.objection !== null) return turn.objection.spoken;
  const missing = turn.spokenMissing;
  if (missing !== "") return /[.!?]$/.test(missing) ? missing : `${missing}.`;
  const points = turn.verdict?.points ?? 0;
  const qwirkles = turn.verdict?.lines.filter((line) => line.qwirkle).length ?? 0;
  const words = n("{n} point.", "{n} points.", points);
  return qwirkles > 0 ? `${t("Qwirkle!")} ${words}` : words;
}

function hearModes(current: () => PlacementTurn | null): void {
  let mode = "place";
  let traded = 0;
  let taken = "";
  $effect(() => {
    const draft = current()?.draft;
    const now = draft?.mode ?? "place";
    const trading = draft?.trading ?? [];
    const take = draft?.take ?? null;
    const advised = (current()?.advice ?? "") !== "";
    const refused = current()?.refusedCell?.text ?? "";
    untrack(() => {
      const words: string[] = [];
      if (now !== mode && now === "trade") words.push(t("Choose the tiles to trade."));
      if (now !== mode && now === "take") words.push(takeWords(current()));
      if (now === "trade" && trading.length !== traded) words.push(tradeWords(current()));
      if (take !== null && take.join() !== taken) words.push(takenWords(take));
      if (refused !== "") words.push(refused);
      mode = now;
      traded = trading.length;
      taken = take?.join() ?? "";
      if (!advised) say(words.join(" "), "mode");
    });
  });
}

function takeWords(turn: PlacementTurn | null): string {
  const count = turn?.glowing.length ?? 0;
  return n(
    "Choose a tile on the table to take: {n} can be taken. Page Down goes to it.",
    "Choose a tile on the table to take: {n} can be taken. Page Down goes from one to the next.",
    count,
  );
}

function tradeWords(turn: PlacementTurn | null): string {
  const { trading = [], hand = [] } = turn?.draft ?? {};
  const tiles = hand.filter(({ id }) => trading.includes(id)).map(({ tile }) => tileName(tile));
  if (tiles.length === 0) return t("Choose the tiles to trade.");
  return t("To trade: {tiles}.", { tiles: tiles.join(", ") });
}
