/** A picture as it is shown and sent: scaled down and encoded again, so that it reveals nothing else. */

export const LONG_SIDE = 1600;
const QUALITY = 0.9;

export interface Picture {
  readonly canvas: HTMLCanvasElement;
  /** The picture as JPEG, without the place and time that a camera records. */
  readonly data: Blob;
}

/** The file is not a picture, or not one that this browser can read. */
export class NoPicture extends Error {}

export async function pictureIn(file: Blob): Promise<Picture> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new NoPicture();
  }
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = fitting(bitmap.width, bitmap.height);
  const context = canvas.getContext("2d");
  if (context === null) throw new NoPicture();
  context.imageSmoothingQuality = "high";
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const data = await new Promise<Blob | null>((done) => {
    canvas.toBlob(done, "image/jpeg", QUALITY);
  });
  if (data === null) throw new NoPicture();
  return { canvas, data };
}

/** Return the size with a long side of at most `LONG_SIDE`. */
export function fitting(width: number, height: number): readonly [number, number] {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}
