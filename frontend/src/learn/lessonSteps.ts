/** What the server says about a lesson. The texts are in lessons.ts, by code. */

import type { Game, Preview, TileCode, Turn } from "../api/types";
import type { LessonTable } from "./lessonTable.svelte";

export interface Step {
  /** The code of what it asks for; the codes of its other texts begin with it. */
  readonly step: string;
  /** The position as the learner sees it. */
  readonly game: Game & { readonly hand: readonly TileCode[] };
  /** Everything that may be said, in English. */
  readonly texts: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface Lesson {
  readonly game: string;
  readonly steps: readonly Step[];
}

/** What a try came to. */
export interface Answer {
  readonly preview: Preview;
  readonly done: boolean;
  /** The code of what is said to it; empty where the objections say enough. */
  readonly say: string;
}

/** What a lesson is played on: one component for each family of games. */
export interface LessonProps {
  readonly table: LessonTable;
  readonly step: Step;
  /** Whether the step still waits for a turn. */
  readonly open: boolean;
  /** Called with every draft that the lesson may comment on. */
  readonly ondraft: (turn: Turn) => void;
}
