import { fireEvent, render, screen } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { emptyTable } from "../analysis/entered";
import type { CheckedPosition, PhotoReading } from "../api/types";
import { READING } from "../testing/photos";
import { Problem, type Request, serve } from "../testing/server";
import PhotoDialog from "./PhotoDialog.svelte";
import { NoPicture, pictureIn } from "./picture";

vi.mock("./picture", { spy: true });

const NO_BOARD: PhotoReading = {
  ...READING,
  board: [],
  certainty: [],
  second: [],
  outlines: [],
  problems: [{ reason: "no-board", message: "", cells: [], params: {} }],
};
const LINE = { axis: "row", at: 0, tiles: "Rs" };

const settled = async () => {
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve));
    await tick();
    flushSync();
  }
};

const checked = (problems: CheckedPosition["problems"] = []): CheckedPosition => ({
  position: "",
  problems,
  game: null,
  actions: [],
});

async function opened(answers: Record<string, unknown>, game = "classic", printed = false) {
  const requests = serve({ "/api/analysis/check": checked(), ...answers });
  const onuse = vi.fn();
  const entered = { ...emptyTable(game), hand: ["Bo"] };
  render(PhotoDialog, { open: true, entered, printed, onuse });
  await settled();
  return { requests, onuse };
}

async function choose(): Promise<void> {
  const input = document.querySelectorAll<HTMLInputElement>("input[type=file]")[1];
  if (input === undefined) throw new Error("nothing to choose a file with");
  Object.defineProperty(input, "files", { value: [new Blob(["x"])], configurable: true });
  await fireEvent.change(input);
  await settled();
}

const press = async (name: string) => {
  await fireEvent.click(screen.getByRole("button", { name }));
  await settled();
};
const photosOf = (requests: readonly Request[]) =>
  requests.map(({ path }) => path).filter((path) => path.startsWith("/api/photos"));
const outcome = () => screen.getAllByRole("status")[0];

beforeEach(() => {
  vi.mocked(pictureIn).mockImplementation(async () => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1000, 800];
    return { canvas, data: new Blob(["picture"], { type: "image/jpeg" }) };
  });
});

