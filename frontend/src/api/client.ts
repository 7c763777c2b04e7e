/** Requests to the server. What is refused is thrown as `Refusal`, with the server's problem. */

import { request } from "./transport";
import type { Problem } from "./types";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** Nobody answered: the network, or the server, is away. */
export class NoAnswer extends Error {}

const OWN_PAGE = { "X-Qwirkle": "1" };

async function accepted(answer: Promise<Response>): Promise<Response> {
  let response: Response;
  try {
    response = await answer;
  } catch {
    throw new NoAnswer();
  }
  if (response.ok) return response;
  throw new Refusal(await problemOf(response));
}

async function answered<T>(answer: Promise<Response>): Promise<T> {
  const response = await accepted(answer);
  return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
}

async function problemOf(response: Response): Promise<Problem> {
  try {
    return (await response.json()) as Problem;
  } catch {
    const { status, statusText: title } = response;
    return {
      type: "about:blank",
      title,
      status,
      detail: title,
      reason: "internal",
      objections: [],
    };
  }
}

export function get<T>(path: string): Promise<T> {
  return answered<T>(request(path));
}

export async function getText(path: string): Promise<string> {
  return (await accepted(request(path))).text();
}

export function send<T>(path: string, body: unknown = {}, method = "POST"): Promise<T> {
  const headers = { ...OWN_PAGE, "Content-Type": "application/json" };
  return answered<T>(request(path, { method, headers, body: JSON.stringify(body) }));
}

export function sendPicture<T>(path: string, picture: Blob): Promise<T> {
  const headers = { ...OWN_PAGE, "Content-Type": picture.type };
  return answered<T>(request(path, { method: "POST", headers, body: picture }));
}

/** A new id for a command: sent again with the same one, it has the effect of once. */
export function commandId(): string {
  const random = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
