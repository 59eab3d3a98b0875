/** A picture without what it said of its making: its bytes, and its size in pixels as it is looked at. */
export type CleanPicture = { bytes: Buffer; width: number; height: number };

/** The bytes begin as a picture does, and do not go on as one. */
export class BrokenPicture extends Error {}

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
