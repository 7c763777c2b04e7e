/** Before every test file: matchers for elements, and an empty, silent page after each test. */

import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/svelte";
import { afterEach, beforeEach, vi } from "vitest";
import { hush } from "../ui/speech";

// A busy machine may take seconds to load a part that a test waits for; only a failing test waits that long.
configure({ asyncUtilTimeout: 10_000 });

/** End every animation immediately. */
function animate(): object {
  const animation = { effect: null, onfinish: () => {}, cancel: () => {} };
  queueMicrotask(() => animation.onfinish());
  return animation;
}
Object.assign(Element.prototype, { animate });

// happy-dom does not find the selected option of a list by `:checked`, which Svelte uses.
const find = HTMLSelectElement.prototype.querySelector;
HTMLSelectElement.prototype.querySelector = function (query: string) {
  return query === ":checked" ? this.options[this.selectedIndex] : find.call(this, query);
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  hush();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
