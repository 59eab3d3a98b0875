import type { AttachmentType } from '#contract/forum/attachment-view';
import { cleanJpeg } from './clean-jpeg.ts';
import { cleanWebp } from './clean-webp.ts';
import {
  BrokenPicture,
  type CleanPicture,
  countParts,
  exifOf,
  orientationOf,
  part,
  turned,
} from './picture.ts';
import { crc32 } from 'node:zlib';

/** Most bytes per chunk. Colour profiles name a screen's serial number. */
const needed: Readonly<Record<string, number>> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Infinity,
  IEND: 0,
  tRNS: 256,
  sRGB: 1,
  cICP: 4,
  acTL: 8,
  fcTL: 26,
  fdAT: Infinity,
};

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

/** Removes texts, EXIF, times, unknown chunks, trailing bytes. Keeps orientation. @throws BrokenPicture */
function cleanPng(bytes: Buffer): CleanPicture {
  const kept: Buffer[] = [];
  const count = countParts();
  let orientation = 1;
  let hasPixels = false;
  const signature = part(bytes, 0, 8);
  const first = part(bytes, 8, 25);
  if (first.toString('latin1', 4, 8) !== 'IHDR' || first.readUInt32BE() !== 13)
    throw new BrokenPicture('It does not begin with its size');
  const size = { width: first.readUInt32BE(8), height: first.readUInt32BE(12) };
  for (let at = 8, type = ''; type !== 'IEND';) {
    count();
    const head = part(bytes, at, 8);
    const length = head.readUInt32BE();
    type = head.toString('latin1', 4);
    const whole = part(bytes, at, length + 12);
    if (length <= (needed[type] ?? -1)) {
      // Browsers draw no corrupt chunk; sizes are checked elsewhere.
      if (type !== 'IHDR' && crc32(whole.subarray(4, -4)) !== whole.readUInt32BE(length + 8))
        throw new BrokenPicture('A chunk is not what was written');
      hasPixels ||= type === 'IDAT';
      kept.push(whole);
    } else if (type === 'eXIf') orientation = orientationOf(part(whole, 8, length));
    at += whole.length;
  }
  if (!hasPixels) throw new BrokenPicture('There is no picture in it');
  if (orientation !== 1) kept.splice(1, 0, chunk('eXIf', exifOf(orientation)));
  return { bytes: Buffer.concat([signature, ...kept]), ...turned(size, orientation) };
}

const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1));
const repeats = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0']);

/** Only display time and repeats are. */
function isNeeded(extension: Buffer): boolean {
  const text = extension.toString('hex');
  if (extension[1] === 0xf9) return /^21f904.{8}00$/.test(text);
  return /^21ff0b.{22}0301.{4}00$/.test(text) && repeats.has(extension.toString('latin1', 3, 14));
}

function endOfBlocks(bytes: Buffer, from: number): number {
  for (let at = from; ;) {
    const length = bytes[at];
    if (length === undefined) throw new BrokenPicture('The bytes end too early');
    at += 1 + length;
    if (length === 0) return at;
  }
}

/** Keeps only what draws. @throws BrokenPicture */
function cleanGif(bytes: Buffer): CleanPicture {
  const head = part(bytes, 0, 13);
  const begin = 13 + tableBytes(head[10] as number);
  const kept: Buffer[] = [part(bytes, 0, begin)];
  const size = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  const count = countParts();
  let hasPicture = false;
  for (let at = begin; ;) {
    count();
    const sign = part(bytes, at, 1)[0];
    if (sign === 0x3b) break;
    let end: number;
    let isKept = true;
    if (sign === 0x2c) {
      const frame = part(bytes, at + 1, 9);
      // Browsers draw frames beyond the stated size.
      if (
        frame.readUInt16LE(0) + frame.readUInt16LE(4) > size.width ||
        frame.readUInt16LE(2) + frame.readUInt16LE(6) > size.height
      )
        throw new BrokenPicture('A frame is larger than the picture');
      const flags = frame[8] as number;
      // After descriptor and colours: code width and blocks.
      end = endOfBlocks(bytes, at + 10 + tableBytes(flags) + 1);
      hasPicture = true;
    } else if (sign === 0x21) {
      end = endOfBlocks(bytes, at + 2);
      isKept = isNeeded(bytes.subarray(at, Math.min(end, at + 32)));
    } else throw new BrokenPicture('No block where one must be');
    if (isKept) kept.push(bytes.subarray(at, end));
    at = end;
  }
  if (!hasPicture) throw new BrokenPicture('There is no picture in it');
  return { bytes: Buffer.concat([...kept, Buffer.from([0x3b])]), ...size };
}

type PictureType = Exclude<AttachmentType, 'text/plain'>;

const cleaners: Record<PictureType, (bytes: Buffer) => CleanPicture> = {
  'image/png': cleanPng,
  'image/jpeg': cleanJpeg,
  'image/gif': cleanGif,
  'image/webp': cleanWebp,
};

export function pictureTypeOf(bytes: Buffer): PictureType | null {
  const starts = (text: string, at = 0) => bytes.toString('latin1', at, at + text.length) === text;
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (starts('\xff\xd8\xff')) return 'image/jpeg';
  if (starts('GIF87a') || starts('GIF89a')) return 'image/gif';
  return starts('RIFF') && starts('WEBP', 8) ? 'image/webp' : null;
}

/** Keeps orientation. @throws BrokenPicture for bytes that only begin as a picture, or no pixels */
export function cleanPicture(type: PictureType, bytes: Buffer): CleanPicture {
  const cleaned = cleaners[type](bytes);
  if (cleaned.width < 1 || cleaned.height < 1) throw new BrokenPicture('It has no pixels');
  return cleaned;
}
