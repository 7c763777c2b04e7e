/** Archives for tests, in the format of zip. */

/** Return one entry in the format of zip. */
export function entry(path: string, content: string, method = 0): number[] {
  const name = [...new TextEncoder().encode(path)];
  const body = [...new TextEncoder().encode(content)];
  const two = (n: number) => [n & 255, n >> 8];
  const four = (n: number) => [...two(n & 65535), ...two(n >> 16)];
  const sizes = [...four(0), ...four(body.length), ...four(body.length)];
  const head = [...four(0x04034b50), ...two(20), ...two(0), ...two(method), ...four(0), ...sizes];
  return [...head, ...two(name.length), ...two(0), ...name, ...body];
}

const END = [0x50, 0x4b, 1, 2, ...Array(60).fill(0)];

export function zipped(files: readonly (readonly [path: string, content: string])[]): ArrayBuffer {
  return archiveOf(files.map(([path, content]) => entry(path, content)));
}

export function archiveOf(entries: readonly number[][]): ArrayBuffer {
  return Uint8Array.from([...entries.flat(), ...END]).buffer;
}
