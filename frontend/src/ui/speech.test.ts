import { screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import { afterSpeech, say } from "./speech";

const heard = () => [...screen.getByRole("log").children].map((line) => line.textContent);

test("quick sentences are said one after the other, and none is lost", () => {
  vi.useFakeTimers();
  for (const words of ["one", "two", "three"]) say(words);
  expect(heard()).toEqual(["one"]);
  vi.runAllTimers();
  expect(heard()).toEqual(["one", "two", "three"]);
});

test("of several sentences about one topic only the newest waits", () => {
  vi.useFakeTimers();
  say("first");
  say("2 points", "draft");
  say("Your turn.");
  say("5 points", "draft");
  vi.runAllTimers();
  expect(heard()).toEqual(["first", "Your turn.", "5 points"]);
});

test("only a few sentences stay behind, and nothing is said of nothing", () => {
  vi.useFakeTimers();
  say("");
  for (let number = 0; number < 20; number++) say(`${number}`);
  vi.runAllTimers();
  expect(heard()).toEqual(["15", "16", "17", "18", "19"]);
});

test("what comes after speech waits until everything has been said", () => {
  vi.useFakeTimers();
  const then = vi.fn(() => expect(heard()).toEqual(["one", "two"]));
  say("one");
  say("two");
  afterSpeech(then);
  expect(then).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(then).toHaveBeenCalledOnce();
  afterSpeech(then);
  expect(then).toHaveBeenCalledTimes(2);
});
