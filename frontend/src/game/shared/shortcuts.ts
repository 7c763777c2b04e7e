/** Keyboard shortcuts of a table. In text fields and dialogs, keys keep their usual meaning. */

/** Actions by key: `p`, `escape`, `ctrl+z`, `ctrl+shift+z`. */
export interface Shortcuts {
  readonly actions: Readonly<Record<string, () => unknown>>;
  /** Called for the digits 1 to 9 with a place in the hand, counted from 0. */
  readonly choose?: (index: number) => void;
}

/** Run the shortcut of a key; return false if it has none here. */
export function runShortcut(event: KeyboardEvent, { actions, choose }: Shortcuts): boolean {
  if (event.altKey || event.defaultPrevented || isBusy(event.target)) return false;
  const name = event.key.toLowerCase();
  const key =
    event.ctrlKey || event.metaKey ? `ctrl+${event.shiftKey ? "shift+" : ""}${name}` : name;
  const action = actions[key];
  if (choose !== undefined && /^[1-9]$/.test(key)) choose(Number(key) - 1);
  else if (action !== undefined) action();
  else return false;
  event.preventDefault();
  return true;
}

function isBusy(target: EventTarget | null): boolean {
  const busy = "input, textarea, select, dialog, [popover]";
  if (target instanceof Element && target.closest(busy) !== null) return true;
  return document.querySelector("dialog[open]") !== null;
}
