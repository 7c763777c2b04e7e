/** The search for a Qwirkle that the hand can make of a long line. The server judges every step of it. */

import type { Cell, Line, Placed, Preview, TileCode } from "../../api/types";
import { sameCell } from "../../board/cells";

/** A placement that makes a Qwirkle. */
export interface QwirkleInReach {
  readonly place: readonly Placed[];
  readonly line: Line;
}

/** Returns the server's preview of a placement; null if it cannot be asked. */
type Judge = (place: readonly Placed[]) => Promise<Preview | null>;

/** The shortest line to complete, and the most previews that one search may ask for. */
const LONG = 4;
const MOST = 24;

/** Return the long lines among those that turns have made, without the parts of longer ones. */
export function longLines(lines: readonly Line[]): readonly Line[] {
  const long = lines.filter(({ cells, qwirkle }) => cells.length >= LONG && !qwirkle);
  return long.filter((line) => !lines.some((other) => other !== line && outgrows(other, line)));
}

/** Return a placement of tiles of the hand that makes a Qwirkle of one of these lines, if there is one. */
export async function qwirkleInReach(
  hand: readonly TileCode[],
  lines: readonly Line[],
  start: Preview,
  judge: Judge,
): Promise<QwirkleInReach | null> {
  let left = MOST;

  async function extend(
    line: Line,
    tiles: readonly TileCode[],
    before: readonly Placed[],
    preview: Preview,
  ): Promise<QwirkleInReach | null> {
    for (const tile of new Set(tiles)) {
      for (const cell of endsOf(line.cells)) {
        if (!(preview.cells[tile] ?? []).some((other) => sameCell(other, cell))) continue;
        left -= 1;
        if (left < 0) return null;
        const place = [...before, [cell[0], cell[1], tile] as Placed];
        const next = await judge(place);
        if (next === null || !next.legal) continue;
        const made = next.lines.find(({ qwirkle }) => qwirkle);
        if (made !== undefined) return { place, line: made };
        const grown = next.lines.find((other) => outgrows(other, line));
        const rest = tiles.toSpliced(tiles.indexOf(tile), 1);
        const found = grown === undefined ? null : await extend(grown, rest, place, next);
        if (found !== null) return found;
      }
    }
    return null;
  }

  for (const line of lines) {
    const found = await extend(line, hand, [], start);
    if (found !== null) return found;
  }
  return null;
}

/** Return whether a line contains another one and more. */
function outgrows(line: Line, other: Line): boolean {
  return (
    line.cells.length > other.cells.length &&
    other.cells.every((cell) => line.cells.some((one) => sameCell(one, cell)))
  );
}

/** Return the cells before and behind a row or column. */
function endsOf(cells: readonly Cell[]): readonly Cell[] {
  const xs = cells.map(([x]) => x);
  const ys = cells.map(([, y]) => y);
  const [left, right, top, bottom] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ];
  return top === bottom
    ? [
        [left - 1, top],
        [right + 1, top],
      ]
    : [
        [left, top - 1],
        [left, bottom + 1],
      ];
}
