/** The people one has played with: as this device remembers them, and as the server knows them. */

import { post } from "../api/client";
import { WITHOUT_SERVER } from "../api/transport";
import type { Group } from "../api/types";
import { settings } from "../settings/settings.svelte";
import { guestName } from "../words/guests";
import { type Companions, companions, type Face, keyOf } from "./companions";

export interface Person {
  readonly name: string;
  readonly face: Face;
  /** Whether they have the page open now, and both sides show it. */
  readonly here: boolean;
}

export interface People {
  readonly people: readonly Person[];
  /** The last table with them, from which they can be invited again. */
  readonly table: string;
  readonly at: number;
}

export class Company {
  #remembered = $state.raw(companions());
  #groups = $state.raw<readonly Group[]>([]);
  /** Those who are here first, then the latest. */
  readonly people = $derived(together(this.#remembered, this.#groups));

  /** Ask who is here, and say that this page is open; without an answer, nobody is. */
  async refresh(): Promise<void> {
    this.remember();
    if (WITHOUT_SERVER) return;
    try {
      this.#groups = (await post("/api/people", { body: { show: settings.present } })).groups;
    } catch {
      this.#groups = [];
    }
  }

  /** Read again what this device remembers. */
  remember(): void {
    this.#remembered = companions();
  }
}

export const company = new Company();

/** Return every group of people once, with the last table that either side knows. */
export function together(
  remembered: readonly Companions[],
  groups: readonly Group[],
): readonly People[] {
  const found = new Map<string, People>();
  for (const { names, faces, table, at } of remembered) {
    const people = names.map((name, index) => ({ name, face: faces[index] ?? "", here: false }));
    found.set(keyOf(names), { people, table, at });
  }
  for (const group of groups) {
    const names = group.people.map(({ name }) => guestName(name) ?? name);
    const known = found.get(keyOf(names));
    const people = group.people.map(({ here }, index) => {
      const name = names[index] ?? "";
      const face = known?.people.find((person) => person.name === name)?.face ?? "";
      return { name, face, here };
    });
    const { table, at } = known !== undefined && known.at > group.at ? known : group;
    found.set(keyOf(names), { people, table, at });
  }
  const here = ({ people }: People) => Number(people.some((person) => person.here));
  return [...found.values()].sort((a, b) => here(b) - here(a) || b.at - a.at);
}
