/** A board in letters, with the numbers of its columns and rows. */

import type { Cell, Placed, Squares } from "../api/types";
import { codeOf } from "../tiles/tileCodes";

const WIDE = 4;

/** Draw a board; tiles that are laid out but not played are in brackets. */
export function drawn(
  board: readonly Placed[],
  laid: readonly Placed[],
  squares?: Squares,
): readonly string[] {
  const all = [...board, ...laid];
  const bounded = squares?.width !== undefined && squares.height !== undefined;
  if (all.length === 0 && !bounded) return [];
  const columns = bounded ? [0, (squares.width ?? 1) - 1] : all.map(([x]) => x);
  const rows = bounded ? [0, (squares.height ?? 1) - 1] : all.map(([, y]) => y);
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  const signs = new Map(printed(squares).map(([[x, y], sign]) => [`${x},${y}`, ` ${sign} `]));
  for (const [x, y, tile] of board) signs.set(`${x},${y}`, ` ${codeOf(tile)} `);
  for (const [x, y, tile] of laid) signs.set(`${x},${y}`, `(${codeOf(tile)})`);
  const across = range(left, right);
  const head =
    " ".repeat(WIDE) +
    across
      .map((x) =>
        String(x)
          .padStart(WIDE - 1)
          .padEnd(WIDE),
      )
      .join("");
  const lines = range(top, bottom).map(
    (y) =>
      String(y)
        .padStart(WIDE - 1)
        .padEnd(WIDE) + across.map((x) => (signs.get(`${x},${y}`) ?? " ·  ").padEnd(WIDE)).join(""),
  );
  return [head, ...lines].map((line) => line.trimEnd());
}

function printed(squares: Squares | undefined): readonly (readonly [Cell, string])[] {
  const of = (cells: readonly Cell[] | undefined, sign: string) =>
    (cells ?? []).map((cell) => [cell, sign] as const);
  return [
    ...of(squares?.["1"], "1 "),
    ...of(squares?.["2"], "2 "),
    ...of(squares?.centre, "+ "),
    ...of(squares?.stars_left, "* "),
  ];
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
