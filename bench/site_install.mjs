/** The packages of a site in Python's files, as frontend/src/browser/python.ts writes them. */

const PACKAGES = "/lib/python3.14/site-packages";
const ENTRY = 0x04034b50;

export function install(module, archive) {
  const data = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const text = new TextDecoder();
  for (let at = 0; data.getUint32(at, true) === ENTRY; ) {
    const size = data.getUint32(at + 18, true);
    const name = data.getUint16(at + 26, true);
    const begins = at + 30 + name + data.getUint16(at + 28, true);
    const path = `${PACKAGES}/${text.decode(archive.subarray(at + 30, at + 30 + name))}`;
    const content = new Uint8Array(archive.slice(begins, begins + size));
    module.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    module.FS.writeFile(path, content);
    if (path.endsWith(".so")) {
      const how = { loadAsync: false, nodelete: true, allowUndefined: true };
      const exports = module.loadWebAssemblyModule(content, how, path, {});
      const library = module.newDSO(path, undefined, "loading");
      library.global = false;
      library.exports = exports;
    }
    at = begins + size;
  }
}
