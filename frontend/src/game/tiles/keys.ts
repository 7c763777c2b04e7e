/** Keys of the table. Where somebody types, or in a dialog, they mean what they always mean. */

export interface Keyed {
  choose(place: number): void;
  undo(): void;
  recall(): void;
  play(): void;
  trade(): void;
  hint(): void;
  take(): void;
  arrange(): void;
}

const LETTERS: Readonly<Record<string, Exclude<keyof Keyed, "choose">>> = {
  p: "play",
  t: "trade",
  h: "hint",
  k: "take",
  s: "arrange",
};

/** Do what a key means; false if it means nothing here. */
export function pressed(event: KeyboardEvent, keyed: Keyed): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target as Element | null;
  if (target?.closest?.("input, textarea, select, dialog, [popover]")) return false;
  if (/^[1-9]$/.test(event.key)) keyed.choose(Number(event.key) - 1);
  else if (event.key === "Backspace" || event.key === "Delete") keyed.undo();
  else if (event.key === "Escape") keyed.recall();
  else {
    const letter = LETTERS[event.key.toLowerCase()];
    if (letter === undefined) return false;
    keyed[letter]();
  }
  event.preventDefault();
  return true;
}
