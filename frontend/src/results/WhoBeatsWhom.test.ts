import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { PersonStatistics } from "../api/types";
import { Problem, serve } from "../testing/server";
import WhoBeatsWhom from "./WhoBeatsWhom.svelte";

type Totals = PersonStatistics["games"][number];
type Head = PersonStatistics["opponents"][number]["games"][number];

function totalsOf(game: string, more: Partial<Totals> = {}): Totals {
  return {
    game,
    games: 4,
    won: 2,
    tied: 1,
    score: 402,
    best_score: 140,
    best_turn: 24,
    most_qwirkles: 3,
    biggest_win: 40,
    luck: { games: 2, sum: -9 },
    ...more,
  };
}

function headOf(game: string, more: Partial<Head> = {}): Head {
  return {
    game,
    games: 4,
    won: 2,
    lost: 1,
    margins: { games: 2, sum: 25, biggest_win: 40, biggest_loss: 15 },
    luck: { games: 1, sum: 3.25 },
    last_at: 7,
    ...more,
  };
}

const nothing = { games: 0, sum: 0 };
const ANN: PersonStatistics = {
  who: "account",
  name: "Ann",
  games: [totalsOf("cards", { games: 1, won: 1, tied: 0 }), totalsOf("classic")],
  opponents: [
    {
      key: "o",
      kind: "bot",
      name: "Otter",
      bot: "level:4",
      games: [headOf("cards", { games: 1, won: 1, lost: 0 })],
    },
    { key: "b", kind: "account", name: "Ben", bot: "", games: [headOf("classic")] },
  ],
};
const GUEST: PersonStatistics = {
  who: "device",
  name: "",
  games: [totalsOf("classic", { games: 1, won: 0, tied: 0, luck: nothing, biggest_win: null })],
  opponents: [],
};

const opponents = () => screen.getByRole("region", { name: "Opponents" });

test("the game played most is shown first, with everybody who was met there", async () => {
  serve({ "/api/statistics": { people: [ANN] } });
  render(WhoBeatsWhom, { what: "" });
  const sums = await screen.findByRole("region", { name: "Ann" });
  expect(sums).toHaveTextContent(/Games won\s*2 of 4/);
  expect(sums).toHaveTextContent(/Average score\s*100.5/);
  expect(sums).toHaveTextContent(/Best turn\s*24/);
  expect(sums).toHaveTextContent(/Luck per game\s*−4.5/);
  const [ben, ...others] = within(opponents()).getAllByRole("listitem");
  expect(others).toEqual([]);
  expect(ben).toHaveTextContent(/Ben.*2 won, 1 lost, 1 tied/s);
  expect(ben).toHaveTextContent(/Average margin\s*\+12.5/);
  expect(ben).toHaveTextContent(/Biggest loss\s*−15/);
  expect(ben).toHaveTextContent(/Luck compared with theirs\s*\+3.3/);
  expect(screen.queryByRole("combobox", { name: "Player" })).not.toBeInTheDocument();
});

test("over all games wins add up, and points do not", async () => {
  serve({ "/api/statistics": { people: [ANN] } });
  render(WhoBeatsWhom, { what: "" });
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Game" }), "All games");
  expect(screen.getByRole("region", { name: "Ann" })).toHaveTextContent(/Games won\s*3 of 5/);
  expect(within(opponents()).getAllByRole("listitem")).toHaveLength(2);
  expect(screen.queryByText("Average margin")).not.toBeInTheDocument();
  expect(screen.queryByText("Best turn")).not.toBeInTheDocument();
});

test("somebody else at this device has statistics of their own", async () => {
  serve({ "/api/statistics": { people: [ANN, GUEST] } });
  render(WhoBeatsWhom, { what: "" });
  const player = await screen.findByRole("combobox", { name: "Player" });
  await userEvent.selectOptions(player, "Guest on this device");
  const sums = screen.getByRole("region", { name: "Guest on this device" });
  expect(sums).toHaveTextContent(/Games won\s*0 of 1/);
  expect(sums).not.toHaveTextContent("Biggest win");
  expect(sums).not.toHaveTextContent("Luck");
});

test("all games can be downloaded", async () => {
  serve({ "/api/statistics": { people: [ANN] } });
  render(WhoBeatsWhom, { what: "" });
  const link = await screen.findByRole("link", { name: "Download all games (CSV)" });
  expect(link).toHaveAttribute("href", "/api/statistics/games.csv");
});

test("without a game, and without an answer, it says so", async () => {
  serve({ "/api/statistics": { people: [] } });
  const { unmount } = render(WhoBeatsWhom, { what: "" });
  expect(await screen.findByText(/Finish a game and it appears here/)).toBeInTheDocument();
  unmount();
  serve({ "/api/statistics": new Problem("too-often", 429) });
  render(WhoBeatsWhom, { what: "" });
  expect(await screen.findByRole("alert")).toHaveTextContent("Wait a moment");
});
