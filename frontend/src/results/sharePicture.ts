/** The result as a picture: passed on where the device can share files, saved where it cannot. */

import { get } from "../api/client";
import { settings } from "../settings/settings.svelte";

const WIDTH = 1200;
const HEIGHT = 630;
const NAME = "qwirkle.png";
const PNG = "image/png";

/** Make the picture of a finished table. Messengers show bitmaps only, so the drawing becomes one here. */
export async function resultPicture(table: string): Promise<File> {
  const query = { face: settings.face };
  const drawing = await get("/api/tables/{table}/picture", { path: { table }, query });
  const image = new Image(WIDTH, HEIGHT);
  // The page may load pictures only from itself and from data.
  image.src = `data:image/svg+xml,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext("2d")?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  const bitmap = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, PNG));
  if (bitmap === null) throw new Error("the picture could not be drawn");
  return new File([bitmap], NAME, { type: PNG });
}

/** Pass a picture on, or save it; return which of them happened, or that the reader changed their mind. */
export async function passOn(
  picture: File,
  text: string,
): Promise<"shared" | "saved" | "cancelled"> {
  const sent = { files: [picture], title: "Qwirkle", text };
  if (navigator.canShare?.(sent)) {
    try {
      await navigator.share(sent);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
      // Some browsers refuse after a while: then it is saved.
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = picture.name;
  link.click();
  // Some browsers read it only after this turn of theirs.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return "saved";
}
