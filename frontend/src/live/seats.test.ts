import { expect, test } from "vitest";
import type { SeatView, You } from "../api/types";
import { nowOf, seatOf } from "../testing/views";
import { ownPlaying, seatName, shared, timeLeft } from "./seats";

const seat = (more: Partial<SeatView> = {}) => seatOf("Ann", more);
const at = nowOf;

const you = { seats: [0, 1], host: true, hands: [] } as You;

test("a bot is called by its level, and keeps its number", () => {
  expect(seatName(seat({ kind: "bot", bot: "level:4", name: "Otter 2" }))).toBe("Otter 2");
  expect(seatName(seat({ kind: "bot", bot: "greedy", name: "Greedy bot" }))).toBe("Greedy bot");
});

test("the seat to move has time until the deadline, the others have what is left of theirs", () => {
  const now = at({ deadline: 5000, seats: [seat({ left_ms: 9000 }), seat({ left_ms: 7000 })] });
  expect(timeLeft(now, 0, 2000)).toBe(3000);
  expect(timeLeft(now, 0, 6000)).toBe(0);
  expect(timeLeft(now, 1, 2000)).toBe(7000);
  expect(timeLeft(at(), 1, 2000)).toBeNull();
});

test("who is out is not playing, and shares no device", () => {
  const now = at({ seats: [seat(), seat({ out: "resigned" })] });
  expect(ownPlaying({ now, you })).toEqual([0]);
  expect(shared(now, you)).toBe(false);
  expect(shared(at(), you)).toBe(true);
});
