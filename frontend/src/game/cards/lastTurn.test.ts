import { expect, test } from "vitest";
import type { Game } from "../../api/types";
import { marksBetween, marksOf } from "./lastTurn";

test("what came to a set in the last turn is marked, also behind a Qwirkle that was taken", () => {
  const purple = ["Po", "Px", "Pd", "Ps", "Pb", "Pc"];
  const last = {
    seat: 1,
    played: ["Po", "Rx"],
    after: [["Go", "Bo", "Yo"], purple, ["Ro", "Rs", "Rb", "Rx"]],
    switches: [
      { card: "Yo", source: 2, target: 0 },
      { card: "Po", source: null, target: 1 },
      { card: "Rx", source: null, target: 2 },
    ],
    qwirkles: [purple],
  };
  expect([...marksOf({ last } as unknown as Game)]).toEqual([
    ["0Yo", "switched"],
    ["1Rx", "played"],
  ]);
  expect(marksOf({ last: null } as unknown as Game).size).toBe(0);
});

test("a turn that was not played marks its cards, and those that come from another set", () => {
  const before = [
    ["Yo", "Bo", "Go", "Ro"],
    ["Rs", "Rb", "Rc"],
    ["Px", "Gx", "Bx"],
  ];
  const after = [
    ["Yo", "Bo", "Go"],
    ["Ro", "Rs", "Rb", "Rc", "Rx"],
    ["Px", "Gx", "Bx"],
    ["Gs", "Os", "Bs"],
  ];
  expect([...marksBetween(before, after)]).toEqual([
    ["1Ro", "switched"],
    ["1Rx", "played"],
    ["3Gs", "played"],
    ["3Os", "played"],
    ["3Bs", "played"],
  ]);
});
