/** A server for tests: answers requests by their path, and records them. */

import { vi } from "vitest";
import type { Objection } from "../api/types";

export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

type Answer = unknown | ((request: Request) => unknown);

/** A problem instead of an answer. */
export class Problem {
  constructor(
    readonly reason: string,
    readonly status = 409,
    readonly params: Objection["params"] = {},
  ) {}
}

function bodyOf(body: unknown): unknown {
  if (body == null || body instanceof Blob) return body ?? null;
  return JSON.parse(String(body));
}

/** Answer `fetch` by path; unlisted paths are not found. Return the requests as they arrive. */
export function serve(answers: Readonly<Record<string, Answer>>): readonly Request[] {
  const requests: Request[] = [];
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit = {}) => {
    const request = { method, path, body: bodyOf(body) };
    requests.push(request);
    const [found] = Object.entries(answers).filter(([start]) => path.startsWith(start));
    const answer = found === undefined ? new Problem("not-found", 404) : found[1];
    const given = typeof answer === "function" ? answer(request) : answer;
    if (given instanceof Problem) {
      const { reason, status, params } = given;
      const problem = {
        title: "",
        status,
        detail: "",
        reason,
        objections: [{ reason, message: "", cells: [], params }],
      };
      return new Response(JSON.stringify(problem), { status });
    }
    if (typeof given === "string") return new Response(given);
    const headers = { "Content-Type": "application/json" };
    return new Response(JSON.stringify(given), { headers });
  });
  return requests;
}
