import { makeZip } from 'client-zip';
import { packedSize } from './pack-rules.ts';

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
 * Turns a photo upright, reduces a large one and leaves its metadata behind.
 * @returns a JPEG; null when the browser cannot decode it, as most cannot with HEIC, or draw it
 */
export async function preparePhoto(photo: File): Promise<Blob | null> {
  try {
    // Applies the EXIF orientation.
    const bitmap = await createImageBitmap(photo);
    try {
      const size = packedSize(bitmap);
      if (size === null) return null;
      const encoded = await encode(bitmap, size.width, size.height);
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
