/** The types of requests are those of the schema: every line marked as an error here must be one. */

import { describe, expect, expectTypeOf, test } from "vitest";
import { Problem, serve } from "../testing/server";
import { addressOf, get, post, Refusal, remove } from "./client";
import type { NoticeState, Offers, PhotoReading, TableView } from "./types";

describe("a request", () => {
  test("has its parameters encoded, and none that is null or not set", async () => {
    const requests = serve({ "/api": {} });
    await get("/api/best/{game}", { path: { game: "a/b ü" }, query: { limit: 5 } });
    await get("/api/account/history", { query: { before: null } });
    await remove("/api/session", { query: { everywhere: false } });
    await remove("/api/session", { query: { everywhere: true } });
    await get("/api/account/history", { query: { before: "a&b", limit: 2 } });
    expect(requests.map(({ path }) => path)).toEqual([
      "/api/best/a%2Fb%20%C3%BC?limit=5",
      "/api/account/history",
      "/api/session",
      "/api/session?everywhere=true",
      "/api/account/history?before=a%26b&limit=2",
    ]);
  });

  test("has a body only where there is something to say", async () => {
    const requests = serve({ "/api": {} });
    await post("/api/session", { body: { name: "Ann", password: "secret" } });
    await post("/api/network");
    await remove("/api/notices");
    expect(requests).toEqual([
      { method: "POST", path: "/api/session", body: { name: "Ann", password: "secret" } },
      { method: "POST", path: "/api/network", body: null },
      { method: "DELETE", path: "/api/notices", body: null },
    ]);
  });

  test("is answered with an object or with text, as the server says", async () => {
    serve({ "/api/tables/t1/record": "1. Ro", "/api/network": { can_open: true } });
    expect(await get("/api/tables/{table}/record", { path: { table: "t1" } })).toBe("1. Ro");
    expect(await get("/api/network")).toEqual({ can_open: true });
  });

  test("that is refused throws the problem", async () => {
    serve({ "/api/offers": new Problem("unavailable", 503) });
    await expect(get("/api/offers")).rejects.toBeInstanceOf(Refusal);
  });

  test("that the browser makes itself has the same address", () => {
    expect(addressOf("/api/tables/{table}/record", { path: { table: "t 1" } })).toBe(
      "/api/tables/t%201/record",
    );
  });
});

describe("the schema decides", () => {
  test("what is answered", () => {
    expectTypeOf(get<"/api/offers">).returns.resolves.toEqualTypeOf<Offers>();
    expectTypeOf(get<"/api/tables/{table}">).returns.resolves.toEqualTypeOf<TableView>();
    expectTypeOf(get<"/api/tables/{table}/record">).returns.resolves.toEqualTypeOf<string>();
    expectTypeOf(post<"/api/photos">).returns.resolves.toEqualTypeOf<PhotoReading>();
    expectTypeOf(remove<"/api/notices">).returns.resolves.toEqualTypeOf<NoticeState>();
  });

  test("what may be asked", () => {
    const path = { table: "t1" };
    const winning = { command_id: "c", command: { do: "win" } } as const;
    // Never called: svelte-check reads it, and fails if one of these is no error.
    const wrong = () => [
      // @ts-expect-error: there is no such path
      get("/api/offer"),
      // @ts-expect-error: nothing can be sent there
      post("/api/offers"),
      // @ts-expect-error: nothing can be removed there
      remove("/api/tables/{table}", { path }),
      // @ts-expect-error: which table?
      get("/api/tables/{table}"),
      // @ts-expect-error: the parameter has another name
      get("/api/tables/{table}", { path: { id: "t1" } }),
      // @ts-expect-error: the game is missing
      get("/api/boards", { query: {} }),
      // @ts-expect-error: a limit is a number
      get("/api/account/history", { query: { limit: "20" } }),
      // @ts-expect-error: a request without a body
      post("/api/network", { body: {} }),
      // @ts-expect-error: a request that needs one
      post("/api/session"),
      // @ts-expect-error: the password is missing
      post("/api/session", { body: { name: "Ann" } }),
      // @ts-expect-error: there is no such command
      post("/api/swiss/{tournament}/commands", { path: { tournament: "s" }, body: winning }),
      // @ts-expect-error: a photo is a picture
      post("/api/photos", { query: { game: "classic" }, body: "picture" }),
      // @ts-expect-error: a file has an address only if it can be fetched
      addressOf("/api/photos"),
    ];
    expect(wrong).toBeTypeOf("function");
  });
});