describe("a position from a photo", () => {
  test("is read, corrected where it is uncertain, and used when somebody says so", async () => {
    const { requests, onuse } = await opened({ "/api/photos": READING });
    await choose();
    expect(photosOf(requests)).toEqual(["/api/photos?game=classic&turns=0"]);
    expect(requests.find(({ path }) => path.startsWith("/api/photos"))?.body).toBeInstanceOf(Blob);
    expect(outcome()).toHaveTextContent("3 tiles read, 1 uncertain");
    const doubted = screen.getByRole("option", { selected: true });
    expect(doubted).toHaveAccessibleName("red square at column 1, row 0, uncertain");
    // The second most likely tile comes first.
    await press("red diamond");
    expect(outcome()).toHaveTextContent(/^3 tiles read$/);
    expect(onuse).not.toHaveBeenCalled();
    await press("Use this position");
    expect(onuse).toHaveBeenCalledWith(
      [
        [0, 0, "Ro"],
        [1, 0, "Rd"],
        [2, 0, "Rb"],
      ],
      {},
    );
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  test("loses tiles that are none, and gets them back", async () => {
    await opened({ "/api/photos": READING });
    await choose();
    await press("Remove this tile");
    expect(outcome()).toHaveTextContent(/^2 tiles read$/);
    expect(screen.getByRole("option", { selected: true })).toHaveAccessibleName(/, removed$/);
    await press("red square");
    expect(outcome()).toHaveTextContent(/^3 tiles read$/);
    await press("blue clover, 3 left");
    expect(screen.getByRole("option", { selected: true })).toHaveAccessibleName(/^blue clover at/);
  });

  test("is judged by the rules, next to the tile that is wrong", async () => {
    const wrong = { reason: "line-mixed", message: "", cells: [[1, 0]] as const, params: LINE };
    const hand = { reason: "hand-unknown", message: "", cells: [], params: {} };
    const dark = { reason: "too-dark", message: "", cells: [], params: {} };
    const { requests } = await opened({
      "/api/photos": { ...READING, problems: [dark] },
      "/api/analysis/check": checked([wrong, hand]),
    });
    await choose();
    expect(screen.getByRole("region", { name: /^red square/ })).toHaveTextContent(
      /Tiles in row 0 must all be one colour.*red square/,
    );
    expect(screen.getByText(/The picture is too dark/)).toBeVisible();
    expect(screen.queryByText(/Put the tiles in the hand/)).toBeNull();
    await press("red diamond");
    const body = requests.at(-1)?.body as { parts: { board: unknown } };
    expect(body.parts.board).toContainEqual([1, 0, "Rd"]);
  });

  test("says that tiles are cut off, and marks those it has", async () => {
    const cells = [[0, 0] as const, [3, 0] as const];
    const cut = { reason: "tiles-cut", message: "", cells, params: { count: 2 } };
    await opened({ "/api/photos": { ...READING, problems: [cut] } });
    await choose();
    expect(screen.getByText(/The edge of the photo cuts off 2 tiles/)).toBeVisible();
    expect(document.querySelectorAll("g.wrong")).toHaveLength(1);
  });

  test("of a printed board is turned, with what was corrected", async () => {
    const frame = [
      [0.1, 0.1],
      [0.9, 0.1],
      [0.9, 0.9],
      [0.1, 0.9],
    ] as const;
    const { requests, onuse } = await opened(
      { "/api/photos": { ...READING, frame, options: { board: "cross" } } },
      "connect",
      true,
    );
    await choose();
    await press("red diamond");
    await press("Turn the board");
    expect(photosOf(requests).at(-1)).toBe("/api/photos?game=connect&turns=1");
    await press("Use this position");
    expect(onuse.mock.lastCall?.[0]).toContainEqual([1, 0, "Rd"]);
    expect(onuse.mock.lastCall?.[1]).toEqual({ board: "cross" });
  });

  test("is found with the corners that somebody points out, by keyboard", async () => {
    const answers = [NO_BOARD, READING];
    const { requests } = await opened({ "/api/photos": () => answers.shift() }, "connect", true);
    await choose();
    expect(outcome()).toHaveTextContent(/^The edge of the board wasn’t found/);
    const corner = screen.getByRole("slider", { name: "Upper left corner of the board" });
    expect(corner).toHaveAttribute("aria-valuetext", "10% from the left, 10% from the top");
    await fireEvent.keyDown(corner, { key: "ArrowRight", shiftKey: true });
    await fireEvent.keyDown(corner, { key: "ArrowUp" });
    await settled();
    expect(corner).toHaveAttribute("aria-valuetext", "15% from the left, 10% from the top");
    await press("Read again");
    expect(decodeURIComponent(photosOf(requests).at(-1) ?? "")).toMatch(
      /corners=0\.1500,0\.0950,0\.9000,0\.1000/,
    );
    expect(outcome()).toHaveTextContent("3 tiles read, 1 uncertain");
  });

  test("can be asked for again when the server is busy", async () => {
    const answers = [new Problem("busy", 503), READING];
    await opened({ "/api/photos": () => answers.shift() });
    await choose();
    expect(screen.getByRole("alert")).toBeVisible();
    await press("Try again");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(outcome()).toHaveTextContent("3 tiles read, 1 uncertain");
    await press("Take another");
    expect(screen.getByRole("button", { name: "Choose a photo" })).toBeVisible();
  });

  test("is not asked for with something that is no picture", async () => {
    const { requests } = await opened({ "/api/photos": READING });
    vi.mocked(pictureIn).mockRejectedValue(new NoPicture());
    await choose();
    expect(screen.getByRole("alert")).toHaveTextContent(/^This isn’t a picture/);
    expect(photosOf(requests)).toEqual([]);
    expect(screen.getByRole("button", { name: "Choose a photo" })).toBeVisible();
  });
});
