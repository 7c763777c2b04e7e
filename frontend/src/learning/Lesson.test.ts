import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { expect, test } from "vitest";
import type { Turn } from "../api/types";
import { Problem, type Request, serve } from "../testing/server";
import { cardsGame, previewOf, tilesGame } from "../testing/views";
import Lesson from "./Lesson.svelte";

const settled = async () => {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await tick();
  }
};

function tried({ body }: Request): unknown {
  const { turn } = body as { turn: Turn };
  const trade = (turn.trade ?? []) as readonly string[];
  const legal = trade.length > 0;
  return { preview: previewOf({ legal }), done: legal, say: legal ? "classic.trade.done" : "" };
}

test("a step is done on a real table, and the next one follows", async () => {
  const step = {
    step: "classic.trade",
    game: { ...tilesGame(), hand: ["Rd", "Gb"] },
    texts: {
      "classic.trade": "Instead of placing tiles, you can trade.",
      "classic.trade.done": "You get new tiles.",
    },
    params: {},
  };
  serve({
    "/api/lessons/classic/0": tried,
    "/api/lessons/classic": { game: "classic", steps: [step] },
    "/api/offers": { games: [] },
  });
  render(Lesson, { what: "classic" });
  expect(await screen.findByText(/^Instead of placing tiles/)).toBeInTheDocument();
  await settled();
  await userEvent.keyboard("t1");
  await settled();
  await userEvent.click(screen.getByRole("button", { name: "Trade 1 tile" }));
  await settled();
  expect(screen.getByText(/^You get new tiles/)).toBeInTheDocument();
  expect(screen.queryByRole("toolbar", { name: "Your tiles" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(screen.getByRole("button", { name: "Play a first game" })).toBeInTheDocument();
});

test("a lesson of the card game has sets, and arranges nothing by itself", async () => {
  const game = { ...cardsGame(), hand: ["Rx", "Go"] };
  const step = { step: "cards.add", game, texts: {}, params: {} };
  serve({
    "/api/lessons/cards/0": tried,
    "/api/lessons/cards": { game: "cards", steps: [step] },
    "/api/offers": { games: [] },
  });
  render(Lesson, { what: "cards" });
  expect(await screen.findByRole("group", { name: /^Set 1: red cards/ })).toBeInTheDocument();
  expect(screen.getByRole("region", { name: "Your hand, 2 cards" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Arrange" })).not.toBeInTheDocument();
});

test("without the lesson there are still the rules", async () => {
  serve({ "/api/lessons": new Problem("internal", 500) });
  render(Lesson, { what: "classic" });
  expect(await screen.findByRole("alert")).toHaveTextContent("Something went wrong on the server.");
  expect(screen.getByRole("link", { name: "Read the rules" })).toHaveAttribute(
    "href",
    "/rules/classic",
  );
});
