import { render, screen, waitFor } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import Rules from "./Rules.svelte";

vi.mock("../lobby/boards", async (original) => ({
  ...(await original<typeof import("../lobby/boards")>()),
  squaresOf: async () => null,
}));

test("the contents lead to every heading, and a switch leaves out what is known", async () => {
  render(Rules, { what: "select" });
  screen.getByText("Contents").click();
  const goTo = await screen.findByRole("button", { name: "Stars" });
  goTo.click();
  expect(screen.getByRole("heading", { name: "Stars" })).toHaveFocus();
  expect(screen.queryByRole("heading", { name: "Lines" })).not.toBeNull();
  screen.getByRole("switch", { name: "Only what differs from Classic" }).click();
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Lines" })).toBeNull());
  expect(screen.getByRole("heading", { name: "Stars" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Lines" })).toBeNull();
});

test("games that share nothing with the classic one, and that one itself, have no switch", () => {
  render(Rules, { what: "cards" });
  expect(screen.queryByRole("switch")).toBeNull();
  expect(screen.queryByRole("button", { name: "Print a score sheet" })).toBeNull();
});

test("the score sheet is printed alone", () => {
  const printed = vi.fn(() => document.documentElement.classList.contains("score-sheet-only"));
  vi.stubGlobal("print", printed);
  render(Rules, { what: "classic" });
  screen.getByRole("button", { name: "Print a score sheet" }).click();
  expect(printed).toHaveReturnedWith(true);
  expect(document.documentElement).not.toHaveClass("score-sheet-only");
});
