import { afterEach, expect, test } from "vitest";
import { guideAddress } from "./guide";
import { speak } from "./translate.svelte";

afterEach(() => speak("en"));

test("the guide is in the reader's language", async () => {
  expect(guideAddress()).toBe("/docs/guide/");
  await speak("de");
  expect(guideAddress()).toBe("/docs/guide/de/");
});
