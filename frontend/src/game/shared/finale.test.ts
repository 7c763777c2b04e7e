import { render } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { GameHistory } from "../../replay/gameHistory.svelte";
import { FakeTable } from "../../testing/fakeTable.svelte";
import { serve } from "../../testing/server";
import { eventOf, nowOf } from "../../testing/views";
import Finale from "./Finale.svelte";

function pieces(winners: readonly number[], seats: readonly number[]): number {
  serve({ "/api/tables/t1/story": { events: [] } });
  const ended = { at: 0, how: "resigned" as const, places: [2, 1], scores: [3, 9], winners };
  const event = eventOf(
    { event: "table-ended", how: "resigned", winners },
    { now: nowOf({ phase: "ended", turn: null, ended }), you: { seats, host: false, hands: [] } },
  );
  const { container } = render(Finale, { history: new GameHistory(new FakeTable()), event });
  return container.querySelectorAll(".confetti").length;
}

test("confetti is for those who win, and for those who watch", () => {
  expect(pieces([0], [0])).toBe(1);
  expect(pieces([1], [])).toBe(1);
  expect(pieces([1], [0, 1])).toBe(1);
});

test("there is none for a game that was lost or given up, or that nobody wins", () => {
  expect(pieces([1], [0])).toBe(0);
  expect(pieces([], [0])).toBe(0);
});
