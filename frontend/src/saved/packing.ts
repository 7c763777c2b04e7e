/** Saved games in links: compressed, and after the #, so that no server sees them before they are opened. */

/** A little more than the service accepts; a longer text is not a game. */
const MAX_CHARACTERS = 60_000;

/** The contents of a link to a saved game. */
export interface Packed {
  readonly record: string;
  /** The address of the page that the game comes from, for the way back. */
  readonly from: string;
}

export async function linkTo(address: string, { record, from }: Packed): Promise<string> {
  const said = new URLSearchParams({ game: await packed(record), from });
  return `${address}/continue#${said}`;
}

/** Return the contents of a link from its part after the #; null if there is no game. */
export async function readLink(hash: string): Promise<Packed | null> {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const game = said.get("game");
  if (game === null) return null;
  return { record: await unpacked(game), from: readAddress(said.get("from") ?? "") ?? "" };
}

/** Return a typed address without a trailing slash; null if it is invalid. */
export function readAddress(typed: string): string | null {
  const text = typed.trim();
  const near = /^(localhost|\[|[\d.]+(:|\/|$))/.test(text);
  const address = /^https?:\/\//i.test(text) ? text : `${near ? "http" : "https"}://${text}`;
  try {
    const { origin, pathname, hostname } = new URL(address);
    // Some browsers accept a text with spaces as the name of a host.
    return hostname === "" || hostname.includes("%") ? null : origin + pathname.replace(/\/+$/, "");
  } catch {
    return null;
  }
}

async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unpacked(code: string): Promise<string> {
  const letters = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

/** Pipe data through a transformation; stop early, as a few bytes can unpack to very many. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: number[] = [];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Uint8Array.from(parts);
    for (const byte of value) parts.push(byte);
    if (parts.length > MAX_CHARACTERS) throw new Error("this is too large for a game");
  }
}
