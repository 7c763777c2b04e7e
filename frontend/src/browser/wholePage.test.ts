import { afterEach, expect, test, vi } from "vitest";
import { keepWholePage } from "./wholePage";

const LIST = { page: ["assets/a.js", "assets/b.js", "assets/c.css"] };

function browser(had: readonly string[], fetched: () => Promise<unknown>) {
  const add = vi.fn(async () => {});
  const keys = async () => had.map((path) => ({ url: `https://site.example${path}` }));
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve() } });
  vi.stubGlobal("caches", { open: async () => ({ keys, add }) });
  vi.stubGlobal("fetch", fetched);
  return add;
}

afterEach(() => vi.unstubAllGlobals());

test("the parts that are not kept yet are fetched one after the other", async () => {
  const add = browser(["/", "/assets/b.js"], async () => ({ json: async () => LIST }));
  await keepWholePage();
  expect(add.mock.calls).toEqual([["/assets/a.js"], ["/assets/c.css"]]);
});

test("without a network nothing happens", async () => {
  const add = browser([], () => Promise.reject(new TypeError("no network")));
  await keepWholePage();
  expect(add).not.toHaveBeenCalled();
});
