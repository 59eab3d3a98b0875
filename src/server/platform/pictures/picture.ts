/** A picture without what it said of its making: its bytes, and its size in pixels as it is looked at. */
export type CleanPicture = { bytes: Buffer; width: number; height: number };

/** The bytes begin as a picture does, and do not go on as one. */
export class BrokenPicture extends Error {}

/** A picture of more parts is made to be slow to read: an animated one has some hundreds. */
const mostParts = 20_000;

/** @returns what is called for each part of a picture. @throws BrokenPicture beyond the most that one may have */
export function countParts(): () => void {
  let parts = 0;
  return () => {
    parts += 1;
    if (parts > mostParts) throw new BrokenPicture('It has too many parts');
  };
}

/** Bytes from one place to another. @throws BrokenPicture where they end before */
export function part(bytes: Buffer, from: number, length: number): Buffer {
  if (length < 0 || from + length > bytes.length) throw new BrokenPicture('The bytes end too early');
  return bytes.subarray(from, from + length);
}

/** A size as it is looked at. @param orientation as of EXIF; from 5 on a picture lies on its side */
export function turned(
  { width, height }: { width: number; height: number },
  orientation: number,
): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}
