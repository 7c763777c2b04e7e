/**
 * Requests to the server, typed by its schema: a path with its method determines the parameters,
 * the body and the answer. A refusal is thrown as `Refusal`, with the server's problem.
 */

import { BASE } from "../base";
import type { paths } from "./schema.gen";
import { filled, request } from "./transport";
import type { Problem } from "./types";

export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** There was no answer: the network or the server is unavailable. */
export class NoAnswer extends Error {}

type Method = "get" | "post" | "delete";

interface Operation {
  readonly parameters: { readonly path?: unknown; readonly query?: unknown };
  readonly requestBody?: unknown;
  readonly responses: unknown;
}

/** The paths that support a method. */
type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends Operation ? P : never;
}[keyof paths];

/** A part of a request: required, optional or absent, according to the schema. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { readonly [Key in Name]?: never }
  : undefined extends T
    ? { readonly [Key in Name]?: T }
    : { readonly [Key in Name]: T };

type Content<T> = T extends { readonly content: infer C } ? C : undefined;

/** A body that is not JSON is a picture. */
type Body<C> = C extends { readonly "application/json": infer J } ? J : C extends object ? Blob : C;

type Addressed<O> = O extends Operation
  ? Part<"path", O["parameters"]["path"]> & Part<"query", O["parameters"]["query"]>
  : never;

type Asked<O> = O extends Operation
  ? Addressed<O> & Part<"body", Body<Content<O["requestBody"]>>>
  : never;

/** The argument is optional where nothing is required. */
type Optional<T> = object extends T ? [asked?: T] : [asked: T];

/** The answer of an operation that is not refused. */
type Answer<O> = O extends { readonly responses: infer R }
  ? Decoded<R[keyof R & (200 | 201)]>
  : never;
type Decoded<T> = Content<T>[keyof Content<T>];

type Ask<M extends Method> = <P extends PathOf<M>>(
  path: P,
  ...asked: Optional<Asked<paths[P][M]>>
) => Promise<Answer<paths[P][M]>>;

/** A request as it is sent, independent of its types. */
interface Sent {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean | null>>;
  readonly body?: unknown;
}

const OWN_PAGE = { "X-Qwirkle": "1" };

export const get = asking("get");
export const post = asking("post");
export const remove = asking("delete");

/** Return the address of a resource that the browser itself fetches: a picture, a file to save. */
export function addressOf<P extends PathOf<"get">>(
  path: P,
  ...[asked]: Optional<Addressed<paths[P]["get"]>>
): string {
  return BASE + address(path, asked as Sent | undefined);
}

/** Make the function for a method. Here, and nowhere else, the answer is assumed to match the schema. */
function asking<M extends Method>(method: M): Ask<M> {
  const ask = async (path: string, asked: Sent = {}): Promise<unknown> => {
    const response = await accepted(request(address(path, asked), init(method, asked.body)));
    const isJson = response.headers.get("Content-Type")?.includes("json");
    return isJson ? response.json() : response.text();
  };
  return ask as Ask<M>;
}

function address(path: string, { path: values = {}, query = {} }: Sent = {}): string {
  // Flags that are not set are left out.
  const given = Object.entries(query).filter(([, value]) => value !== null && value !== false);
  const search = new URLSearchParams(given as string[][]);
  return filled(path, values) + (given.length > 0 ? `?${search}` : "");
}

function init(method: Method, body: unknown = null): RequestInit {
  if (method === "get") return {};
  const sent = { method: method.toUpperCase(), headers: OWN_PAGE };
  // The browser itself sends the type of the picture.
  if (body === null || body instanceof Blob) return { ...sent, body };
  const headers = { ...OWN_PAGE, "Content-Type": "application/json" };
  return { ...sent, headers, body: JSON.stringify(body) };
}

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

/** Return a new id for a command: sent again with the same id, it takes effect only once. */
export function commandId(): string {
  return randomHex(12);
}

/** Return random bytes as hexadecimal digits. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
