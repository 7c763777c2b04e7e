/** The moment that a replay shows, and whether it plays automatically. */

/** Milliseconds per moment: long enough to find the new tiles. */
const PACE = 1300;

export class Playback {
  #chosen = $state<number | null>(null);
  #timer: ReturnType<typeof setInterval> | undefined;
  running = $state(false);

  constructor(readonly length: () => number) {}

  get last(): number {
    return Math.max(0, this.length());
  }

  /** The moment shown. A replay at its end follows the game. */
  get at(): number {
    return Math.min(this.#chosen ?? this.last, this.last);
  }

  go(moment: number): void {
    const inside = Math.max(0, Math.min(moment, this.last));
    this.#chosen = inside === this.last ? null : inside;
    if (this.#chosen === null) this.pause();
  }

  /** Step by hand, which stops the automatic playback. */
  step(by: number): void {
    this.pause();
    this.go(this.at + by);
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.run();
  }

  run(): void {
    if (this.last === 0) return;
    if (this.at === this.last) this.#chosen = 0;
    this.running = true;
    this.#timer = setInterval(() => this.go(this.at + 1), PACE);
  }

  pause(): void {
    clearInterval(this.#timer);
    this.running = false;
  }
}
