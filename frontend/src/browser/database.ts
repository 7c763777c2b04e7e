/** The database that `qwirkle.browser.database` describes, in IndexedDB. */

import { BASE } from "../base";

const NAME = `qwirkle${BASE}`;
const AREAS = ["events", "answers", "tables", "documents", "device"];

export class Database {
  readonly #open: Promise<IDBDatabase>;
  #adding: [area: string, key: string, value: Uint8Array, fresh: boolean][] = [];

  constructor() {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => {
      for (const area of AREAS) opening.result.createObjectStore(area);
    };
    this.#open = answered(opening);
  }

  async get(area: string, key: string): Promise<Uint8Array | undefined> {
    const database = await this.#open;
    return answered(database.transaction(area).objectStore(area).get(key));
  }

  async range(area: string, first: string, last: string): Promise<Uint8Array[]> {
    const database = await this.#open;
    const keys = IDBKeyRange.bound(first, last);
    return answered(database.transaction(area).objectStore(area).getAll(keys));
  }

  /** Queue an entry for the next `write`. */
  add(area: string, key: string, value: Uint8Array, fresh: boolean): void {
    this.#adding.push([area, key, value, fresh]);
  }

  /** Write the queued entries, all or nothing; return false if a key that must be new is not. */
  async write(): Promise<boolean> {
    const entries = this.#adding;
    this.#adding = [];
    const database = await this.#open;
    const areas = [...new Set(entries.map(([area]) => area))];
    const transaction = database.transaction(areas, "readwrite", { durability: "strict" });
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => {
        const { error } = transaction;
        if (error?.name === "ConstraintError") resolve(false);
        else reject(error ?? new Error("nothing was written"));
      };
      for (const [area, key, value, fresh] of entries) {
        const store = transaction.objectStore(area);
        if (fresh) store.add(value, key);
        else store.put(value, key);
      }
    });
  }
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
