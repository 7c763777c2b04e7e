/** The laid-out tiles that are still a legal turn after the table has changed. */

import type { Objection, Preview } from "../../api/types";
import type { Laid } from "./placementDraft.svelte";

/** Tiles that have to go home, in order, and the first reason. */
export interface IllegalTiles {
  readonly gone: readonly Laid[];
  readonly reason: Objection;
}

/**
 * Remove the tiles that the rules object to, one by one and the last laid first, until the rest
 * is a legal turn or nothing is left. Return null if all of them are legal, or there is no answer.
 */
export async function stillLegal(
  laid: readonly Laid[],
  ask: (rest: readonly Laid[]) => Promise<Preview | null>,
): Promise<IllegalTiles | null> {
  let rest = laid;
  let first: Objection | undefined;
  const gone: Laid[] = [];
  while (rest.length > 0) {
    const verdict = await ask(rest);
    const objection = verdict?.objections[0];
    if (verdict === null) return null;
    if (verdict.legal) break;
    if (objection === undefined) return null;
    first ??= objection;
    const illegal = await worstOf(rest, objection, ask);
    if (illegal === undefined) return null;
    gone.push(illegal);
    rest = rest.filter((tile) => tile !== illegal);
  }
  return first === undefined ? null : { gone, reason: first };
}

/** Return the tile without which the others are legal, or else the one that was laid last. */
async function worstOf(
  laid: readonly Laid[],
  { cells }: Objection,
  ask: (rest: readonly Laid[]) => Promise<Preview | null>,
): Promise<Laid | undefined> {
  const named = laid.filter(({ x, y }) => cells.some((cell) => cell[0] === x && cell[1] === y));
  const suspects = (named.length > 0 ? named : laid).toReversed();
  for (const suspect of suspects) {
    const others = laid.filter((tile) => tile !== suspect);
    if (others.length > 0 && (await ask(others))?.legal) return suspect;
  }
  return suspects[0];
}
