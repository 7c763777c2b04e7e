import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { beforeEach, describe, expect, test } from "vitest";
import { go } from "../router.svelte";
import { settings } from "../settings/settings.svelte";
import { type Request, serve } from "../testing/server";
import LittleBoard from "../ui/LittleBoard.svelte";
import { GAME_CODES } from "../words/games";
import NewTable from "./NewTable.svelte";

const mini = {
  game: "mini",
  name: "",
  about: "",
  faces: "colour",
  fewest_players: 2,
  most_players: 4,
  options: [{ name: "handed-out", choices: ["when-drawn", "at-start"] }],
};
let requests: readonly Request[] = [];
const opened = () =>
  requests.find(({ path, method }) => path === "/api/tables" && method === "POST");
const settled = async () => {
  await new Promise((resolve) => setTimeout(resolve));
  await tick();
};

beforeEach(() => {
  settings.name = "";
  requests = serve({
    "/api/tables": { table: "t9" },
    "/api/offers": { games: [mini], bounds: { name: 24 } },
    "/api/boards": { squares: null },
  });
});

describe("a new table", () => {
  test("with friends: whoever opens it needs a name", async () => {
    go("/new");
    render(NewTable, { what: "" });
    await userEvent.click(screen.getByRole("button", { name: "Open the table" }));
    expect(screen.getByRole("alert")).toBeInTheDocument();
    expect(screen.getByRole("textbox", { name: "Your name" })).toHaveFocus();
    expect(opened()).toBeUndefined();
    await userEvent.type(screen.getByRole("textbox", { name: "Your name" }), "Ann");
    await userEvent.click(screen.getByRole("button", { name: "Open the table" }));
    await settled();
    expect(opened()?.body).toMatchObject({
      table: { seats: [{ kind: "person", name: "Ann" }, { kind: "person" }], hints: true },
    });
    expect(location.pathname).toBe("/t/t9");
    expect(settings.name).toBe("Ann");
  });

  test("around one device starts at once", async () => {
    go("/new#device");
    render(NewTable, { what: "" });
    await userEvent.type(screen.getByRole("textbox", { name: "Your name" }), "Ann");
    await userEvent.type(screen.getByRole("textbox", { name: "Name for seat 2" }), "Ben");
    await userEvent.click(screen.getByRole("button", { name: "Start the game" }));
    await settled();
    expect(requests.at(-1)).toMatchObject({
      path: "/api/tables",
      body: { table: { start: true } },
    });
    go("/");
  });

  test("has up to four seats, for bots too", async () => {
    go("/new");
    render(NewTable, { what: "" });
    await userEvent.click(screen.getByRole("button", { name: "Add a seat" }));
    await userEvent.click(screen.getByRole("button", { name: "Add a seat" }));
    expect(screen.queryByRole("button", { name: "Add a seat" })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Remove seat 4" }));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Seat 3" }), "level:2");
    await userEvent.type(screen.getByRole("textbox", { name: "Your name" }), "Ann");
    await userEvent.click(screen.getByRole("button", { name: "Open the table" }));
    await settled();
    expect(opened()?.body).toMatchObject({
      table: { seats: [{ name: "Ann" }, { kind: "person" }, { kind: "bot", bot: "level:2" }] },
    });
  });

  test("has the options of its game, and a clock", async () => {
    go("/new");
    render(NewTable, { what: "" });
    await userEvent.type(screen.getByRole("textbox", { name: "Your name" }), "Ann");
    await userEvent.click(screen.getByRole("radio", { name: /^Mini-expansions/ }));
    await userEvent.click(await screen.findByRole("radio", { name: "From the start" }));
    await userEvent.selectOptions(
      screen.getByRole("combobox", { name: "Clock" }),
      "30 seconds per turn",
    );
    await userEvent.click(screen.getByRole("button", { name: "Open the table" }));
    await settled();
    expect(opened()?.body).toMatchObject({
      table: {
        game: "mini",
        options: { "handed-out": "at-start" },
        clock: { per: "turn", ms: 30_000 },
      },
    });
    settings.game = "classic";
  });
});

test("a rated table has no hints, and says what it needs", async () => {
  go("/new");
  render(NewTable, { what: "" });
  await userEvent.type(screen.getByRole("textbox", { name: "Your name" }), "Ann");
  await userEvent.click(screen.getByRole("radio", { name: "Rated" }));
  expect(await screen.findByText(/You’re not signed in/)).toBeInTheDocument();
  expect(screen.queryByRole("group", { name: "Hints" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Open the table" }));
  await settled();
  expect(opened()?.body).toMatchObject({ table: { hints: false } });
});

test("around one device there is no rating", () => {
  go("/new#device");
  render(NewTable, { what: "" });
  expect(screen.queryByRole("radio", { name: "Rated" })).not.toBeInTheDocument();
  go("/");
});

test("every game has a picture of its own", () => {
  const drawn = GAME_CODES.map((game) => {
    const { container, unmount } = render(LittleBoard, { game });
    const picture = container.innerHTML;
    unmount();
    return picture;
  });
  expect(new Set(drawn).size).toBe(GAME_CODES.length);
  for (const picture of drawn) expect(picture).toContain("<svg");
});
