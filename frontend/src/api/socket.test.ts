import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableSocket } from "./socket";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }

  send(message: string): void {
    this.sent.push(message);
  }

  close(): void {
    this.readyState = 3;
  }

  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const states: string[] = [];
const listener = {
  view: vi.fn(),
  event: vi.fn(),
  present: vi.fn(),
  connection: (state: string) => states.push(state),
  refused: vi.fn(),
};
let table: TableSocket;

function last(): FakeSocket {
  return FakeSocket.made.at(-1) as FakeSocket;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
  states.length = 0;
  vi.clearAllMocks();
  table = new TableSocket("abc", listener);
  last().open();
  last().say({ kind: "view", view: { now: { seq: 7 } } });
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a lost network is noticed at once, and the table taken up where it was", async () => {
  dispatchEvent(new Event("offline"));
  expect(states.at(-1)).toBe("waiting");
  await vi.advanceTimersByTimeAsync(400);
  expect(FakeSocket.made).toHaveLength(2);
  expect(last().url).toMatch(/\/api\/tables\/abc\/socket\?options=1&since=7$/);
});

test("a command without an answer is sent again with the same id", async () => {
  const done = table.do({ do: "start" });
  const [message] = last().sent;
  dispatchEvent(new Event("offline"));
  await vi.advanceTimersByTimeAsync(400);
  last().open();
  expect(last().sent).toEqual([message]);
  last().say({ kind: "done", id: JSON.parse(message ?? "").id, seq: 8, first: 8 });
  await expect(done).resolves.toMatchObject({ seq: 8 });
});

test("after a change of account the whole table is sent again, and nothing is announced twice", () => {
  const before = last();
  table.reconnect();
  expect(last()).not.toBe(before);
  expect(last().url).toMatch(/\/socket\?options=1$/);
  before.say({ kind: "told", told: { seq: 8 } });
  expect(listener.event).not.toHaveBeenCalled();
});

test("a gap in the events is repaired by asking for the whole table", () => {
  last().say({ kind: "told", told: { seq: 9 } });
  expect(listener.event).not.toHaveBeenCalled();
  expect(last().sent).toEqual(['{"kind":"look"}']);
});
