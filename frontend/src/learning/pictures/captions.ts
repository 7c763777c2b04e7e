/** Descriptions of the pictures in examples.json. */

import { t } from "../../words/translate.svelte";

const CAPTIONS: Readonly<Record<string, () => string>> = {
  "one-colour": () => t("One colour in three shapes."),
  "one-shape": () => t("One shape in four colours."),
  mixed: () => t("The green starburst isn’t red, and its shape is different too."),
  twice: () => t("There’s already a red circle in this line."),
  gap: () => t("The gap ends the line: the tile on the right doesn’t count."),
  "both-ends": () => t("Two tiles in one turn, one at each end of the line."),
  corner: () => t("The blue cross only touches a corner."),
  "two-lines": () => t("Three tiles in the row and three in the column."),
  qwirkle: () => t("Six for the tiles and six for the Qwirkle."),
  bonus: () => t("Two for the row, two for the column, and one for the square."),
  star: () => t("Three for the line, and the token is yours."),
  "set-of-colour": () => t("One colour in three shapes."),
  "set-of-shape": () => t("One shape in four colours."),
};

export function captionOf(example: string): string {
  return CAPTIONS[example]?.() ?? "";
}
