import { beforeEach, describe, expect, test, vi } from "vitest";
import type { components } from "../api/schema.gen";
import { forgetDeck, noteAnswer as noteTurn, readDeck, storedDeck } from "../coach/deck";
import { dayResults, noteDay } from "../learning/puzzles/days";
import { noteAnswer, noteRush, solver, storeSolver } from "../learning/puzzles/solver";
import { changePassword, removeAccount, signIn, signOut, whoAmI } from "../people/account";
import { isSignedIn } from "../people/signedIn";
import { Problem, serve } from "../testing/server";
import { endSession, syncTraining } from "./training.svelte";

type Asked = components["schemas"]["TrainingRequest"];
type Training = components["schemas"]["Training"];

const TODAY = "2026-11-19";
const EMPTY: Training = { days: [], puzzles: [], turns: [], forgotten: 0, rush: 0 };
const KNOWN = { "/api/session": {}, "/api/account/password": {}, "/api/account/removal": {} };

beforeEach(() => localStorage.clear());

/** An account that another device may use; without a network, or once its session has ended, it does not answer. */
class FakeAccount {
  state: "there" | "away" | "signed out" = "there";
  version = 0;
  /** What another device has made of it; null while this one knows everything. */
  others: Training | null = null;
  readonly asked: Asked[] = [];

  constructor() {
    serve({
      "/api/account/training": ({ body }: { body: unknown }) => this.#answer(body as Asked),
      ...KNOWN,
      "/api/account": { account: "a1", name: "Ann", ratings: {} },
    });
  }

  #answer(asked: Asked): unknown {
    if (this.state === "away") throw new TypeError("no network");
    if (this.state === "signed out") return new Problem("not-signed-in", 401);
    this.asked.push(asked);
    this.version += 1;
    return { version: this.version, training: this.others };
  }

  /** Everything it was sent, by name. */
  get sent(): readonly string[] {
    return this.asked.flatMap(({ news = EMPTY }) => [
      ...(news.days ?? []).map(({ day }) => day),
      ...(news.puzzles ?? []).map(({ number }) => String(number)),
      ...(news.turns ?? []).map(({ turn }) => turn),
      ...(news.rush ? ["rush"] : []),
      ...(news.forgotten ? ["forgotten"] : []),
    ]);
  }
}

function practise(): void {
  noteDay(TODAY, 0, TODAY);
  noteAnswer(7, 1200, 0);
  noteRush(5);
  noteTurn("t1.3", true, TODAY);
}

/** Wait for what was begun. */
async function settled(): Promise<void> {
  await vi.waitFor(() => {
    const { unsent } = JSON.parse(localStorage.getItem("qwirkle.training") ?? "{}");
    expect(unsent).toEqual([]);
  });
}

describe("a guest", () => {
  test("sends nothing: everything stays on the device", async () => {
    const account = new FakeAccount();
    practise();
    await syncTraining();
    expect(account.asked).toEqual([]);
    expect(localStorage.getItem("qwirkle.training")).toBeNull();
    expect(Object.keys(dayResults())).toEqual([TODAY]);
  });

  test("who signs in brings along what was practised before", async () => {
    practise();
    const account = new FakeAccount();
    await signIn("Ann", "secret words");
    await settled();
    expect(account.sent.toSorted()).toEqual([TODAY, "7", "rush", "t1.3"].toSorted());
    expect(account.asked[0]?.news).toMatchObject({
      days: [{ day: TODAY, lost: 0, on: TODAY }],
      puzzles: [{ number: 7, lost: 0, difficulty: 1200 }],
      turns: [{ turn: "t1.3", box: 0, due: "2026-11-20" }],
      rush: 5,
    });
  });

  test("with much to bring sends it in parts", async () => {
    const answer = { lost: 1, at: 1, difficulty: null };
    storeSolver(Object.fromEntries(Array.from({ length: 450 }, (_, at) => [at, answer])), 0);
    const account = new FakeAccount();
    await signIn("Ann", "secret words");
    await settled();
    expect(account.asked.map(({ news }) => news?.puzzles?.length)).toEqual([200, 200, 50]);
    expect(new Set(account.sent).size).toBe(450);
  });
});

