import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { flushSync, tick } from "svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import { GameHistory } from "../replay/gameHistory.svelte";
import { amend } from "../router.svelte";
import { FakeTable } from "../testing/fakeTable.svelte";
import { EVENTS, reviewOf, STORY, stateOf, turnOf } from "../testing/reviews";
import { Problem, serve } from "../testing/server";
import { nowOf, previewOf } from "../testing/views";
import Review from "./Review.svelte";

afterEach(() => amend("/"));

async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
    await tick();
  }
  flushSync();
}

async function reviewed(
  hash = "#review",
  answer: unknown = stateOf(),
  more = {},
  story: unknown = STORY,
) {
  const requests = serve({
    ...more,
    "/api/tables/t1/review": answer,
    "/api/tables/t1/story": story,
  });
  amend(`/t/t1${hash}`);
  const now = nowOf({ phase: "ended", turn: null });
  const table = new FakeTable({ now });
  const history = new GameHistory(table);
  await history.load();
  render(Review, { table, history });
  await settled();
  return requests;
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const at = () => screen.getByRole("slider", { name: "Position in the game" });

describe("a review", () => {
  test("has three numbers for each player, with the level they play like", async () => {
    await reviewed();
    const numbers = screen.getByRole("region", { name: "How well did everyone play?" });
    const [ann, ben] = within(numbers)
      .getAllByRole("heading", { level: 3 })
      .map((heading) => heading.closest("li"));
    expect(ann).toHaveTextContent("Accuracy 81.2 plays like Hedgehog, level 4 to 6");
    expect(ann).toHaveTextContent("Luck +3.5 points");
    expect(ann).toHaveTextContent("Score without luck −1.5 points instead of 2");
    expect(
      screen.getByText("Without luck it would be too close to call, give or take 15 points."),
    ).toBeInTheDocument();
    expect(ben).toHaveTextContent("nothing to decide");
  });

  test("begins with one sentence, and with the turns that can be played better at once", async () => {
    await reviewed();
    const summary = screen.getByText("You won, although Ben was luckier.");
    const moments = screen.getByRole("region", { name: "What could you have played better?" });
    expect(moments).toHaveTextContent("None of your turns lost much. Well played!");
    const order = [summary, moments, at(), screen.getByRole("heading", { name: "Turning points" })];
    for (const [place, element] of order.slice(1).entries())
      expect(order[place]?.compareDocumentPosition(element)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    const last = screen.getByRole("switch", { name: "As if all hands had been open" });
    expect(at().compareDocumentPosition(last)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test("offers the reader's own turns that lost most, the three worst in the order of the game", async () => {
    const { best } = reviewOf().turns[1] ?? turnOf();
    const lost = [5, 2.5, 7, 9];
    const turns = lost.map((points, number) =>
      turnOf({ number: number + 1, mark: "costly", best, lost: points }),
    );
    const [start, first] = EVENTS;
    const played = lost.map((_, x) => ({
      ...first,
      seq: x + 2,
      board: { add: [[x, 0, "Ro"]], remove: [] },
    }));
    const events = [start, ...played];
    const hands = events.map(() => [["Ro"], ["Rs"]]);
    const previews = { "/api/tables/t1/review/": previewOf() };
    await reviewed("#review", stateOf({ review: reviewOf({ turns }) }), previews, {
      events,
      hands,
    });
    const moments = screen.getByRole("region", { name: "What could you have played better?" });
    const links = within(moments).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/t/t1#review=1&try",
      "/t/t1#review=3&try",
      "/t/t1#review=4&try",
    ]);
    expect(links[1]).toHaveAccessibleName(/^Turn 3 .*Mistake.*lost 7 points.*Play it better$/);
    await press("Learn from this game: 4 turns");
    await settled();
    expect(screen.getByText("1 of 4")).toBeInTheDocument();
  });

  test("shows what changed the chances, in figures that add up", async () => {
    await reviewed();
    const rows = within(
      screen.getByRole("table", { name: "What changed the chances" }),
    ).getAllByRole("row");
    expect(rows.map((row) => row.textContent?.replaceAll(/\s+/g, " ").trim())).toEqual([
      "Ann",
      "Before the first turn50%",
      "Own turns−12%",
      "Own draws+9%",
      "Turns of the others+10%",
      "Draws of the others+13%",
      "At the end70%",
    ]);
  });

  test("says the chances at the moment under the board", async () => {
    await reviewed("#review=1");
    expect(screen.getByText("Ann: 45% · Ben: 55%")).toBeInTheDocument();
  });

  test("says the chances and the luck as a table, too", async () => {
    await reviewed();
    expect(
      screen.getByRole("img", { name: /Ann: at first 50%, at least 45%, at most 70%/ }),
    ).toBeInTheDocument();
    const rows = screen.getAllByRole("row", { hidden: true });
    expect(rows.some((row) => row.textContent?.replaceAll(/\s+/g, " ").includes("2 70%"))).toBe(
      false,
    );
    expect(rows.at(-1)?.textContent).toMatch(/70%30%\s*Ben −1.5/);
  });

  test("shows turning points with the better turn in ghost tiles", async () => {
    await reviewed();
    const [point] = within(screen.getByRole("region", { name: "Turning points" })).getAllByRole(
      "button",
    );
    expect(point).toHaveTextContent(/Turn 2: Ben/);
    expect(point).toHaveAccessibleName(
      /Mistake.*Chance of winning: −21%.*A better turn was possible.*lost 2.1 points/,
    );
    await userEvent.click(point as Element);
    await settled();
    expect(location.hash).toBe("#review=2");
    expect(document.querySelectorAll(".ghost")).toHaveLength(2);
    await press("Show what was played");
    expect(document.querySelectorAll(".ghost")).toHaveLength(0);
  });

  test("goes through all turns by keys, with marks in words", async () => {
    await reviewed("#review=0");
    const moves = screen.getByRole("list", { name: "Moves" });
    expect(within(moves).getByRole("button", { name: /Ben played.*Mistake/ })).toBeInTheDocument();
    await fireEvent.keyDown(moves, { key: "ArrowRight" });
    expect(at()).toHaveAttribute("aria-valuetext", expect.stringMatching(/^1 of 2\. .*Best\.$/));
    await fireEvent.keyDown(moves, { key: "End" });
    expect(at()).toHaveValue("2");
    await waitFor(() =>
      expect(screen.getByRole("log")).toHaveTextContent(/Ben played .* Mistake\. This lost 2.1/),
    );
    expect(location.hash).toBe("#review=2");
  });

  test("says what a turn lost, why, and what else was possible", async () => {
    await reviewed("#review=2");
    const turn = screen.getByRole("region", { name: "Turn 2: Ben" });
    expect(turn).toHaveTextContent("This lost 2.1 points. Very likely between 1.2 and 3.");
    expect(turn).toHaveTextContent("It scores more.");
    expect(turn).toHaveTextContent(
      "Chance of winning: 55% before this turn, 30% before the next one or at the end.",
    );
    expect(turn).toHaveTextContent(
      "Own turns−21%Own draws+6%Turns of the others0%Draws of the others−10%",
    );
    const [best, played] = within(
      within(turn).getByRole("list", { name: "Possible turns, the best one first" }),
    ).getAllByRole("button");
    expect(best).toHaveAccessibleName(/red cross and red square in row 0.* 3 points, nothing lost/);
    expect(played).toHaveAccessibleName(/^Played, red square .* loses 2.1 points/);
    expect(played).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(best as Element);
    expect(best).toHaveAttribute("aria-pressed", "true");
    expect(document.querySelectorAll(".ghost")).toHaveLength(2);
  });

  test("shows what follows the better turn, in words and on the table", async () => {
    await reviewed("#review=2");
    const turn = screen.getByRole("region", { name: "Turn 2: Ben" });
    expect(turn).toHaveTextContent(
      "In 4 of 10 deals the next player then adds to this line for about 2 points: red circle and red cross.",
    );
    const line = within(turn).getByRole("list", { name: "The turns that follow" });
    const [answer] = within(line).getAllByRole("button");
    expect(answer).toHaveAccessibleName(/^Ann: red starburst .* row 1 2 points$/);
    await userEvent.click(answer as Element);
    expect(answer).toHaveAttribute("aria-pressed", "true");
    expect(document.querySelectorAll(".ghost")).toHaveLength(3);
    await userEvent.click(answer as Element);
    expect(document.querySelectorAll(".ghost")).toHaveLength(0);
  });

  test("can be that of open hands, which is made on its own", async () => {
    const requests = await reviewed();
    await userEvent.click(screen.getByRole("switch", { name: "As if all hands had been open" }));
    await settled();
    expect(location.hash).toBe("#review&open");
    const asked = requests.filter(({ path }) => path === "/api/tables/t1/review");
    expect(asked.map(({ body }) => body)).toEqual([
      { open_hands: false, deep: false },
      { open_hands: true, deep: false },
    ]);
  });
});

describe("a deeper review", () => {
  test("is made on its own when somebody asks for it, and can be left again", async () => {
    const requests = await reviewed();
    await press("Look deeper");
    await settled();
    expect(location.hash).toBe("#review&deep");
    const asked = requests.filter(({ path }) => path === "/api/tables/t1/review");
    expect(asked.map(({ body }) => body)).toEqual([
      { open_hands: false, deep: false },
      { open_hands: false, deep: true },
    ]);
    await press("Back to the quick review");
    expect(location.hash).toBe("#review");
  });

  test("that is still being made is asked for by the same name", async () => {
    const states = [stateOf({ state: "running", review: null }), stateOf()];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const requests = serve({
      "/api/tables/t1/review": () => states.shift(),
      "/api/tables/t1/review?deep=true": () => states.shift(),
      "/api/tables/t1/story": STORY,
    });
    amend("/t/t1#review&deep");
    const table = new FakeTable({ now: nowOf({ phase: "ended" }) });
    const history = new GameHistory(table);
    await history.load();
    render(Review, { table, history });
    await vi.advanceTimersByTimeAsync(710);
    expect(requests.some(({ path }) => path.endsWith("?deep=true"))).toBe(true);
  });
});

describe("a review that is being made", () => {
  test("says how far it is, and comes by itself", async () => {
    const states = [
      stateOf({ state: "waiting", ahead: 2, review: null }),
      stateOf({ state: "running", done: 3, total: 8, review: null }),
      stateOf(),
    ];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    serve({ "/api/tables/t1/review": () => states.shift(), "/api/tables/t1/story": STORY });
    amend("/t/t1#review");
    const table = new FakeTable({ now: nowOf({ phase: "ended" }) });
    const history = new GameHistory(table);
    await history.load();
    render(Review, { table, history });
    await vi.advanceTimersByTimeAsync(10);
    expect(screen.getByText("2 games are reviewed before this one …")).toBeInTheDocument();
    expect(screen.getByRole("log")).toHaveTextContent("The review is being made.");
    await vi.advanceTimersByTimeAsync(700);
    expect(screen.getByText("3 of 8 turns reviewed …")).toBeInTheDocument();
    expect(screen.getByRole("progressbar")).toHaveAttribute("value", "3");
    await vi.advanceTimersByTimeAsync(700);
    expect(screen.getByRole("heading", { name: "Turning points" })).toBeInTheDocument();
    expect(screen.getByRole("log")).toHaveTextContent("The review is ready.");
  });

  test("that is refused says why", async () => {
    await reviewed("#review", new Problem("not-ended"));
    expect(screen.getByRole("alert")).toBeInTheDocument();
  });

  test("with a turn that could not be judged is none", async () => {
    const turns = reviewOf().turns.map((turn) => ({ ...turn, best: null, mark: null }));
    await reviewed("#review", stateOf({ review: { ...reviewOf(), turns } }));
    expect(screen.getByRole("alert")).toHaveTextContent("This game couldn’t be reviewed.");
  });

  test("that failed can be tried again", async () => {
    const states = [stateOf({ state: "failed", review: null }), stateOf()];
    await reviewed("#review", () => states.shift());
    expect(screen.getByRole("alert")).toHaveTextContent("This game couldn’t be reviewed.");
    await press("Try again");
    await settled();
    expect(screen.getByRole("heading", { name: "Turning points" })).toBeInTheDocument();
  });
});

describe("trying another turn", () => {
  const preview = previewOf({ legal: true, points: 3, cells: { Rx: [[1, 0]], Rs: [[1, 0]] } });

  test("plays it at the table of that time, and says how good it is", async () => {
    const { best } = reviewOf().turns[1] ?? turnOf();
    const answer = turnOf({ seat: 1, lost: 0.6, mark: "loose", best });
    const requests = await reviewed("#review=2&try", stateOf(), {
      "/api/tables/t1/review/2/preview": preview,
      "/api/tables/t1/review/2/try": answer,
    });
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Try it yourself: turn 2");
    expect(screen.getByText("This is what Ben saw. What would you play?")).toBeInTheDocument();
    await press(/red cross/);
    await settled();
    const cursor = () => document.querySelector('[role="gridcell"][tabindex="0"]') as Element;
    await fireEvent.keyDown(cursor(), { key: "ArrowRight" });
    await settled();
    expect(cursor()).toHaveAccessibleName("empty, fits here, column 1, row 0");
    await fireEvent.keyDown(cursor(), { key: "Enter" });
    await settled();
    await press(/^Play/);
    await settled();
    const tried = requests.find(({ path }) => path.endsWith("/try"));
    expect(tried?.body).toEqual({ turn: { place: [[1, 0, "Rx"]] }, open_hands: false });
    expect(screen.getByText("This loses 0.6 points.")).toBeInTheDocument();
    expect(
      screen.getByText("Better than the turn that was played, by 1.5 points."),
    ).toBeInTheDocument();
    await press("Try another turn");
    await settled();
    expect(screen.getByText("This is what Ben saw. What would you play?")).toBeInTheDocument();
  });

  test("is left by its address", async () => {
    await reviewed("#review=2&try", stateOf(), { "/api/tables/t1/review/2/preview": preview });
    const back = screen.getByRole("link", { name: "Back to the review" });
    expect(back).toHaveAttribute("href", "/t/t1#review=2");
    expect(EVENTS).toHaveLength(3);
  });
});
