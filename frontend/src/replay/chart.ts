/** The lines of a chart of scores: one for each seat, distinguished by dashes and marks, not by hue. */

export interface Curve {
  readonly seat: number;
  readonly path: string;
  readonly end: readonly [x: number, y: number];
  /** The places of the marks, so that lines can be followed where they cross. */
  readonly marks: readonly (readonly [x: number, y: number])[];
}

export interface Chart {
  readonly width: number;
  readonly height: number;
  readonly curves: readonly Curve[];
  /** Horizontal lines with their scores. */
  readonly levels: readonly { readonly score: number; readonly y: number }[];
}

/** Dashes of the seats, in SVG syntax. */
export const DASHES = ["none", "9 5", "2 5", "14 4 2 4"] as const;

/** Marks of the seats on a grid of 10 around 0. */
export const MARKS = [
  "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z",
  "M-3.6 -3.6h7.2v7.2h-7.2Z",
  "M0 -5L5 0L0 5L-5 0Z",
  "M0 -4.6L4.8 3.8H-4.8Z",
] as const;

const STEPS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500];

/** Return the chart of `rows`: the scores of all seats, moment by moment, from the start. */
export function chartOf(
  rows: readonly (readonly number[])[],
  width: number,
  height: number,
  /** The highest possible score; else the highest one reached. */
  ceiling = 1,
): Chart {
  const most = Math.max(ceiling, ...rows.flat());
  const wanted = most / 4;
  const step = STEPS.find((size) => size >= wanted) ?? Math.ceil(wanted);
  const top = Math.ceil(most / step) * step;
  const xOf = (moment: number) => round((moment / Math.max(1, rows.length - 1)) * width);
  const yOf = (score: number) => round(height - (score / top) * height);
  const seats = rows[0]?.length ?? 0;
  const every = Math.max(3, Math.ceil(rows.length / 6));
  const curves = Array.from({ length: seats }, (_, seat) => {
    const points = rows.map((row, moment) => [xOf(moment), yOf(row[seat] ?? 0)] as const);
    return {
      seat,
      path: points.map(([x, y], moment) => `${moment === 0 ? "M" : "L"}${x} ${y}`).join(""),
      end: points.at(-1) ?? ([0, height] as const),
      // Each seat has its marks at different moments.
      marks: points.filter((_, moment) => moment > 0 && moment % every === (seat * 2) % every),
    };
  });
  const levels = Array.from({ length: top / step + 1 }, (_, number) => ({
    score: number * step,
    y: yOf(number * step),
  }));
  return { width, height, curves, levels };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Return heights for the labels at the ends of lines, so that none covers another. */
export function apart(heights: readonly number[], least: number, bottom: number): number[] {
  const order = [...heights.keys()].sort((a, b) => at(heights, a) - at(heights, b));
  const found = [...heights];
  let lowest = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    lowest = Math.max(at(heights, index), lowest + least);
    found[index] = lowest;
  }
  // Labels pushed out at the bottom move up again, and push the others.
  let highest = bottom;
  for (const index of order.toReversed()) {
    highest = Math.min(at(found, index), highest);
    found[index] = highest;
    highest -= least;
  }
  return found;
}

function at(numbers: readonly number[], index: number): number {
  return numbers[index] ?? 0;
}
