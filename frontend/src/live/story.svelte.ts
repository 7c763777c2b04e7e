/**
 * The game as the page narrates it. Events of the table are shown one after the other, at a pace that
 * can be followed; the table itself never waits for that. Commands, drafts and clocks follow the
 * table, pictures and sentences follow the story, and any touch or key lets the story catch up.
 */

import type { EventView, TableView } from "../api/types";
import { pace } from "../game/shared/pace";
import { folded, kindOf } from "./fold";
import type { EventListener, TableState } from "./tableState.svelte";

/** An event that is being shown. */
export interface Beat {
  readonly event: EventView;
  /** The table as it was shown before. */
  readonly before: TableView;
}

/** A view that shows the events of a table. */
export interface Stage {
  /** Show an event; return after how many milliseconds the next may follow. */
  perform(beat: Beat): number;
  /** Finish immediately because the reader is in a hurry: everything is put in its place. */
  stop(): void;
}

/** The number of missed events that are shown one by one after a lost connection. */
const MOST = 6;
/** How long sentences stay, in milliseconds. */
const READABLE = 4500;
const WORTH_TELLING: ReadonlySet<string> = new Set(["turn-played", "turns-taken-back", "seat-out"]);

export class Story {
  /** The event that is being shown. */
  beat = $state.raw<Beat | null>(null);
  /** Events that concern the reader, who may have looked away: they stay until the reader acts. */
  #lasting = $state.raw<readonly EventView[]>([]);
  /** Other recent events, the newest first. */
  #passing = $state.raw<readonly EventView[]>([]);
  /** The events whose sentences are shown; where there is room for one, it is the first. */
  readonly telling = $derived.by(() => [...this.#lasting, ...this.#passing]);

  #queue = $state.raw<readonly EventView[]>([]);
  /** The table before the queue. */
  #held = $state.raw<TableView | null>(null);
  /** The table after the queue: if it differs, the server has sent the whole table. */
  #ahead = $state.raw<TableView | null>(null);
  #stage: Stage | null = null;
  #next: ReturnType<typeof setTimeout> | undefined;
  #forget: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<EventListener>();

  /** The table that is shown. */
  readonly view = $derived.by(() => (this.behind ? this.#held : this.table.view));
  readonly game = $derived.by(() => this.view?.game ?? null);
  readonly now = $derived.by(() => this.view?.now ?? null);
  /** Whether more has happened than is shown. */
  readonly behind = $derived.by(() => this.#queue.length > 0 && this.#ahead === this.table.view);
  /** Whether the end of the game is being shown. */
  readonly ending = $derived.by(
    () => this.beat !== null && kindOf(this.beat.event) === "table-ended",
  );
  /** Whether the game is over and its end has been shown. */
  readonly over = $derived.by(() => this.now?.phase === "ended" && !this.ending);

  constructor(readonly table: TableState) {
    table.onEvent((event, before) => this.#receive(event, before));
  }

  /** Listen to every event when it is shown: for sounds, announcements and celebrations. */
  onEvent(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Show events on a stage from now on; call the result to stop. */
  follow(stage: Stage): () => void {
    const hurry = () => this.skip();
    const leave = () => document.visibilityState === "hidden" && this.skip();
    this.#stage = stage;
    addEventListener("pointerdown", hurry, { capture: true });
    addEventListener("keydown", hurry, { capture: true });
    document.addEventListener("visibilitychange", leave);
    return () => {
      removeEventListener("pointerdown", hurry, { capture: true });
      removeEventListener("keydown", hurry, { capture: true });
      document.removeEventListener("visibilitychange", leave);
      this.skip();
      if (this.#stage === stage) this.#stage = null;
    };
  }

  /** Show everything that has happened, without pauses. */
  skip(): void {
    clearTimeout(this.#next);
    this.#stage?.stop();
    const missed = this.#queue;
    let before = this.#held;
    this.#queue = [];
    this.#held = null;
    this.beat = null;
    for (const event of missed) {
      if (before === null) break;
      this.#announce(event, before);
      before = folded(before, event);
    }
  }

  /** Repeat the sentences about events. */
  tellAgain(events: readonly EventView[]): void {
    this.#passing = events;
    this.#forgetLater();
  }

  #receive(event: EventView, before: TableView): void {
    if (this.#stage === null || pace() === 0 || isOwn(event)) {
      this.skip();
      this.#show(event, before);
    } else if (this.beat === null) this.#show(event, before);
    else this.#wait(event, before);
  }

  #wait(event: EventView, before: TableView): void {
    if (this.#queue.length === 0) this.#held = before;
    this.#queue = [...this.#queue, event];
    this.#ahead = this.table.view;
    while (this.#queue.length > MOST) this.#advance();
  }

  /** Advance the shown table by one event. */
  #advance(): Beat | null {
    const [event, ...others] = this.#queue;
    const before = this.#held;
    if (event === undefined || before === null) return null;
    this.#queue = others;
    this.#held = folded(before, event);
    this.#announce(event, before);
    return { event, before };
  }

  #show(event: EventView, before: TableView): void {
    this.#announce(event, before);
    this.#perform({ event, before });
  }

  #perform(beat: Beat): void {
    const lasts = this.#stage === null || pace() === 0 ? 0 : this.#stage.perform(beat);
    this.beat = lasts > 0 ? beat : null;
    if (lasts > 0) this.#next = setTimeout(() => this.#goOn(), lasts);
  }

  #goOn(): void {
    this.beat = null;
    while (this.beat === null) {
      const next = this.#advance();
      if (next === null) break;
      this.#perform(next);
    }
  }

  #announce(event: EventView, before: TableView): void {
    if (isOwn(event))
      this.#lasting = isForced(event) ? [event] : isStoodIn(event) ? this.#lasting : [];
    if (isWorthTelling(event) && !this.#lasting.includes(event)) {
      // At a pace, each is shown alone; otherwise those since the own turn stay long enough to be read.
      const since = pace() === 0 && !isOwn(event) ? this.#passing : [];
      this.#passing = [event, ...since].slice(0, MOST);
      this.#forgetLater();
    }
    for (const listener of this.#listeners) listener(event, before);
  }

  #forgetLater(): void {
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => {
      this.#passing = [];
    }, READABLE);
  }
}

/** Return whether an event has sentences to be read. */
function isWorthTelling({ event }: EventView): boolean {
  return WORTH_TELLING.has(event.event) || (event.event === "vote-given" && !event.agree);
}

/** Return whether somebody at this device caused the event. */
function isOwn({ event, you }: EventView): boolean {
  return "seat" in event && event.seat !== null && you.seats.includes(event.seat);
}

/** Return whether the seat did not choose it: its time was up, or the others continue without it. */
function isForced({ event }: EventView): boolean {
  if (event.event === "seat-out") return event.why !== "resigned";
  return event.event === "turn-played" && event.by === "clock";
}

/** Return whether a seat that is out of the game was passed over. */
function isStoodIn({ event }: EventView): boolean {
  return event.event === "turn-played" && event.by === "stand-in";
}
