import {
  exifOf,
  orientationOf,
  BrokenPicture,
  countParts,
  part,
  turned,
  type CleanPicture,
} from './picture.ts';

const exifMark = 'Exif\0\0';
const endOfImage = Buffer.from([0xff, 0xd9]);

/** Tables, frames, height and restart intervals (two bytes). */
const decoding = (marker: number, bytes: number): boolean =>
  (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8) ||
  marker === 0xdb ||
  ((marker === 0xdc || marker === 0xdd) && bytes === 2);
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const adobe = 'Adobe';
/** Colour transform only; null for others. */
function adobeNote(content: Buffer): Buffer | null {
  if (content.length < 12 || content.toString('latin1', 0, adobe.length) !== adobe) return null;
  return Buffer.concat([Buffer.from(`${adobe}\0d\0\0\0\0`, 'latin1'), content.subarray(11, 12)]);
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes[at + 1] as number;
    // Stuffed byte or restart: pixels continue.
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at += 2;
  }
}

/**
 * Removes EXIF with place and camera, XMP, IPTC, comments, previews, trailing bytes. Keeps orientation and
 * pixels.
 * @throws BrokenPicture
 */
export function cleanJpeg(bytes: Buffer): CleanPicture {
  const kept: Buffer[] = [];
  const count = countParts();
  let size: { width: number; height: number } | undefined;
  let orientation = 1;
  let hasScan = false;
  for (let at = 2; at < bytes.length;) {
    if (bytes[at] !== 0xff) throw new BrokenPicture('No marker where one must be');
    const marker = bytes[at + 1];
    if (marker === undefined || marker === 0xd9) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    count();
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 2;
      continue;
    }
    const length = part(bytes, at + 2, 2).readUInt16BE();
    const content = part(bytes, at + 4, length - 2);
    at += 2 + length;
    if (isFrame(marker)) {
      const [height, width] = [part(content, 1, 2).readUInt16BE(), part(content, 3, 2).readUInt16BE()];
      size ??= { width, height };
    }
    if (marker === 0xe1 && content.toString('latin1', 0, exifMark.length) === exifMark)
      orientation = orientationOf(content.subarray(exifMark.length));
    if (marker === 0xda) {
      const end = endOfScan(bytes, at);
      kept.push(segment(marker, content), bytes.subarray(at, end));
      at = end;
      hasScan = true;
    } else if (decoding(marker, content.length)) kept.push(segment(marker, content));
    else if (marker === 0xee) {
      const note = adobeNote(content);
      if (note !== null) kept.push(segment(marker, note));
    }
  }
  if (size === undefined || !hasScan) throw new BrokenPicture('There is no picture in it');
  const exif = segment(0xe1, Buffer.concat([Buffer.from(exifMark, 'latin1'), exifOf(orientation)]));
  const head = [Buffer.from([0xff, 0xd8]), ...(orientation === 1 ? [] : [exif])];
  return { bytes: Buffer.concat([...head, ...kept, endOfImage]), ...turned(size, orientation) };
}
