import { expect, test, vi } from "vitest";
import { zipped } from "../testing/archives";
import { install, type Module } from "./python";

const PLACE = "/lib/python3.14/site-packages/";

/** Return a module that notes what is written, and the libraries that it could load. */
function pretended(refused: string): { module: Module; written: string[]; loaded: string[] } {
  const written: string[] = [];
  const loaded: string[] = [];
  const module = {
    FS: { mkdirTree: () => {}, writeFile: (path: string) => written.push(path) },
    HEAP8: new Int8Array(),
    growMemory: () => {},
    newDSO: (path: string) => {
      loaded.push(path);
      return { global: true, exports: undefined };
    },
    loadWebAssemblyModule: (_code: unknown, _how: unknown, path: string) => {
      if (path.includes(refused)) throw new Error("CompileError");
      return {};
    },
  };
  return { module: module as unknown as Module, written, loaded };
}

const NAMES = ["msgspec/_core.so", "qwirkle/engine/placement/board.so", "qwirkle/game.pyc"];
const archive = () => zipped(NAMES.map((name) => [name, "x"]));

test("libraries are loaded, and every file is written", () => {
  const { module, written, loaded } = pretended("nothing");
  install(module, archive());
  expect(written).toEqual(NAMES.map((name) => PLACE + name));
  expect(loaded).toEqual([`${PLACE}msgspec/_core.so`, `${PLACE}qwirkle/engine/placement/board.so`]);
});

test("a browser too old for the compiled core leaves it out, and nothing else", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { module, written, loaded } = pretended("qwirkle/engine");
  install(module, archive());
  expect(written).toEqual([`${PLACE}msgspec/_core.so`, `${PLACE}qwirkle/game.pyc`]);
  expect(loaded).toEqual([`${PLACE}msgspec/_core.so`]);
  expect(warn).toHaveBeenCalledOnce();
  expect(() => install(pretended("msgspec").module, archive())).toThrow("CompileError");
  warn.mockRestore();
});
