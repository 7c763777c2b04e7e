import { afterEach, expect, test, vi } from "vitest";
import { Refusal } from "../api/client";
import { placementGame } from "../api/games";
import type { Turn } from "../api/types";
import { serve } from "../testing/server";
import { speak, withWords } from "../words/translate.svelte";
import type { Answer, Step } from "./lessonSteps";
import { answerText, stepText } from "./lessons";
import { LessonTable } from "./lessonTable.svelte";

const STEP = {
  step: "classic.colour",
  game: { family: "placement", game: "classic", seq: 0, board: [[0, 0, "Ro"]], hand: ["Rd", "Gb"] },
  texts: {
    "classic.colour": "Tiles of one colour make a line. Add your red diamond to the red tiles.",
    "classic.colour.done": "Three red tiles in three shapes: {points} points.",
  },
  params: { points: 3 },
} as unknown as Step;

function answering(answer: Partial<Answer> & { objections?: readonly object[] }): void {
  const body = {
    done: false,
    say: "",
    ...answer,
    preview: { objections: answer.objections ?? [] },
  };
  serve({ "/api/lessons/classic/0": body });
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await speak("en");
});

test("a lesson's words come by their codes, with what they count, in the reader's language", async () => {
  expect(stepText(STEP)).toMatch(/^Tiles of one colour/);
  const params = { axis: "row", at: 0 };
  const preview = { objections: [{ reason: "gap", message: "", cells: [], params }] };
  const said = (say: string) =>
    answerText({ done: false, say, preview } as unknown as Answer, STEP);
  expect(said("classic.colour.done")).toBe("Three red tiles in three shapes: 3 points.");
  expect(said("")).toBe("Close the gap in this row: your tiles must form one unbroken line.");
  await Promise.all([withWords("learn"), speak("de")]);
  expect(stepText(STEP)).toMatch(/^Plättchen einer Farbe/);
  expect(said("classic.colour.done")).toBe("Drei rote Plättchen mit drei Formen: 3 Punkte.");
});

test("what was asked for is done on the table", async () => {
  const heard: Answer[] = [];
  const table = new LessonTable("classic", 0, STEP, (answer) => heard.push(answer));
  answering({ done: true, say: "classic.colour.done" });
  await table.do({ do: "play", turn: { place: [[1, 0, "Rd"]] } });
  expect(placementGame(table.game)?.board).toEqual([
    [0, 0, "Ro"],
    [1, 0, "Rd"],
  ]);
  expect(table.hand(0)).toEqual(["Gb"]);
  expect(heard).toHaveLength(1);
});

test("what is only allowed, or refused, changes nothing", async () => {
  const table = new LessonTable("classic", 0, STEP, () => {});
  answering({ say: "classic.colour.more" });
  const turn: Turn = { place: [[1, 0, "Gb"]] };
  await table.do({ do: "play", turn });
  expect(table.hand(0)).toHaveLength(2);
  answering({ objections: [{ reason: "line-mixed", message: "", cells: [] }] });
  await expect(table.do({ do: "play", turn })).rejects.toThrow(Refusal);
  expect(placementGame(table.game)?.board).toHaveLength(1);
  expect(table.answerTo(turn)?.preview.objections).toHaveLength(1);
});
