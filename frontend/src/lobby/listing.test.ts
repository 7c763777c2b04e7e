import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { tick } from "svelte";
import { expect, test, vi } from "vitest";
import { offers } from "../api/offers";
import type { Offers } from "../api/types";
import { go } from "../router.svelte";
import { settings } from "../settings/settings.svelte";
import { serve } from "../testing/server";
import NewTable from "./NewTable.svelte";

vi.mock("../api/offers");

const settled = async () => {
  await new Promise((resolve) => setTimeout(resolve));
  await tick();
};
const SWITCH = { name: "Everyone here may join" };

function usually(listing: boolean) {
  vi.mocked(offers).mockResolvedValue({ games: [], listing } as unknown as Offers);
  return serve({ "/api/tables": { table: "t9" }, "/api/boards": { squares: null } });
}

test.each([true, false])("everyone here may join, if that is usual: %s", async (usual) => {
  const requests = usually(usual);
  settings.name = "Ann";
  go("/new");
  render(NewTable, { what: "" });
  await settled();
  const choice = screen.getByRole("switch", SWITCH);
  expect((choice as HTMLInputElement).checked).toBe(usual);
  await userEvent.click(choice);
  await userEvent.click(screen.getByRole("button", { name: "Open the table" }));
  await settled();
  expect(requests.find(({ path }) => path === "/api/tables")?.body).toMatchObject({
    table: { listing: usual ? "nobody" : "everybody" },
  });
});

test("a table around one device is for nobody else", async () => {
  usually(true);
  go("/new#device");
  render(NewTable, { what: "" });
  await settled();
  expect(screen.queryByRole("switch", SWITCH)).not.toBeInTheDocument();
});
