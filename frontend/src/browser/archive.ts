/** Files of an uncompressed zip archive; much faster than Python's own reader. */

const ENTRY = 0x04034b50;
const STORED = 0;
const HEADER = 30;

export interface PackedFile {
  readonly path: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

export function* filesIn(archive: ArrayBuffer): Generator<PackedFile> {
  const data = new DataView(archive);
  const text = new TextDecoder();
  let at = 0;
  while (at + HEADER <= archive.byteLength && data.getUint32(at, true) === ENTRY) {
    const sizeLater = data.getUint16(at + 6, true) & 8;
    if (data.getUint16(at + 8, true) !== STORED || sizeLater !== 0)
      throw new Error("the archive is compressed");
    const size = data.getUint32(at + 18, true);
    const name = data.getUint16(at + 26, true);
    const begins = at + HEADER + name + data.getUint16(at + 28, true);
    const path = text.decode(new Uint8Array(archive, at + HEADER, name));
    // Copied, so that the archive itself can be released.
    yield { path, content: new Uint8Array(archive.slice(begins, begins + size)) };
    at = begins + size;
  }
}
