import { expect, test } from "vitest";
import type { Told } from "../../api/types";
import { qwirklesIn, sentences } from "../shared/narrator";
import { cardNarrator } from "./narrator";

const now = { seats: [{ kind: "person", name: "Ann" }] };

test("a turn of the card game is told in sentences", () => {
  const acts = [
    {
      event: "cards.cards-played",
      seat: 0,
      played: ["Ro", "Bs"],
      switches: [
        { card: "Ro", source: null },
        { card: "Yo", source: 1 },
      ],
    },
    { event: "cards.qwirkles-taken", seat: 0, sets: [["Ro", "Rx", "Rd", "Rs", "Rb", "Rc"]] },
    { event: "cards.drew", seat: 0 },
  ];
  const told = { event: { event: "turn-played", acts }, now } as unknown as Told;
  expect(sentences(told, cardNarrator)).toEqual([
    "Ann played red circle, blue square and moved 1 card.",
    "Ann made a Qwirkle: red cards!",
  ]);
  expect(qwirklesIn(told, cardNarrator)).toBe(1);
  expect(sentences({ event: { event: "reacted" }, now } as unknown as Told, cardNarrator)).toEqual(
    [],
  );
});
