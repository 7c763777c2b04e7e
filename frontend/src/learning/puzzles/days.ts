/** The days of the puzzle and their answers. Only the first answer to a day is stored. */

import { noteChange, STORED, store, stored } from "../../training/training.svelte";

export interface DayResult {
  /** Points lost by the first answer. */
  readonly lost: number;
  /** The day on which it was given. */
  readonly on: string;
  /** Whether it was a blunder, in a game that counts losses in other units than points. */
  readonly blunder?: boolean;
  /** The moment, so that devices of an account agree which answer was the first. */
  readonly at: number;
}

export type DayResults = Readonly<Record<string, DayResult>>;

const MAX_DAYS = 1000;
/** An answer that loses at least this many points is a blunder and ends a streak, as in `analysis/review/marks.py`. */
const BLUNDER = 4;

/** Return today's date in the reader's time zone, such as 2026-11-16. */
export function today(now = new Date()): string {
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, "0")).join("-");
}

export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export function dayResults(): DayResults {
  try {
    const found: unknown = JSON.parse(stored(STORED.days));
    if (typeof found !== "object" || found === null) return {};
    return Object.fromEntries(
      Object.entries(found).filter(([day, result]) => isDay(day) && isResult(result)),
    );
  } catch {
    return {};
  }
}

/** Store the answer to a day, unless it has one. */
export function noteDay(day: string, lost: number, on = today(), blunder = false): DayResults {
  const known = dayResults();
  if (known[day] !== undefined) return known;
  const result = { lost, on, at: Date.now(), ...(blunder ? { blunder } : {}) };
  const results = storeDays({ ...known, [day]: result });
  noteChange(`day:${day}`);
  return results;
}

/** Store the answers to all days; the latest days, if there are too many. */
export function storeDays(all: DayResults): DayResults {
  const inOrder = Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1));
  const results = Object.fromEntries(inOrder.slice(-MAX_DAYS));
  store(STORED.days, results);
  return results;
}

/**
 * Return how many days in a row, up to a day, were answered on the day itself and without a blunder. A
 * day that has no answer yet does not end the streak of the days before it.
 */
export function streakAt(day: string, results: DayResults): number {
  let at = results[day] === undefined ? dayAfter(day, -1) : day;
  let days = 0;
  while (counts(at, results[at])) {
    days += 1;
    at = dayAfter(at, -1);
  }
  return days;
}

function counts(day: string, result: DayResult | undefined): boolean {
  return result !== undefined && result.on === day && !isBlunder(result);
}

function isBlunder({ lost, blunder = false }: DayResult): boolean {
  return blunder || lost >= BLUNDER;
}

function isResult(stored: unknown): stored is DayResult {
  const result = stored as Partial<DayResult> | null;
  const { lost, on, at } = result ?? {};
  return typeof lost === "number" && isDay(String(on)) && Number.isInteger(at);
}

/** Return the stars of an answer: three for the best turn, two without a blunder, one for any other. */
export function starsOf(result: DayResult | undefined): number {
  if (result === undefined) return 0;
  if (result.lost === 0) return 3;
  return isBlunder(result) ? 1 : 2;
}

/** Return the days of all weeks of a month, such as 2026-11, from Mondays to Sundays. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const first = `${month}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const weeks: string[][] = [];
  for (let day = dayAfter(first, -weekday); day.slice(0, 7) <= month; day = dayAfter(day, 7))
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((step) => dayAfter(day, step)));
  return weeks;
}

const SQUARES = ["⬜", "🟥", "🟨", "🟩"] as const;
const MAX_ROWS = 4;

/** Return the last weeks up to a day as rows of squares, the day last; none before the first answer. */
export function gridAt(day: string, results: DayResults): string {
  const rows = Array.from({ length: MAX_ROWS }, (_, row) =>
    Array.from({ length: 7 }, (_, step) => dayAfter(day, step - 6 - 7 * (MAX_ROWS - 1 - row))),
  );
  const first = rows.findIndex((row) => row.some((one) => results[one] !== undefined));
  return rows
    .slice(first < 0 ? MAX_ROWS - 1 : first)
    .map((row) => row.map((one) => SQUARES[starsOf(results[one])]).join(""))
    .join("\n");
}
