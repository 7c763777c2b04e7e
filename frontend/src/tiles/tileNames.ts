/** The names of tiles. Whole names, not colour plus shape: in many languages both change. */

import { t } from "../words/translate.svelte";

export function tileName(tile: string): string {
  return NAMES[tile]?.() ?? tile;
}

const NAMES: Readonly<Record<string, () => string>> = {
  Ro: () => t("red circle"),
  Rx: () => t("red cross"),
  Rd: () => t("red diamond"),
  Rs: () => t("red square"),
  Rb: () => t("red starburst"),
  Rc: () => t("red clover"),
  Oo: () => t("orange circle"),
  Ox: () => t("orange cross"),
  Od: () => t("orange diamond"),
  Os: () => t("orange square"),
  Ob: () => t("orange starburst"),
  Oc: () => t("orange clover"),
  Yo: () => t("yellow circle"),
  Yx: () => t("yellow cross"),
  Yd: () => t("yellow diamond"),
  Ys: () => t("yellow square"),
  Yb: () => t("yellow starburst"),
  Yc: () => t("yellow clover"),
  Go: () => t("green circle"),
  Gx: () => t("green cross"),
  Gd: () => t("green diamond"),
  Gs: () => t("green square"),
  Gb: () => t("green starburst"),
  Gc: () => t("green clover"),
  Bo: () => t("blue circle"),
  Bx: () => t("blue cross"),
  Bd: () => t("blue diamond"),
  Bs: () => t("blue square"),
  Bb: () => t("blue starburst"),
  Bc: () => t("blue clover"),
  Po: () => t("purple circle"),
  Px: () => t("purple cross"),
  Pd: () => t("purple diamond"),
  Ps: () => t("purple square"),
  Pb: () => t("purple starburst"),
  Pc: () => t("purple clover"),
};
