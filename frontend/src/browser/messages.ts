/** The messages between the page and the backend in its web worker. */

export type ToBackend =
  | { kind: "request"; id: number; method: string; path: string; body: string }
  | { kind: "connect"; id: number; table: string; since: string | undefined }
  | { kind: "message"; id: number; text: string }
  | { kind: "disconnect"; id: number };

export type ToPage =
  | { kind: "progress"; part: Loading; loaded: number; total: number }
  | { kind: "ready" }
  | { kind: "failed"; why: string }
  | { kind: "reply"; id: number; status: number; type: string; body: string }
  | { kind: "send"; id: number; text: string }
  | { kind: "closed"; id: number; code: number; reason: string };

/** The steps before a first answer. */
export type Loading = "python" | "game" | "start";

export type ToJob = { job: string };
export type FromJob =
  | { kind: "progress"; done: number; total: number }
  | { kind: "found"; found: string }
  | { kind: "failed"; why: string };
