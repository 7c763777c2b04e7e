/** Whether this reader plays by typing: by their settings, or temporarily by `?text` in the address. */

import { settings } from "../settings/settings.svelte";

const asked = $state({ now: new URLSearchParams(location.search).has("text") });

export function textMode(): boolean {
  return asked.now || settings.typing;
}

export function switchTextMode(): void {
  settings.typing = !textMode();
  asked.now = false;
}
