import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { Problem, serve } from "../testing/server";
import Account from "./Account.svelte";

const ANN = {
  account: "a1",
  name: "Ann",
  ratings: {
    classic: { points: 1650, provisional: true, mu: 30, sigma: 2, games: 7 },
  },
};
const NOTHING = { "/api/best": [], "/api/account/history": { played: [], before: null } };

async function signIn(): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Name"), "Ann");
  await userEvent.type(screen.getByLabelText("Password"), "secret words");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

test("nobody is asked for before somebody signed in on this device", async () => {
  const requests = serve(NOTHING);
  render(Account, { what: "" });
  expect(await screen.findByRole("button", { name: "Sign in" })).toBeInTheDocument();
  expect(requests.map(({ path }) => path)).not.toContain("/api/account");
});

test("signing in shows the ratings", async () => {
  const requests = serve({ ...NOTHING, "/api/session": {}, "/api/account": ANN });
  render(Account, { what: "" });
  await signIn();
  expect(await screen.findByText("You’re signed in as Ann.")).toBeInTheDocument();
  expect(screen.getByText("1650").closest("li")).toHaveTextContent(
    "Classic: 1650?(provisional) 7 games",
  );
  expect(requests.find(({ path }) => path === "/api/session")?.body).toEqual({
    name: "Ann",
    password: "secret words",
  });
});

test("a wrong password is refused in words, and can be typed again", async () => {
  serve({ ...NOTHING, "/api/session": new Problem("wrong-password", 403) });
  render(Account, { what: "" });
  await signIn();
  expect(await screen.findByRole("alert")).toHaveTextContent("Wrong name or password.");
  expect(screen.getByRole("button", { name: "Sign in" })).toBeEnabled();
});
