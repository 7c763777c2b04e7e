import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { settings } from "../settings/settings.svelte";
import { FakeTable } from "../testing/fakeTable.svelte";
import { botOf, nowOf, seatOf } from "../testing/views";
import AskName from "./AskName.svelte";

const seatedAs = (name: string) =>
  new FakeTable({ now: nowOf({ phase: "ended", turn: null, seats: [seatOf(name), botOf(4)] }) });
const question = () => screen.queryByRole("form", { name: "What should the others call you?" });

beforeEach(() => Object.assign(settings, { name: "", animal: "", asked: false }));

test("a guest is asked for a name after a game, and it is kept", async () => {
  render(AskName, { table: seatedAs("Guest") });
  await userEvent.type(screen.getByRole("textbox", { name: "Your name" }), " Ann ");
  await userEvent.click(screen.getByRole("radio", { name: "Koala" }));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(settings).toMatchObject({ name: "Ann", animal: "koala", asked: true });
  expect(question()).not.toBeInTheDocument();
  expect(screen.getByRole("status")).toHaveTextContent("Nice to meet you, Ann!");
});

test("only once: neither a refusal nor leaving leads to another question", async () => {
  const first = render(AskName, { table: seatedAs("Guest") });
  expect(question()).toBeInTheDocument();
  first.unmount();
  expect(settings.asked).toBe(true);
  settings.asked = false;
  render(AskName, { table: seatedAs("Guest") });
  await userEvent.click(screen.getByRole("button", { name: "Not now" }));
  expect(question()).not.toBeInTheDocument();
  expect(settings.name).toBe("");
});

test("nobody is asked who has a name, watches, or shares the device", () => {
  render(AskName, { table: seatedAs("Ann") });
  const seats = [seatOf("Guest"), seatOf("Ben")];
  const now = nowOf({ phase: "ended", turn: null, seats });
  for (const own of [[], [0, 1]])
    render(AskName, { table: new FakeTable({ now, you: { seats: own, host: true, hands: [] } }) });
  expect(question()).not.toBeInTheDocument();
});
