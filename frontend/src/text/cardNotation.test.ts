import { expect, test } from "vitest";
import { readMove, readSets } from "./cardNotation";
import { Unreadable } from "./notation";

test.each([
  ["Ro 3", { cards: ["Ro"], from: null, to: 3 }],
  ["Ro Rs Rb", { cards: ["Ro", "Rs", "Rb"], from: null, to: null }],
  ["RoRs > new", { cards: ["Ro", "Rs"], from: null, to: "new" }],
  ["Bs 2>4", { cards: ["Bs"], from: 2, to: 4 }],
  ["blue square from 2 to 4", { cards: ["Bs"], from: 2, to: 4 }],
  ["Ro > hand", { cards: ["Ro"], from: null, to: "hand" }],
  ["put Ro to set 3", { cards: ["Ro"], from: null, to: 3 }],
])("%s", (text, move) => {
  expect(readMove(text)).toEqual(move);
});

test.each(["", "3", "Ro > nowhere", "gibberish", "Ro 1 2 3"])("“%s” means nothing", (text) => {
  expect(() => readMove(text)).toThrow(Unreadable);
});

test("whole tables can be typed", () => {
  expect(readSets("play ro,rs,rb/BoBsBxBd")).toEqual([
    ["Ro", "Rs", "Rb"],
    ["Bo", "Bs", "Bx", "Bd"],
  ]);
  expect(() => readSets("Ro / what")).toThrow(Unreadable);
});
