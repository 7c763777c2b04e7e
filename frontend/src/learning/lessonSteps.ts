/** The types of a lesson's steps. Its texts are in lessons.ts, by code. */

import type { LessonStep, Trial, Turn } from "../api/types";
import type { LessonTable } from "./lessonTable.svelte";

export type { Lesson } from "../api/types";
export type Step = LessonStep;
export type Answer = Trial;

/** The properties of the component a lesson is played on: one component for each family of games. */
export interface LessonProps {
  readonly table: LessonTable;
  readonly step: Step;
  /** Whether the step still waits for a turn. */
  readonly open: boolean;
  /** Called with every draft that the lesson may comment on. */
  readonly ondraft: (turn: Turn) => void;
}
