/** The page as an app: the browser lets the page offer it, which `main.ts` notes, and the reader decides. */

import { WITHOUT_SERVER } from "../api/transport";
import { offline } from "./offline.svelte";

interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

declare global {
  interface Window {
    installOffer?: InstallOffer;
  }
}

class Installation {
  /** Whether the page can offer it now. */
  possible = $state(window.installOffer !== undefined);

  constructor() {
    addEventListener("beforeinstallprompt", () => {
      this.possible = true;
    });
    addEventListener("appinstalled", () => {
      this.possible = false;
      // Who installs the game wants to keep it.
      if (WITHOUT_SERVER) void offline.keepGames();
    });
  }

  async install(): Promise<void> {
    this.possible = false;
    await window.installOffer?.prompt();
  }
}

export const installation = new Installation();
