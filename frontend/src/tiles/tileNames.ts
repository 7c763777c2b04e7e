/** The names of tiles. Whole names, not colour plus shape: in many languages both change. */

import { listed } from "../words/lists";
import { type Inflected, inForm, nameForms, t } from "../words/translate.svelte";
import { TILE_NAMES } from "./names.gen";

/** Return the name of a tile, or of several alike: “red circle”, in the form “a” “a red circle”. */
export function tileName(tile: string, form = "", count = 1): string {
  const [one = tile, many = tile] = TILE_NAMES[tile] ?? [];
  // words: passed on
  return form === "" ? t(one) : inForm(form, one, many, count);
}

/** Return every form that a sentence may have of the name of one tile, or of several alike, the longest first. */
export function tileForms(tile: string, count = 1): readonly string[] {
  const forms = (count === 1 ? ["", ...nameForms()] : nameForms()).map((form) =>
    tileName(tile, form, count),
  );
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/**
 * Return a list of tiles for a sentence, which chooses the form: `{tiles}` names each of them, `{tiles:a}` and
 * others count those that are alike. A part of a sentence passes on the `outer` form of the whole.
 */
export function tileList(tiles: readonly string[], outer = ""): Inflected {
  return {
    inForm: (own) => {
      const form = own || outer;
      if (form === "") return listed(tiles.map((tile) => tileName(tile)));
      const kinds = [...new Set(tiles)];
      const count = (kind: string) => tiles.filter((tile) => tile === kind).length;
      return listed(kinds.map((kind) => tileName(kind, form, count(kind))));
    },
  };
}
