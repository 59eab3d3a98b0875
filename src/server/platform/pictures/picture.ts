/** Size in pixels, after rotation. */
export type CleanPicture = { bytes: Buffer; width: number; height: number };

export class BrokenPicture extends Error {}

/** Animations have hundreds; more is an attack. */
const mostParts = 20_000;

/** @returns call it per part. @throws BrokenPicture beyond the limit */
export function countParts(): () => void {
  let parts = 0;
  return () => {
    parts += 1;
    if (parts > mostParts) throw new BrokenPicture('It has too many parts');
  };
}

/** @throws BrokenPicture if bytes end earlier */
export function part(bytes: Buffer, from: number, length: number): Buffer {
  if (length < 0 || from + length > bytes.length) throw new BrokenPicture('The bytes end too early');
  return bytes.subarray(from, from + length);
}

/** @param orientation of EXIF; sideways from 5 */
export function turned(
  { width, height }: { width: number; height: number },
  orientation: number,
): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

const orientationTag = 0x0112;
const short = 3;

/**
 * @param tiff untrusted, from the TIFF header
 * @returns 1 to 8; 1, not rotated, if unreadable
 */
export function orientationOf(tiff: Buffer): number {
  const order = tiff.toString('latin1', 0, 4);
  if (tiff.length < 8 || (order !== 'II*\0' && order !== 'MM\0*')) return 1;
  const isLittle = order.startsWith('I');
  const read16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = read16(directory);
  for (let n = 0, at = directory + 2; n < entries && at + 12 <= tiff.length; n += 1, at += 12) {
    if (read16(at) !== orientationTag || read16(at + 2) !== short) continue;
    const orientation = read16(at + 8);
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  }
  return 1;
}

/** From the TIFF header on. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 0, 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(orientationTag, 10);
  tiff.writeUInt16LE(short, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}
