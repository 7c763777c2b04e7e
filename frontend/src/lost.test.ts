import { render, screen } from "@testing-library/svelte";
import { expect, test, vi } from "vitest";
import Lost from "./Lost.svelte";

const site = vi.hoisted(() => ({ WITHOUT_SERVER: false }));
vi.mock("./api/transport", async (original) => ({
  ...(await original<typeof import("./api/transport")>()),
  get WITHOUT_SERVER() {
    return site.WITHOUT_SERVER;
  },
}));

function ways(): (string | null)[] {
  render(Lost, { title: "Lost", text: "Nothing here" });
  return screen.getAllByRole("link").map((link) => link.getAttribute("href"));
}

test("whoever is lost is offered what can be done there", () => {
  expect(ways()).toContain("/new");
});

test("a site without a server offers nothing that needs one", () => {
  site.WITHOUT_SERVER = true;
  const found = ways();
  expect(found).not.toContain("/new");
  expect(found).toContain("/new#device");
});
