/** Cards that follow a finger or a mouse, and the place they would be dropped at. */

import type { Card, Target } from "./piles";

/** So far a finger may tremble before it drags. */
const TREMBLE = 6;

export class Dragging {
  cards = $state.raw<readonly Card[]>([]);
  x = $state(0);
  y = $state(0);
  /** Where they would go now. */
  over = $state<Target | null>(null);
  /** The place in the hand, while they hover over it. */
  slot = $state<string | null>(null);

  readonly #drop: (cards: readonly Card[], target: Target, slot: string | null) => void;
  #stop: (() => void) | null = null;

  constructor(drop: (cards: readonly Card[], target: Target, slot: string | null) => void) {
    this.#drop = drop;
  }

  /** A card has been touched; it is dragged as soon as the pointer moves away from there. */
  touch(event: PointerEvent, cards: readonly Card[]): void {
    if (event.button !== 0 || !event.isPrimary) return;
    this.cancel();
    const { clientX, clientY, pointerId } = event;
    const move = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      const far = Math.hypot(now.clientX - clientX, now.clientY - clientY) > TREMBLE;
      if (this.cards.length === 0 && !far) return;
      this.cards = cards;
      this.#follow(now);
    };
    const up = (now: PointerEvent): void => {
      if (now.pointerId !== pointerId) return;
      const { cards: held, over, slot } = this;
      this.cancel();
      if (held.length === 0) return;
      swallowClick();
      if (over !== null) this.#drop(held, over, slot);
    };
    const cancel = (): void => this.cancel();
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", cancel);
    this.#stop = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", cancel);
    };
  }

  cancel(): void {
    this.#stop?.();
    this.#stop = null;
    this.cards = [];
    this.over = null;
    this.slot = null;
  }

  #follow({ clientX, clientY }: PointerEvent): void {
    this.x = clientX;
    this.y = clientY;
    const under = document.elementFromPoint(clientX, clientY);
    const place = under?.closest<HTMLElement>("[data-drop]")?.dataset.drop;
    this.over =
      place === undefined ? null : place === "new" || place === "hand" ? place : Number(place);
    this.slot =
      place === "hand" ? (under?.closest<HTMLElement>("[data-card]")?.dataset.card ?? null) : null;
  }
}

/** The click that ends a drag is none. */
function swallowClick(): void {
  const swallow = (event: Event): void => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
}
