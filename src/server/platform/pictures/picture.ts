/** Without metadata; size in pixels after rotation. */
export type CleanPicture = { bytes: Buffer; width: number; height: number };

export class BrokenPicture extends Error {}

/** Animations have some hundreds; more is an attack. */
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

/** @param orientation of EXIF; from 5 on a picture is sideways */
export function turned(
  { width, height }: { width: number; height: number },
  orientation: number,
): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
