import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Player } from "./playback.svelte";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("it begins at the end and follows what happens there", () => {
  let length = 3;
  const player = new Player(() => length);
  expect(player.at).toBe(3);
  length = 4;
  expect(player.at).toBe(4);
  player.step(-1);
  length = 5;
  expect(player.at).toBe(3);
});

test("it runs from the start to the end and stops there", () => {
  const player = new Player(() => 3);
  player.toggle();
  expect([player.running, player.at]).toEqual([true, 0]);
  vi.advanceTimersByTime(1300);
  expect([player.running, player.at]).toEqual([true, 1]);
  vi.advanceTimersByTime(10_000);
  expect([player.running, player.at]).toEqual([false, 3]);
});

test("a step by hand stops it, and never leaves the game", () => {
  const player = new Player(() => 3);
  player.go(1);
  player.toggle();
  player.step(-1);
  expect([player.running, player.at]).toEqual([false, 0]);
  player.step(-1);
  expect(player.at).toBe(0);
  player.go(99);
  expect(player.at).toBe(3);
});

test("a game of which nothing is known stands still", () => {
  const player = new Player(() => -1);
  player.toggle();
  expect([player.running, player.at]).toEqual([false, 0]);
});
