/** A picture without metadata; size in pixels after rotation. */
export type CleanPicture = { bytes: Buffer; width: number; height: number };

/** The bytes begin as a picture but do not continue as one. */
export class BrokenPicture extends Error {}

/** Animations have some hundreds; more means an attack by slow reading. */
const mostParts = 20_000;

/** @returns to be called for each part. @throws BrokenPicture beyond the limit */
export function countParts(): () => void {
  let parts = 0;
  return () => {
    parts += 1;
    if (parts > mostParts) throw new BrokenPicture('It has too many parts');
  };
}

/** @throws BrokenPicture where the bytes end before */
export function part(bytes: Buffer, from: number, length: number): Buffer {
  if (length < 0 || from + length > bytes.length) throw new BrokenPicture('The bytes end too early');
  return bytes.subarray(from, from + length);
}

/** A size after rotation. @param orientation of EXIF; from 5 on a picture is sideways */
export function turned(
  { width, height }: { width: number; height: number },
  orientation: number,
): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
