/** The table at which this device waits for a game while its reader looks at another part of the page. */

export const waiting = $state<{ table: string | null }>({ table: null });

export function waitAt(table: string): void {
  waiting.table = table;
}

export function stopWaiting(): void {
  waiting.table = null;
}
