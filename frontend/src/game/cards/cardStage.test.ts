import { tick } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";
import type { Act } from "../../api/types";
import { eventOf, viewOf } from "../../testing/views";
import type { Flight } from "../shared/flights.svelte";
import { CardStage } from "./cardStage.svelte";

let stage: CardStage;
let flown: Pick<Flight, "picture" | "from" | "to">[];

async function show(...acts: readonly Act[]): Promise<void> {
  const event = eventOf({ event: "turn-played", seat: 1, by: "bot", acts: [...acts] });
  stage.perform({ event, before: viewOf() });
  await tick();
  vi.advanceTimersByTime(10_000);
}

function lay(...ids: readonly string[]): void {
  document.body.innerHTML = ids.map((id) => `<i data-card="${id}"></i>`).join("");
}

beforeEach(() => {
  vi.useFakeTimers();
  flown = [];
  stage = new CardStage(() => 0);
  vi.spyOn(stage.flights, "fly").mockImplementation(({ picture, from, to }) => {
    flown.push({ picture, from, to });
  });
});

test("a played card comes from the plate of its player, a switched one from its set", async () => {
  lay("0Rx", "1Ro", "1Rs", "1Rx", "1Rd");
  await show({
    event: "cards.cards-played",
    seat: 1,
    played: ["Rd"],
    after: [
      ["Rb", "Rc", "Rs"],
      ["Ro", "Rs", "Rx", "Rd"],
    ],
    switches: [
      { card: "Rd", source: null, target: 1 },
      { card: "Rx", source: 0, target: 1 },
    ],
  });
  expect(flown.map(({ picture }) => picture)).toEqual([
    { tile: "Rd", card: true },
    { tile: "Rx", card: true },
  ]);
  expect(flown[0]?.from).toBe("seat-1");
  expect(flown[1]?.from).toBeInstanceOf(DOMRect);
  expect(stage.arriving.size).toBe(0);
});

test("a new hand is backs into the deck and out of it", async () => {
  await show({ event: "cards.hand-returned", seat: 1, count: 9, deck: null });
  const ways = flown.map(
    ({ picture, from, to }) => `${String(picture)} ${String(from)} ${String(to)}`,
  );
  expect(new Set(ways)).toEqual(new Set(["back seat-1 bag", "back bag seat-1"]));
});
