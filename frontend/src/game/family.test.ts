import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import Help from "../learning/Help.svelte";
import Result from "../results/Result.svelte";
import { FakeTable } from "../testing/fakeTable.svelte";
import { serve } from "../testing/server";
import { cardsGame, editionOf, nowOf, tilesGame } from "../testing/views";
import TextMode from "../text/TextMode.svelte";
import { FAMILIES, familyOf } from "./family";

const HOUSE = editionOf({ game: "our-cards", name: "Our cards", house_rule: "{}", about: "Ours." });
const ourCards = () => cardsGame({ game: "our-cards" });

describe("a house rule belongs to the family of its view, whatever it is called", () => {
  test("by the shape of the view", () => {
    expect(familyOf(ourCards()).key).toBe("cards");
    expect(familyOf(tilesGame({ game: "cards" })).key).toBe("placement");
  });

  test("it is played with cards", async () => {
    serve({ "/api/tables/t1/story": { events: [] } });
    const game = ourCards();
    render(familyOf(game).Play, { table: new FakeTable({ game, edition: HOUSE }) });
    expect(await screen.findByRole("button", { name: "New set" })).toBeInTheDocument();
    expect(screen.queryByRole("grid")).not.toBeInTheDocument();
  });

  test("its help has the rules and the keys of the card game", () => {
    render(Help, { open: true, edition: { ...HOUSE, family: "cards" } });
    expect(screen.getByRole("dialog", { name: "Rules: Our cards" })).toBeInTheDocument();
    expect(screen.getByText("Ours.")).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: "Sets" })).toBeInTheDocument();
    expect(screen.getByText("start a new set with the chosen cards")).toBeInTheDocument();
    expect(screen.queryByText("trade")).not.toBeInTheDocument();
  });

  test("its scores are Qwirkles", () => {
    const ended = { at: 0, how: "finished", places: [1, 2], scores: [2, 1], winners: [0] } as const;
    const now = nowOf({ phase: "ended", turn: null, ended });
    render(Result, { table: new FakeTable({ game: ourCards(), edition: HOUSE, now }) });
    expect(screen.getAllByRole("listitem")[0]).toHaveTextContent("2 Qwirkles");
  });

  test("by typing, too", async () => {
    const table = new FakeTable({ game: ourCards(), edition: HOUSE });
    const { narrator, text } = familyOf(ourCards());
    render(TextMode, { table, narrator, text: await text() });
    expect(screen.getByRole("log", { name: "Game log" })).toHaveTextContent("6 cards in your hand");
    await userEvent.click(screen.getByRole("button", { name: "Score" }));
    expect(screen.getByRole("log", { name: "Game log" })).toHaveTextContent("You: 1 Qwirkle.");
  });
});

test("both families have all parts", async () => {
  for (const family of Object.values(FAMILIES)) {
    expect(family.keys.length).toBeGreaterThan(5);
    expect(await family.lesson()).toBeTypeOf("function");
    expect((await family.text()).Player).toBeTypeOf("function");
  }
});
