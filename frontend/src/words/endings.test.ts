import { expect, test } from "vitest";
import type { Ended, Game, Now } from "../api/types";
import { howItEnded, winnersText } from "./endings";
import { listed } from "./lists";

const seats = ["Ann", "Ben", "Cem"].map((name) => ({ kind: "person", name, bot: "", out: null }));
const ended = (how: string, winners: number[], scores = [3, 2, 1]) =>
  ({ how, winners, scores }) as unknown as Ended;

function now(how: string, out: (string | null)[] = []): Now {
  const shown = seats.map((seat, number) => ({ ...seat, out: out[number] ?? null }));
  return { seats: shown, ended: ended(how, [0]) } as unknown as Now;
}

const over = (ending: string) => ({ result: { ending }, last: { seat: 1 } }) as unknown as Game;

test("how it ended follows from the rules, or from the table", () => {
  expect(howItEnded(now("finished"), over("went-out"))).toBe("Ben played the last tile.");
  expect(howItEnded(now("finished"), over("last-round"))).toContain("deck");
  expect(howItEnded(now("finished"), over("of-a-later-version"))).toBe("The game is over.");
  expect(howItEnded(now("resigned", [null, "resigned"]), over(""))).toBe("Ben gave up.");
  expect(howItEnded(now("resigned", [null, "time"]), null)).toBe("Ben ran out of time.");
  expect(howItEnded(now("resigned", [null, "time", "missed"]), null)).toContain("others");
  expect(howItEnded(now("agreed"), null)).toContain("agreed");
  expect(howItEnded(now("closed"), null)).toContain("closed");
});

test("the reader is addressed as “you”, but not on a device that people share", () => {
  expect(howItEnded(now("finished"), over("went-out"), [1])).toBe("You played the last tile.");
  expect(howItEnded(now("finished"), over("went-out"), [0, 1])).toBe("Ben played the last tile.");
  expect(howItEnded(now("resigned", [null, "time"]), null, [1])).toBe("You ran out of time.");
  expect(winnersText(ended("finished", [0, 2]), now("finished"), [2])).toBe(
    "You share the win with Ann",
  );
});

test("who has won", () => {
  expect(winnersText(ended("finished", [0]), now("finished"), [0])).toBe("You win!");
  expect(winnersText(ended("finished", [0]), now("finished"), [])).toBe("Ann wins");
  expect(winnersText(ended("finished", [0]), now("finished"), [0, 1])).toBe("Ann wins");
  expect(winnersText(ended("finished", [0, 2]), now("finished"), [1])).toBe(
    "Ann and Cem share the win",
  );
  expect(winnersText(ended("finished", [0, 1, 2]), now("finished"), [1])).toContain("tie");
  expect(winnersText(ended("agreed", []), now("agreed"), [1])).toBe("Nobody wins");
  expect(winnersText(ended("closed", [], []), now("closed"), [])).toBe("No game");
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
});
