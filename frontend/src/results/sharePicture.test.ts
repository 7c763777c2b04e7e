import { afterEach, expect, test, vi } from "vitest";
import { passOn } from "./sharePicture";

const PICTURE = new File(["picture"], "qwirkle.png", { type: "image/png" });
const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});

function sharing(share: () => Promise<void>, can = true): void {
  Object.assign(navigator, { canShare: () => can, share: vi.fn(share) });
  vi.stubGlobal("URL", { createObjectURL: () => "blob:1", revokeObjectURL: () => {} });
}
afterEach(() => {
  click.mockClear();
  vi.unstubAllGlobals();
  Object.assign(navigator, { canShare: undefined, share: undefined });
});

test("a device that can share files is given the picture", async () => {
  sharing(async () => {});
  expect(await passOn(PICTURE, "Ann wins")).toBe("shared");
  expect(navigator.share).toHaveBeenCalledExactlyOnceWith({
    files: [PICTURE],
    title: "Qwirkle",
    text: "Ann wins",
  });
  expect(click).not.toHaveBeenCalled();
});

test("whoever changes their mind gets no file instead", async () => {
  sharing(() => Promise.reject(new DOMException("", "AbortError")));
  expect(await passOn(PICTURE, "")).toBe("cancelled");
  expect(click).not.toHaveBeenCalled();
});

test("elsewhere, or where sharing is refused, the picture is saved", async () => {
  sharing(async () => {}, false);
  expect(await passOn(PICTURE, "")).toBe("saved");
  sharing(() => Promise.reject(new DOMException("", "NotAllowedError")));
  expect(await passOn(PICTURE, "")).toBe("saved");
  expect(click).toHaveBeenCalledTimes(2);
});
