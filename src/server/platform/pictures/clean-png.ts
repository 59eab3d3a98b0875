import { crc32 } from 'node:zlib';
import {
  exifOf,
  orientationOf,
  BrokenPicture,
  countParts,
  part,
  turned,
  type CleanPicture,
} from './picture.ts';

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
export function cleanPng(bytes: Buffer): CleanPicture {
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
