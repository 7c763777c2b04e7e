/** The loading progress of the worker. */

import type { Loading } from "./messages";

class LoadingState {
  part = $state<Loading>("python");
  loaded = $state(0);
  total = $state(0);

  begin(): void {
    this.part = "python";
    this.loaded = this.total = 0;
  }

  tell({ part, loaded, total }: { part: Loading; loaded: number; total: number }): void {
    this.part = part;
    this.loaded = loaded;
    this.total = total;
  }
}

export const loading = new LoadingState();
