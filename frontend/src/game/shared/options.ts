/**
 * Answers about drafts from what the view says its seat may do, without a question to the server.
 * There is no rule here: a draft is looked up among the placements that the server has listed.
 */

import type { Cell, Line, Options, Placed, Preview, Turn } from "../../api/types";

type Option = NonNullable<Options["placements"]>[number];

/** The preview of nothing. */
export const BLANK: Preview = {
  legal: false,
  points: 0,
  bonus: 0,
  lines: [],
  stars: [],
  played: [],
  qwirkles: 0,
  cells: {},
  anywhere: false,
  takeable: [],
  playable: [],
  sets: [],
  homes: {},
  objections: [],
};

/** Return the preview of a turn, without the reasons if it is illegal; null if only the server knows. */
export function peek(options: Options, turn: Turn): Preview | null {
  const { place, trade } = turn;
  const { placements } = options;
  // What may follow a tile that is taken first is another question.
  if (placements === null || turn.take != null) return null;
  const base = { ...BLANK, takeable: options.takeable };
  const empty = { ...base, cells: nextCells(placements, []), anywhere: options.anywhere };
  if (trade !== undefined)
    return { ...empty, legal: trade.length > 0 && trade.length <= options.trade };
  if (turn.pass !== undefined) return { ...empty, legal: options.pass };
  if (turn.draw3 !== undefined) return { ...empty, legal: options.draw3 };
  if (place === undefined) return null;
  if (place.length === 0) return empty;
  const fitting = containing(options, placements, place);
  const cells = nextCells(fitting, place);
  const whole = fitting.find(([tiles]) => tiles.length === place.length);
  if (whole === undefined) return { ...base, cells };
  const [, points, bonus, lines, stars] = whole;
  return { ...base, legal: true, points, bonus, lines: lines.map(lineOf), stars, cells };
}

/** Return the preview of a turn; null if the server must be asked: why it is illegal, above all. */
export function known(options: Options, turn: Turn): Preview | null {
  const preview = peek(options, turn);
  return preview?.legal || turn.place?.length === 0 ? preview : null;
}

/** Return the placements that contain a draft; on an empty open table, moved to where it lies. */
function containing(
  options: Options,
  placements: readonly Option[],
  draft: readonly Placed[],
): readonly Option[] {
  const [first] = draft;
  const candidates =
    options.anywhere && first !== undefined
      ? placements.flatMap((option) => movedTo(option, first))
      : placements;
  return candidates.filter(([tiles]) =>
    draft.every((laid) => tiles.some((tile) => samePlaced(tile, laid))),
  );
}

/** Return the translations of a placement that have a tile where a draft has it. */
function movedTo(option: Option, [toX, toY, wanted]: Placed): readonly Option[] {
  const [tiles, points, bonus, lines, stars] = option;
  return tiles
    .filter(([, , tile]) => tile === wanted)
    .map(([x, y]) => {
      const [right, down] = [toX - x, toY - y];
      const moved = tiles.map(([x, y, tile]) => [x + right, y + down, tile] as const);
      const along = lines.map(([x, y, ...rest]) => [x + right, y + down, ...rest] as const);
      return [moved, points, bonus, along, stars];
    });
}

/** Return the cells of these placements that a draft has not covered, by tile, row by row. */
function nextCells(placements: readonly Option[], draft: readonly Placed[]): Preview["cells"] {
  const found = new Map<string, Map<string, Cell>>();
  for (const [tiles] of placements) {
    for (const placed of tiles) {
      if (draft.some((laid) => samePlaced(laid, placed))) continue;
      const [x, y, tile] = placed;
      const cells = found.get(tile) ?? new Map<string, Cell>();
      cells.set(`${x},${y}`, [x, y]);
      found.set(tile, cells);
    }
  }
  return Object.fromEntries(
    [...found].map(([tile, cells]) => [
      tile,
      [...cells.values()].sort(([ax, ay], [bx, by]) => ax - bx || ay - by),
    ]),
  );
}

function lineOf([x, y, row, length, points, qwirkle]: Option[3][number]): Line {
  const cells = Array.from({ length }, (_, step): Cell => (row ? [x + step, y] : [x, y + step]));
  return { cells, points, qwirkle };
}

function samePlaced(one: Placed, other: Placed): boolean {
  return one[2] === other[2] && one[0] === other[0] && one[1] === other[1];
}
