import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { Problem, serve } from "../testing/server";
import Account from "./Account.svelte";
import { resetTokenIn } from "./account";

const NOTHING = { "/api/best": [], "/api/account/history": { played: [], before: null } };

afterEach(() => history.replaceState(null, "", "/"));

async function set(password: string): Promise<void> {
  history.replaceState(null, "", "/account#reset=abc");
  render(Account, { what: "" });
  await userEvent.type(await screen.findByLabelText("New password"), password);
  await userEvent.click(screen.getByRole("button", { name: "Save and sign in" }));
}

test("a link that sets a password carries its token behind the #", () => {
  expect(resetTokenIn("#reset=abc-1_2")).toBe("abc-1_2");
  expect(resetTokenIn("#reset=")).toBeNull();
  expect(resetTokenIn("#rated")).toBeNull();
  expect(resetTokenIn("")).toBeNull();
});

test("a new password signs in, and the link leaves the address", async () => {
  const ann = { account: "a1", name: "Ann", ratings: {} };
  const requests = serve({ ...NOTHING, "/api/account/reset": {}, "/api/account": ann });
  await set("another horse");
  expect(await screen.findByText("You’re signed in as Ann.")).toBeInTheDocument();
  expect(requests.find(({ path }) => path === "/api/account/reset")?.body).toEqual({
    token: "abc",
    new: "another horse",
  });
  expect(location.hash).toBe("");
  expect(screen.getByRole("link", { name: "Download my data" })).toHaveAttribute(
    "href",
    "/api/account/export",
  );
});

test("a link that was used is refused in words", async () => {
  serve({ ...NOTHING, "/api/account/reset": new Problem("bad-recovery", 403) });
  await set("another horse");
  expect(await screen.findByRole("alert")).toHaveTextContent("This link");
});
