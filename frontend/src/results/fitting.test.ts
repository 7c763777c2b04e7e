import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { settings } from "../settings/settings.svelte";
import Opponents from "../start/Opponents.svelte";
import { serve } from "../testing/server";
import { animalOf, around, botName, FITTING } from "../words/bots";

const FITS = { bot: "level:4.3", level: 4.3, low: 3.6, high: 5, games: 7 };

afterEach(() => {
  settings.opponent = "level:1";
});

test("a bot between two levels has the name and the animal of the nearer one", () => {
  expect(around("level:4.3")).toEqual(["level:4", "level:5"]);
  expect(around("level:4")).toBeUndefined();
  expect([botName("level:4.3"), botName("level:4.6")]).toEqual(["Otter", "Hedgehog"]);
  expect(animalOf("level:7.6")).toBe("octopus");
});

test("the opponent that fits is chosen like any other, and says where it stands", async () => {
  const requests = serve({ "/api/statistics/opponent": FITS });
  render(Opponents, { bot: "level:1", game: "select" });
  await userEvent.click(screen.getByRole("radio", { name: "One that fits you" }));
  expect(await screen.findByText(/After 7 games: between Otter and Hedgehog\./)).toBeVisible();
  expect(requests.map(({ path }) => path)).toEqual(["/api/statistics/opponent?game=select"]);
});

test("before the first game nothing is said about it", async () => {
  serve({ "/api/statistics/opponent": { ...FITS, bot: "level:4", level: 4, games: 0 } });
  render(Opponents, { bot: FITTING, game: "classic" });
  expect(await screen.findByText(/until you win about half of them\.\s*$/)).toBeVisible();
});
