import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback } from "./playback.svelte";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("it begins at the end and follows what happens there", () => {
  let length = 3;
  const playback = new Playback(() => length);
  expect(playback.at).toBe(3);
  length = 4;
  expect(playback.at).toBe(4);
  playback.step(-1);
  length = 5;
  expect(playback.at).toBe(3);
});

test("it runs from the start to the end and stops there", () => {
  const playback = new Playback(() => 3);
  playback.toggle();
  expect([playback.running, playback.at]).toEqual([true, 0]);
  vi.advanceTimersByTime(1300);
  expect([playback.running, playback.at]).toEqual([true, 1]);
  vi.advanceTimersByTime(10_000);
  expect([playback.running, playback.at]).toEqual([false, 3]);
});

test("a step by hand stops it, and never leaves the game", () => {
  const playback = new Playback(() => 3);
  playback.go(1);
  playback.toggle();
  playback.step(-1);
  expect([playback.running, playback.at]).toEqual([false, 0]);
  playback.step(-1);
  expect(playback.at).toBe(0);
  playback.go(99);
  expect(playback.at).toBe(3);
});

test("a game of which nothing is known stands still", () => {
  const playback = new Playback(() => -1);
  playback.toggle();
  expect([playback.running, playback.at]).toEqual([false, 0]);
});
