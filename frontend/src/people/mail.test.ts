import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { Problem, serve } from "../testing/server";
import Account from "./Account.svelte";
import { mailLinkIn } from "./account";
import MailNotices from "./MailNotices.svelte";

afterEach(() => history.replaceState(null, "", "/"));

test("a link in a mail carries its token behind the #", () => {
  expect(mailLinkIn("#mail=abc")).toEqual({ does: "confirm", token: "abc" });
  expect(mailLinkIn("#mail-off=ann.1")).toEqual({ does: "off", token: "ann.1" });
  expect(mailLinkIn("#mail-mute=ann.t.1")).toEqual({ does: "mute", token: "ann.t.1" });
  expect(mailLinkIn("#mail=")).toBeNull();
  expect(mailLinkIn("#reset=abc")).toBeNull();
});

test("an address is asked for, waits for its link, and is forgotten with one tap", async () => {
  const waiting = { offered: true, address: "ann@home.example", confirmed: false };
  const none = { offered: true, address: null, confirmed: false };
  const answers = [none, waiting, none];
  const requests = serve({ "/api/account/mail": () => answers.shift() });
  render(MailNotices);
  await userEvent.type(await screen.findByLabelText(/Your email address/), "ann@home.example");
  await userEvent.click(screen.getByRole("button", { name: "Send a link to confirm it" }));
  expect(await screen.findByRole("status")).toHaveTextContent("ann@home.example");
  expect(requests[1]?.body).toEqual({ address: "ann@home.example", language: "en" });
  await userEvent.click(screen.getByRole("button", { name: "No more emails" }));
  expect(await screen.findByLabelText(/Your email address/)).toBeInTheDocument();
});

test("a server without mail says nothing about it", async () => {
  const requests = serve({
    "/api/account/mail": { offered: false, address: null, confirmed: false },
  });
  render(MailNotices);
  await expect.poll(() => requests.length).toBe(1);
  expect(screen.queryByText("Email")).toBeNull();
});

test("one click ends all mail, without signing in", async () => {
  history.replaceState(null, "", "/account#mail-off=ann.1");
  const requests = serve({ "/api/mail/off": { done: true }, "/api/best": [] });
  render(Account, { what: "" });
  expect(await screen.findByText("You will get no more emails.")).toBeInTheDocument();
  expect(requests.find(({ path }) => path === "/api/mail/off")?.body).toEqual({ token: "ann.1" });
  expect(location.hash).toBe("");
});

test("one click mutes one game, without signing in", async () => {
  history.replaceState(null, "", "/account#mail-mute=ann.t.1");
  const requests = serve({ "/api/mail/mute": { done: true }, "/api/best": [] });
  render(Account, { what: "" });
  expect(await screen.findByText(/no more emails or notifications about this game/)).toBeVisible();
  expect(requests.find(({ path }) => path === "/api/mail/mute")?.body).toEqual({
    token: "ann.t.1",
  });
});

test("a link that was used is refused in words", async () => {
  history.replaceState(null, "", "/account#mail=abc");
  serve({ "/api/mail/confirm": new Problem("bad-recovery", 403), "/api/best": [] });
  render(Account, { what: "" });
  expect(await screen.findByRole("alert")).toHaveTextContent("This link");
});
