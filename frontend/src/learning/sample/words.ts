/** The narration of a sample game, for somebody who is learning it. */

import { tileList } from "../../tiles/tileNames";
import { n, t } from "../../words/translate.svelte";
import type { CardsSample, CardsTurn, TilesSample, TilesTurn } from "./steps";

const QWIRKLE = 6;

function starters({ players, sets, turns }: TilesSample | CardsSample) {
  const first = turns[0]?.seat ?? 0;
  const second = 1 - first;
  return {
    first: players[first] ?? "",
    second: players[second] ?? "",
    most: sets[first] ?? 0,
    fewer: sets[second] ?? 0,
  };
}

export function tilesBegin(sample: TilesSample): string {
  return t(
    "Both have drawn six tiles. {first} can make a line of {most}, {second} only one of {fewer}. So {first} goes first.",
    starters(sample),
  );
}

export function cardsBegin(sample: CardsSample): string {
  return t(
    "Both have nine cards. {first} holds a set of {most}, {second} only one of {fewer}. So {first} goes first.",
    starters(sample),
  );
}

function sumOf({ lines, bonus = 0 }: TilesTurn): string {
  const parts = lines.flatMap((length) => (length === QWIRKLE ? [length, QWIRKLE] : [length]));
  return (bonus > 0 ? [...parts, bonus] : parts).join("\u00a0+\u00a0");
}

/** Describe the score of a turn, and the reason for it. */
function scored(turn: TilesTurn): string[] {
  const { lines, points, bonus = 0 } = turn;
  const said = [];
  if (lines.includes(QWIRKLE)) said.push(t("Six in a line: a Qwirkle, with six bonus points!"));
  else if (lines.length > 1) said.push(t("Tiles that are part of two lines count in both."));
  if (bonus > 0)
    said.push(
      n(
        "The numbered square gives {n} bonus point.",
        "The numbered squares give {n} bonus points.",
        bonus,
      ),
    );
  const sum = sumOf(turn);
  said.push(
    sum === `${points}`
      ? n("{n} point.", "{n} points.", points)
      : t("{sum} = {points} points.", { sum, points }),
  );
  return said;
}

function shown(special: "take" | "draw3" | undefined, name: string): string[] {
  if (special === undefined) return [];
  return [
    special === "draw3"
      ? t(
          "While drawing, {name} turned up a special tile: now everyone has the action tile “Draw three”.",
          { name },
        )
      : t(
          "While drawing, {name} turned up a special tile: now everyone has the action tile “Take a tile”.",
          { name },
        ),
  ];
}

export function tilesTurn(sample: TilesSample, turn: TilesTurn, withToken: boolean): string {
  const name = sample.players[turn.seat] ?? "";
  const { place, trade, extra, take, tokens = 0, special } = turn;
  const said: string[] = [];
  if (extra)
    said.push(t("{name} uses “Draw three” and gets {tiles:a}.", { name, tiles: tileList(extra) }));
  if (take) {
    const tile = tileList([take[2]]);
    said.push(
      withToken
        ? t("{name} spends a star token and takes {tile:a} from the board.", { name, tile })
        : t("{name} uses “Take a tile” and takes {tile:a} from the table.", { name, tile }),
    );
  }
  if (place) {
    const tiles = tileList(place.map(([, , tile]) => tile));
    said.push(t("{name} places {tiles:a}.", { name, tiles }), ...scored(turn));
  }
  if (trade)
    said.push(
      n(
        "{name} trades {n} tile and scores nothing.",
        "{name} trades {n} tiles and scores nothing.",
        trade.length,
        { name },
      ),
    );
  if (tokens > 0) said.push(t("The star is covered: {name} gets its token.", { name }));
  return [...said, ...shown(special, name)].join(" ");
}

export function cardsTurn(sample: CardsSample, turn: CardsTurn): string {
  const name = sample.players[turn.seat] ?? "";
  const said = [t("{name} plays {cards:a}.", { name, cards: tileList(turn.played) })];
  if (turn.moved.length > 0)
    said.push(t("These cards move to another set: {cards}.", { cards: tileList(turn.moved) }));
  if (turn.qwirkles > 0)
    said.push(
      n(
        "{name} has completed a Qwirkle and keeps it.",
        "{name} has completed {n} Qwirkles and keeps them.",
        turn.qwirkles,
        { name },
      ),
    );
  return said.join(" ");
}
