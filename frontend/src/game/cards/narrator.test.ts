import { expect, test } from "vitest";
import type { EventView } from "../../api/types";
import { cardsGame } from "../../testing/views";
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
        ["Yc", "Ys", "Yd"],
      ],
      switches: [
        { card: "Ro", source: null, target: 0 },
        { card: "Yo", source: 1, target: 0 },
        { card: "Bs", source: null, target: 1 },
        { card: "Bd", source: null, target: 1 },
        { card: "Bc", source: null, target: 1 },
      ],
    },
    { event: "cards.drew", seat: 0 },
  ];
  const before = [
    ["Go", "Po"],
    ["Yo", "Yc", "Ys", "Yd"],
  ];
  const game = { last: { before } };
  const event = { event: { event: "turn-played", acts }, now, you, game } as unknown as EventView;
  expect(sentences(event, cardNarrator)).toEqual([
    "Ann played a red circle, a blue square, a blue diamond and a blue clover and moved 1 card.",
  ]);
  expect(sentences(event, cardNarrator, { places: true })).toEqual([
    "Ann played a red circle into set 1, circles; a blue square, a blue diamond and a blue clover into new set 3, blue cards. " +
      "Moved: yellow circle from set 2, yellow cards, into set 1, circles. " +
      "New numbers: set 2 is now 3; set 3 is now 2.",
  ]);
  expect(sentences(event, cardNarrator, { places: true, brief: true })).toEqual([
    "Ann: red circle, blue square, blue diamond and blue clover; 1 moved.",
  ]);
  expect(qwirklesIn(event, cardNarrator)).toBe(0);
  const reacted = { event: { event: "reacted" }, now, you } as unknown as EventView;
  expect(sentences(reacted, cardNarrator)).toEqual([]);
});

test("sets keep their numbers during a turn, and new numbers are told at its end", () => {
  const acts = [
    {
      event: "cards.cards-played",
      seat: 0,
      played: ["Rc", "Ps"],
      after: [
        ["Ro", "Rx", "Rd", "Rs", "Rb", "Rc"],
        ["Gs", "Bs", "Ps", "Os"],
        ["Os", "Ys", "Gs"],
      ],
      switches: [
        { card: "Rc", source: null, target: 0 },
        { card: "Rb", source: 3, target: 0 },
        { card: "Os", source: 3, target: 1 },
        { card: "Ps", source: null, target: 1 },
        { card: "Ys", source: 1, target: 2 },
      ],
    },
    { event: "cards.qwirkles-taken", seat: 0, sets: [["Ro", "Rx", "Rd", "Rs", "Rb", "Rc"]] },
  ];
  const before = [
    ["Ro", "Rx", "Rd", "Rs"],
    ["Gs", "Bs", "Ys"],
    ["Os", "Gs"],
    ["Rb", "Os"],
  ];
  const game = { last: { before } };
  const event = { event: { event: "turn-played", acts }, now, you, game } as unknown as EventView;
  expect(sentences(event, cardNarrator, { places: true })).toEqual([
    "Ann played a red clover into set 1, red cards; a purple square into set 2, squares. " +
      "Moved: red starburst from set 4, mixed cards, into set 1, red cards; " +
      "orange square from set 4, mixed cards, into set 2, squares; " +
      "yellow square from set 2, squares, into set 3, squares.",
    "Ann made a Qwirkle: set 1, red cards! New numbers: sets 2 to 3 are now 1 to 2.",
  ]);
  expect(sentences(event, cardNarrator)[1]).toBe("Qwirkle!");
  expect(qwirklesIn(event, cardNarrator)).toBe(1);
  const mine = { ...event, you: { ...you, seats: [0] } };
  expect(sentences(mine, cardNarrator, { places: true })[1]).toMatch(
    /^You made a Qwirkle: set 1, red cards!/,
  );
});

test("the sets on the table are counted and named in their order", () => {
  const table = [
    ["Ro", "Rs", "Rb"],
    ["Rs", "Bs", "Gs"],
  ];
  expect(cardNarrator.table(cardsGame({ table }))).toBe(
    "2 sets on the table: 1 red cards, 2 squares.",
  );
  expect(cardNarrator.table(cardsGame({ table: [] }))).toBe("");
});
