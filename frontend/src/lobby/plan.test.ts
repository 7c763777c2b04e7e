import { expect, test } from "vitest";
import { awaited, clockName, nameless, planned } from "./plan";

const here = { who: "here", name: " Ann " };
const friend = { who: "person", name: "" };
const bot = { who: "level:3", name: "" };

test("seats are planned as the server wants them", () => {
  expect(planned([here, friend, { who: "open", name: "" }, bot])).toEqual([
    { kind: "person", name: "Ann" },
    { kind: "person" },
    { kind: "open" },
    { kind: "bot", bot: "level:3" },
  ]);
});

test("a table without anybody to come can start at once", () => {
  expect(awaited([here, bot])).toBe(false);
  expect(awaited([here, friend])).toBe(true);
});

test("whoever plays here needs a name", () => {
  expect(nameless([here, bot])).toBe(-1);
  expect(nameless([here, { who: "here", name: " " }])).toBe(1);
});

test("clocks have names", () => {
  expect(clockName(null)).toBe("No clock");
  expect(clockName({ per: "turn", ms: 30_000 })).toBe("30 seconds per turn");
  expect(clockName({ per: "game", ms: 600_000, added_ms: 10_000 })).toBe(
    "10 minutes for the game, plus 10 seconds per turn",
  );
});
