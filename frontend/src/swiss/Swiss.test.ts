import { render, screen, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Tournament } from "../api/types";
import { go } from "../router.svelte";
import { settings } from "../settings/settings.svelte";
import { type Request, serve } from "../testing/server";
import Swiss from "./Swiss.svelte";

type Player = Tournament["players"][number];

function playerOf(name: string, place = 1, more: Partial<Player> = {}): Player {
  return {
    id: `id of ${name}`,
    name,
    face: "",
    account: false,
    withdrawn: false,
    removable: false,
    place,
    points: 0,
    buchholz: 0,
    margin: 0,
    ...more,
  };
}

function tournamentOf(more: Partial<Tournament> = {}): Tournament {
  return {
    tournament: "s1",
    phase: "lobby",
    game: "classic",
    clock: null,
    hints: false,
    planned: 0,
    players: ["Ann", "Ben", "Cem"].map((name) => playerOf(name)),
    rounds: [],
    ready: false,
    you: [0],
    host: true,
    ...more,
  };
}

const waiting = {
  players: [1, 0],
  table: "t1",
  state: "waiting",
  points: null,
  forfeit: false,
} as const;

const playing = (more: Partial<Tournament> = {}) =>
  tournamentOf({
    phase: "playing",
    planned: 3,
    players: [
      playerOf("Ann", 2, { points: 0.5, buchholz: 1, margin: -4 }),
      playerOf("Ben", 3),
      playerOf("Cem", 1, { points: 1 }),
    ],
    rounds: [{ draws: [waiting], bye: 2 }],
    ...more,
  });

beforeEach(() => {
  go("/swiss");
  settings.name = "Ann";
});

test("a tournament is opened with a name, a game and a clock", async () => {
  const requests = serve({ "/api/swiss": { tournament: "s1" }, "/api/offers": { games: [] } });
  render(Swiss, { what: "" });
  await userEvent.click(screen.getByRole("button", { name: "Open the tournament" }));
  await new Promise((resolve) => setTimeout(resolve));
  const opened = requests.find(({ method }) => method === "POST");
  expect(opened?.body).toMatchObject({ name: "Ann", terms: { clock: null } });
  expect(location.pathname).toBe("/swiss/s1");
});

const INVITATION = { "/api/swiss/s1/invitation": { link: "http://127.0.0.1:8000/swiss/s1" } };

test("it is joined by a link and a picture of it, and says if nobody else can open them", async () => {
  serve({
    ...INVITATION,
    "/api/swiss/s1": tournamentOf(),
    "/api/network": { can_open: false, address: null },
  });
  render(Swiss, { what: "s1" });
  expect(await screen.findByRole("textbox", { name: "Link to the tournament" })).toHaveValue(
    "http://127.0.0.1:8000/swiss/s1",
  );
  expect(screen.getByRole("img", { name: /QR code/ })).toHaveAttribute(
    "src",
    "/api/swiss/s1/invitation.svg?0",
  );
  expect(screen.getByRole("note")).toHaveTextContent("Only this computer can open this link.");
});

test("guests join with a name, and the host begins", async () => {
  let state = tournamentOf({ you: [], host: false });
  const dee = playerOf("Dee", 1, { removable: true });
  const requests = serve({
    ...INVITATION,
    "/api/swiss/s1/commands": (_: Request) => {
      state = tournamentOf({ players: [...state.players, dee], you: [3], host: false });
      return state;
    },
    "/api/swiss/s1": () => state,
  });
  render(Swiss, { what: "s1" });
  const name = await screen.findByRole("textbox", { name: "Your name" });
  await userEvent.clear(name);
  await userEvent.type(name, "Dee");
  await userEvent.click(screen.getByRole("button", { name: "Take a seat" }));
  expect(await screen.findByText("The host begins the tournament.")).toBeInTheDocument();
  expect(requests.at(-1)?.body).toMatchObject({ command: { do: "join", name: "Dee" } });
  expect(screen.getByRole("button", { name: "Leave the tournament" })).toBeInTheDocument();
});

