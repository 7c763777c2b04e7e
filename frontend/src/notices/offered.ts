/** Whether this reader was asked about notices. Asking once is enough: the menu has them too. */

const KEY = "qwirkle.notices.offered";

export function wasOffered(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    // Private windows may refuse; there a page that asks again and again would be a nuisance.
    return true;
  }
}

export function noteOffered(): void {
  try {
    localStorage.setItem(KEY, "yes");
  } catch {
    // Then it is not asked either.
  }
}
