import { makeZip } from 'client-zip';

/** In pixels, of a packed photo's longer side. */
const maxSide = 3000;
const jpeg = { type: 'image/jpeg', quality: 0.85 };

/** The earliest that a ZIP can hold: packed again, the same files are the same bytes. */
const noTime = new Date(1980, 0, 1);

/** Safari before 16.4 has no canvas in workers; the page then packs. */
function encode(bitmap: ImageBitmap, width: number, height: number): Promise<Blob> {
  if (typeof OffscreenCanvas !== 'undefined') {
    const canvas = new OffscreenCanvas(width, height);
    draw(canvas.getContext('2d'), bitmap, width, height);
    return canvas.convertToBlob(jpeg);
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  draw(canvas.getContext('2d'), bitmap, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('Not encoded')) : resolve(blob)),
      jpeg.type,
      jpeg.quality,
    ),
  );
}

function draw(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  bitmap: ImageBitmap,
  width: number,
  height: number,
): void {
  if (context === null) throw new Error('No canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, width, height);
}

/**
 * Turns a photo upright, reduces it to 3,000 px and leaves its metadata behind.
 * @returns a JPEG; null when the browser cannot decode it, as most cannot with HEIC
 */
export async function preparePhoto(photo: File): Promise<Blob | null> {
  try {
    // Applies the EXIF orientation.
    const bitmap = await createImageBitmap(photo);
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
    const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
    try {
      const encoded = await encode(bitmap, side(bitmap.width), side(bitmap.height));
      return encoded.type === jpeg.type ? encoded : null;
    } finally {
      bitmap.close();
    }
  } catch {
    return null;
  }
}

export type Entry = { name: string; input: Blob };

/** Not compressed: photos are. @throws when a file can no longer be read */
export function zip(entries: readonly Entry[]): Promise<Blob> {
  const dated = entries.map((entry) => ({ ...entry, lastModified: noTime }));
  return new Response(makeZip(dated)).blob();
}

/** One piece of work of the packer. */
export type Work = { photo: File } | { entries: readonly Entry[] };

export function work(given: Work): Promise<Blob | null> {
  return 'photo' in given ? preparePhoto(given.photo) : zip(given.entries);
}