describe("somebody who is signed in", () => {
  async function signedIn(): Promise<FakeAccount> {
    const account = new FakeAccount();
    await signIn("Ann", "secret words");
    await settled();
    account.asked.length = 0;
    return account;
  }

  test("practises without a network, and it is sent once there is one, and only once", async () => {
    const account = await signedIn();
    account.state = "away";
    practise();
    await syncTraining();
    expect(solver().rating).toBeGreaterThan(1000);
    expect(account.sent).toEqual([]);
    account.state = "there";
    window.dispatchEvent(new Event("online"));
    await settled();
    expect(account.sent).toHaveLength(4);
    account.asked.length = 0;
    await syncTraining();
    expect(account.sent).toEqual([]);
    expect(account.asked[0]?.known).toBe(account.version - 1);
  });

  test("gets what other devices have done, and keeps what was not sent yet", async () => {
    const account = await signedIn();
    account.others = {
      days: [{ day: "2026-11-18", lost: 2, on: "2026-11-18", at: 5 }],
      puzzles: [{ number: 3, lost: 0, at: 4, difficulty: 1500 }],
      turns: [{ turn: "t9.1", box: 2, due: "2026-11-30", at: 6 }],
      forgotten: 3,
      rush: 9,
    };
    const answering = syncTraining();
    // While it is on its way, another puzzle is answered.
    noteAnswer(8, 1000, 2.5);
    await answering;
    await settled();
    expect(Object.keys(dayResults())).toEqual(["2026-11-18"]);
    expect(account.sent).toContain("8");
    expect(solver()).toMatchObject({ rush: 9, answers: { 3: { lost: 0, difficulty: 1500 } } });
    expect(storedDeck()).toEqual({
      cards: { "t9.1": { box: 2, due: "2026-11-30", at: 6 } },
      forgotten: 3,
    });
  });

  test("forgets the deck on all devices", async () => {
    const account = await signedIn();
    noteTurn("t1.3", true, TODAY);
    await settled();
    forgetDeck();
    await settled();
    expect(account.sent).toEqual(["t1.3", "forgotten"]);
    expect(readDeck()).toEqual({});
  });

  test.each([
    ["signing out", () => signOut()],
    ["changing the password, which signs out", () => changePassword("old", "new words")],
    ["deleting the account", () => removeAccount("secret words")],
  ])("leaves nothing here after %s", async (_, leave) => {
    await signedIn();
    practise();
    await leave();
    expect(isSignedIn()).toBe(false);
    expect([dayResults(), solver().answers, solver().rush, readDeck()]).toEqual([{}, {}, 0, {}]);
    expect(
      Object.keys(localStorage).filter((key) => /puzzles|solver|deck|training/.test(key)),
    ).toEqual([]);
  });

  test("has sent everything before signing out", async () => {
    const account = await signedIn();
    account.state = "away";
    practise();
    await syncTraining();
    account.state = "there";
    await signOut();
    expect(account.sent).toHaveLength(4);
  });

  test.each([
    ["syncing", () => syncTraining()],
    ["asking who is signed in", () => whoAmI()],
  ])("whose session has ended leaves nothing here, seen by %s", async (_, look) => {
    const account = await signedIn();
    practise();
    await settled();
    account.state = "signed out";
    serve({ "/api/account": new Problem("not-signed-in", 401) });
    await look();
    expect(isSignedIn()).toBe(false);
    expect(dayResults()).toEqual({});
  });

  test("gets no answer that arrives after they have signed out", async () => {
    const account = await signedIn();
    account.others = { ...EMPTY, rush: 9 };
    let arrive = () => {};
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    vi.stubGlobal("fetch", async (path: string) => {
      if (path.startsWith("/api/account/training")) await late;
      const state = { version: 2, training: account.others };
      return new Response(JSON.stringify(state), {
        headers: { "Content-Type": "application/json" },
      });
    });
    const answering = syncTraining();
    endSession();
    arrive();
    await answering;
    expect(solver().rush).toBe(0);
    expect(localStorage.getItem("qwirkle.training")).toBeNull();
  });

  test("is not mixed up with another account that signs in here", async () => {
    await signedIn();
    practise();
    const other = new FakeAccount();
    await signIn("Ben", "other words");
    await settled();
    expect(other.sent).toEqual([]);
    expect(dayResults()).toEqual({});
  });
});
