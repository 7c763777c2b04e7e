import { render, screen, within } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { cardsGame } from "../testing/views";
import SetsStage from "./SetsStage.svelte";

function show(more: Parameters<typeof cardsGame>[0]): void {
  render(SetsStage, { moment: { game: cardsGame(more), seat: null, marked: [], lines: [] } });
}

test("a table without cards shows what everybody has collected", () => {
  show({ table: [] });
  const ann = screen.getByRole("group", { name: "Collected Qwirkles: Ann" });
  expect(within(ann).getAllByRole("listitem", { name: "red cards" })).toHaveLength(1);
  expect(screen.queryByRole("group", { name: "Collected Qwirkles: Ben" })).toBeNull();
  expect(screen.queryByText("There are no cards on the table.")).toBeNull();
});

test("before the first Qwirkle such a table says that it is empty", () => {
  const players = ["Ann", "Ben"].map((name) => ({ name, score: 0, cards: 9, qwirkles: [] }));
  show({ table: [], players });
  expect(screen.getByText("There are no cards on the table.")).toBeTruthy();
});

test("while there are cards, the table shows them", () => {
  show({ table: [["Ro", "Rx", "Rd"]] });
  expect(screen.getByRole("listitem", { name: "red cards" })).toBeTruthy();
  expect(screen.queryByRole("group", { name: /Collected/ })).toBeNull();
});
