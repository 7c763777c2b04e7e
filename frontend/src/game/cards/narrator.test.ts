import { expect, test } from "vitest";
import type { Told } from "../../api/types";
import { qwirklesIn, sentences } from "../shared/narrator";
import { cardNarrator } from "./narrator";

const you = { seats: [] as number[], host: false, hands: [] };
const now = { seats: [{ kind: "person", name: "Ann" }] };

test("a turn of the card game is described in sentences", () => {
  const acts = [
    {
      event: "cards.cards-played",
      seat: 0,
      played: ["Ro", "Bs", "Bd", "Bc"],
      after: [
        ["Ro", "Go", "Yo", "Po"],
        ["Bs", "Bd", "Bc"],
      ],
      switches: [
        { card: "Ro", source: null, target: 0 },
        { card: "Yo", source: 1, target: 0 },
        { card: "Bs", source: null, target: 1 },
        { card: "Bd", source: null, target: 1 },
        { card: "Bc", source: null, target: 1 },
      ],
    },
    { event: "cards.qwirkles-taken", seat: 0, sets: [["Ro", "Rx", "Rd", "Rs", "Rb", "Rc"]] },
    { event: "cards.drew", seat: 0 },
  ];
  const told = { event: { event: "turn-played", acts }, now, you } as unknown as Told;
  expect(sentences(told, cardNarrator)).toEqual([
    "Ann played red circle, blue square, blue diamond, blue clover and moved 1 card.",
    "Qwirkle!",
  ]);
  expect(sentences(told, cardNarrator, { places: true })).toEqual([
    "Ann played red circle into the circles and blue square, blue diamond, blue clover as a new set and moved 1 card.",
    "Ann made a Qwirkle: red cards!",
  ]);
  const mine = { ...told, you: { ...you, seats: [0] } };
  expect(sentences(mine, cardNarrator, { places: true })[1]).toBe("You made a Qwirkle: red cards!");
  expect(qwirklesIn(told, cardNarrator)).toBe(1);
  const reacted = { event: { event: "reacted" }, now, you } as unknown as Told;
  expect(sentences(reacted, cardNarrator)).toEqual([]);
});
