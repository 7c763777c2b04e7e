import { expect, test, vi } from "vitest";
import { installation } from "./installation.svelte";

test("the page offers to be installed once the browser lets it", async () => {
  expect(installation.possible).toBe(false);
  const prompt = vi.fn(async () => {});
  window.installOffer = Object.assign(new Event("beforeinstallprompt"), { prompt });
  dispatchEvent(window.installOffer);
  expect(installation.possible).toBe(true);
  await installation.install();
  expect(prompt).toHaveBeenCalledOnce();
  expect(installation.possible).toBe(false);
});
