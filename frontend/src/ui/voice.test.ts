import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { settings } from "../settings/settings.svelte";
import { speak } from "../words/translate.svelte";
import { hush, say } from "./speech";
import { canRead, readAloud } from "./voice";

/** The voice of a device: what it was given to read, and how often it was stopped. */
const read: { words: string; lang: string; rate: number }[] = [];
const cancel = vi.fn();

class Utterance {
  lang = "";
  rate = 1;
  constructor(readonly words: string) {}
}

beforeEach(() => {
  read.length = 0;
  cancel.mockClear();
  vi.stubGlobal("SpeechSynthesisUtterance", Utterance);
  vi.stubGlobal("speechSynthesis", {
    speak: ({ words, lang, rate }: Utterance) => read.push({ words, lang, rate }),
    cancel,
  });
  vi.useFakeTimers();
});
afterEach(async () => {
  Object.assign(settings, { voice: false, rate: 1 });
  Object.defineProperty(document, "hidden", { value: false, configurable: true });
  await speak("en");
});

function hide(hidden: boolean): void {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}

test("the page is silent unless its reader wants a voice", () => {
  say("Your turn.");
  vi.runAllTimers();
  expect(read).toEqual([]);
});

test("it reads exactly what the live region says, in the language of the page and at the chosen rate", async () => {
  await speak("de");
  Object.assign(settings, { voice: true, rate: 1.5 });
  say("Du bist dran.");
  say("Veraltet", "choice");
  say("Gewählt: roter Kreis.", "choice");
  vi.runAllTimers();
  const region = document.querySelector("[data-speech]");
  expect(read.map(({ words }) => words)).toEqual(
    [...(region?.children ?? [])].map(({ textContent }) => textContent),
  );
  expect(read).toEqual([
    { words: "Du bist dran.", lang: "de", rate: 1.5 },
    { words: "Gewählt: roter Kreis.", lang: "de", rate: 1.5 },
  ]);
});

test("a hidden page stops, and says nothing", () => {
  settings.voice = true;
  say("One");
  hide(true);
  expect(cancel).toHaveBeenCalledOnce();
  say("Two");
  vi.runAllTimers();
  expect(read.map(({ words }) => words)).toEqual(["One"]);
  hide(false);
  expect(cancel).toHaveBeenCalledOnce();
});

test("a key interrupts what is being read", () => {
  settings.voice = true;
  window.dispatchEvent(new KeyboardEvent("keydown", { key: "1" }));
  expect(cancel).toHaveBeenCalledOnce();
});

test("what is dropped is not read either", () => {
  settings.voice = true;
  say("One");
  hush();
  expect(cancel).toHaveBeenCalledOnce();
});

test("a device without a voice has no such setting", () => {
  vi.unstubAllGlobals();
  settings.voice = true;
  expect(canRead()).toBe(false);
  expect(() => readAloud("Your turn.")).not.toThrow();
});
