import { expect, test } from "vitest";
import type { Game } from "../../api/types";
import { marksOf } from "./lastTurn";

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