test("the host chooses the number of rounds", async () => {
  const requests = serve({ ...INVITATION, "/api/swiss/s1": (_: Request) => tournamentOf() });
  render(Swiss, { what: "s1" });
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: "Rounds" }), "2");
  await userEvent.click(screen.getByRole("button", { name: "Begin the tournament" }));
  const begun = requests.find(({ path }) => path.endsWith("/commands"));
  expect(begun?.body).toMatchObject({ command: { do: "begin", rounds: 2 } });
});

test("one tap leads to one’s own game", async () => {
  const requests = serve({ "/api/swiss/s1": playing(), "/api/tables/t1/commands": {} });
  render(Swiss, { what: "s1" });
  const round = await screen.findByRole("region", { name: "Round 1" });
  expect(round).toHaveTextContent("Cem has no opponent in this round");
  await userEvent.click(within(round).getByRole("button", { name: "Go to your game" }));
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests.at(-1)?.body).toMatchObject({ command: { do: "sit", name: "" } });
  expect(location.pathname).toBe("/t/t1");
});

test("the standings are a table in the order of places", async () => {
  serve({ "/api/swiss/s1": playing() });
  render(Swiss, { what: "s1" });
  const [, ...rows] = within(await screen.findByRole("table")).getAllByRole("row");
  const cells = rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim()));
  expect(cells).toEqual([
    ["1.", "Cem", "1", "0", "0"],
    ["2.", "Ann", "0.5", "1", "−4"],
    ["3.", "Ben", "0", "0", "0"],
  ]);
});

test("when all games are over anybody begins the next round", async () => {
  const over = {
    players: [1, 0],
    table: "t1",
    state: "over",
    points: [0, 1],
    forfeit: false,
  } as const;
  const ready = playing({ ready: true, host: false, rounds: [{ draws: [over], bye: 2 }] });
  const requests = serve({ "/api/swiss/s1": () => ready });
  render(Swiss, { what: "s1" });
  await userEvent.click(await screen.findByRole("button", { name: "Begin round 2" }));
  expect(requests.at(-1)?.body).toMatchObject({ command: { do: "next", round: 1 } });
  expect(screen.getByRole("link", { name: "Look at the game" })).toHaveAttribute("href", "/t/t1");
});

test("people are removed by their id, each command with an id of its own", async () => {
  const players = ["Ann", "Ben", "Cem"].map((name) =>
    playerOf(name, 1, { removable: name !== "Cem" }),
  );
  const requests = serve({
    ...INVITATION,
    "/api/swiss/s1": (_: Request) => tournamentOf({ players }),
  });
  render(Swiss, { what: "s1" });
  await userEvent.click(await screen.findByRole("button", { name: "Remove Ben" }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove Ben" }));
  const [first, second] = requests
    .filter(({ method }) => method === "POST")
    .map(({ body }) => body);
  expect(first).toMatchObject({ command: { do: "leave", player: "id of Ben" } });
  expect(first).not.toEqual(second);
  expect(screen.queryByRole("button", { name: "Remove Cem" })).toBeNull();
});

test("during a round only those can be removed for whom a game has waited", async () => {
  const players = ["Ann", "Ben", "Cem"].map((name) =>
    playerOf(name, 1, { removable: name !== "Ben" }),
  );
  const over = { ...waiting, state: "over", points: [0, 1], forfeit: true } as const;
  serve({ "/api/swiss/s1": playing({ players, rounds: [{ draws: [over], bye: 2 }] }) });
  render(Swiss, { what: "s1" });
  await userEvent.click(await screen.findByText("Someone can’t go on?"));
  expect(screen.getByRole("button", { name: "Leave the tournament" })).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Remove Cem" })).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Remove Ben" })).toBeNull();
  expect(screen.getByText("0 : 1 without a game")).toBeInTheDocument();
});

test("at the end the winner is named, and a wrong address says so", async () => {
  serve({ "/api/swiss/s1": playing({ phase: "over" }) });
  const { unmount } = render(Swiss, { what: "s1" });
  expect(await screen.findByText("Cem wins the tournament!")).toBeInTheDocument();
  unmount();
  serve({});
  render(Swiss, { what: "s2" });
  expect(await screen.findByRole("alert")).toBeInTheDocument();
});
