import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { imageSize } from 'image-size';
import { describe, expect, it, test } from 'vitest';
import '#support/same-draws';
import { jpegSegment, jpegWith, phoneExif, picture } from '#support/attachments';
import { cleanPicture, pictureTypeOf } from './clean-picture.ts';
import { exifOf, orientationOf, BrokenPicture } from './picture.ts';

const secret = 'GPS 12.97N 77.59E';
const exifSegment = (orientation: number) =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), phoneExif(orientation, secret)]));

function pngChunk(type: string, content: Buffer | string): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(content as string)]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(body.length - 4, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}
/** A PNG with chunks behind its size. */
const pngWith = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([picture('png').subarray(0, 33), ...chunks, picture('png').subarray(33)]);

function riffChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type);
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
/** A WebP with chunks at its end, which its beginning announces. */
function webpWith(...chunks: Buffer[]): Buffer {
  const all = Buffer.concat([picture('webp'), ...chunks]);
  all.writeUInt32LE(all.length - 8, 4);
  all[20] = (all[20] as number) | 0x0c;
  return all;
}
const gifExtension = (label: number, text: string) =>
  Buffer.concat([Buffer.from([0x21, label, text.length]), Buffer.from(text), Buffer.from([0])]);
/** A GIF with an extension behind its colours. */
const gifWith = (...extensions: Buffer[]) =>
  Buffer.concat([picture('gif').subarray(0, 19), ...extensions, picture('gif').subarray(19)]);

describe.each([
  ['image/jpeg', picture('jpeg')],
  ['image/png', picture('png')],
  ['image/webp', picture('webp')],
  ['image/webp', picture('webpLossless')],
  ['image/gif', picture('gif')],
] as const)('%s', (type, bytes) => {
  it('is known by its bytes, keeps its size, and is a picture still', () => {
    expect(pictureTypeOf(bytes)).toBe(type);
    const cleaned = cleanPicture(type, bytes);
    const { width, height } = imageSize(cleaned.bytes);
    expect({ width: cleaned.width, height: cleaned.height }).toEqual({ width, height });
    expect({ width, height }).toEqual(
      type === 'image/gif' ? { width: 1, height: 1 } : { width: 3, height: 2 },
    );
  });

  it('cleaned again is the same', () => {
    const once = cleanPicture(type, bytes);
    expect(cleanPicture(type, once.bytes)).toEqual(once);
  });

  it('loses what stands behind its end', () => {
    const cleaned = cleanPicture(type, Buffer.concat([bytes, Buffer.from(secret)]));
    expect(cleaned).toEqual(cleanPicture(type, bytes));
  });

  it('is refused, and nothing else happens, wherever its bytes end or are others', () => {
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.boolean(), (place, value, isCut) => {
        const broken = isCut ? bytes.subarray(0, place) : Buffer.from(bytes);
        if (!isCut) broken[place] = value;
        try {
          cleanPicture(type, broken);
        } catch (error) {
          expect(error).toBeInstanceOf(BrokenPicture);
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** Pictures that say where they were taken, in every way that theirs has. */
const telling: [string, 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif', Buffer][] = [
  ['EXIF', 'image/jpeg', jpegWith(exifSegment(1))],
  ['XMP', 'image/jpeg', jpegWith(jpegSegment(0xe1, `http://ns.adobe.com/xap/1.0/\0${secret}`))],
  ['IPTC', 'image/jpeg', jpegWith(jpegSegment(0xed, `Photoshop 3.0\0${secret}`))],
  ['a comment', 'image/jpeg', jpegWith(jpegSegment(0xfe, secret))],
  ['further pictures', 'image/jpeg', jpegWith(jpegSegment(0xe2, `MPF\0${secret}`))],
  ['a preview', 'image/jpeg', jpegWith(jpegSegment(0xe0, `JFXX\0${secret}`))],
  ['a colour profile', 'image/jpeg', jpegWith(jpegSegment(0xe2, `ICC_PROFILE\0\x01\x01${secret}`))],
  ['a colour profile', 'image/png', pngWith(pngChunk('iCCP', `Studio Display\0\0${secret}`))],
  ['what a screen’s colours are', 'image/png', pngWith(pngChunk('cHRM', secret), pngChunk('gAMA', 'abcd'))],
  ['a colour profile', 'image/webp', webpWith(riffChunk('ICCP', Buffer.from(secret)))],
  ['EXIF', 'image/png', pngWith(pngChunk('eXIf', phoneExif(1, secret)))],
  ['a text', 'image/png', pngWith(pngChunk('tEXt', `Location\0${secret}`))],
  ['a text of Unicode', 'image/png', pngWith(pngChunk('iTXt', `XML:com.adobe.xmp\0${secret}`))],
  ['an unknown chunk', 'image/png', pngWith(pngChunk('caBX', secret))],
  ['EXIF', 'image/webp', webpWith(riffChunk('EXIF', phoneExif(1, secret)))],
  ['XMP', 'image/webp', webpWith(riffChunk('XMP ', Buffer.from(secret)))],
  ['an unknown chunk', 'image/webp', webpWith(riffChunk('note', Buffer.from(secret)))],
  ['a comment', 'image/gif', gifWith(gifExtension(0xfe, secret))],
  ['a program’s note', 'image/gif', gifWith(gifExtension(0xff, `XMP DataXMP${secret}`))],
  // What is needed, and longer than it can be.
  ['a height', 'image/jpeg', jpegWith(jpegSegment(0xdc, secret))],
  ['a hierarchy', 'image/jpeg', jpegWith(jpegSegment(0xde, secret), jpegSegment(0xdf, secret))],
  ['a colour space', 'image/png', pngWith(pngChunk('sRGB', `\0${secret}`), pngChunk('cICP', secret))],
  ['an animation', 'image/png', pngWith(pngChunk('acTL', secret))],
  ['an animation', 'image/webp', webpWith(riffChunk('ANIM', Buffer.from(secret)))],
  ['a repetition', 'image/gif', gifWith(gifExtension(0xff, `NETSCAPE2.0\x03\x01\0\0${secret}`))],
  ['a delay', 'image/gif', gifWith(gifExtension(0xf9, `\0\0\0\0${secret}`))],
];

test.each(telling)('%s of %s goes', (_, type, bytes) => {
  expect(bytes.includes(secret)).toBe(true);
  const cleaned = cleanPicture(type, bytes);
  expect(cleaned.bytes.includes(secret)).toBe(false);
  const own = { 'image/jpeg': 'jpeg', 'image/png': 'png', 'image/webp': 'webp', 'image/gif': 'gif' } as const;
  expect(cleaned).toEqual(cleanPicture(type, picture(own[type])));
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'which way up it is stays, and nothing else of EXIF: %i',
  (orientation) => {
    const size = orientation >= 5 ? { width: 2, height: 3 } : { width: 3, height: 2 };
    const jpeg = cleanPicture('image/jpeg', jpegWith(exifSegment(orientation)));
    expect(jpeg).toMatchObject(size);
    expect(imageSize(jpeg.bytes).orientation ?? 1).toBe(orientation);
    const png = cleanPicture('image/png', pngWith(pngChunk('eXIf', phoneExif(orientation, secret))));
    expect(png).toMatchObject(size);
    expect(png.bytes.includes(exifOf(orientation))).toBe(orientation !== 1);
    for (const before of ['', 'Exif\0\0']) {
      const exif = Buffer.concat([Buffer.from(before), phoneExif(orientation, secret)]);
      const webp = cleanPicture('image/webp', webpWith(riffChunk('EXIF', exif)));
      expect(webp).toMatchObject(size);
      expect(webp.bytes.includes(exifOf(orientation))).toBe(orientation !== 1);
      expect((webp.bytes[20] as number) & 0x0c).toBe(orientation === 1 ? 0 : 8);
    }
  },
);

test('how the colours of a JPEG were turned into numbers stays, and nothing else of Adobe’s note', () => {
  const note = (flags: string, behind = '') => jpegSegment(0xee, `Adobe\0d${flags}\x02${behind}`);
  const { bytes } = cleanPicture('image/jpeg', jpegWith(note('GPS1', secret)));
  expect(bytes.includes(note('\0\0\0\0'))).toBe(true);
  expect(bytes.includes('GPS')).toBe(false);
  expect(cleanPicture('image/jpeg', jpegWith(jpegSegment(0xee, 'Adobe'))).bytes.includes('Adobe')).toBe(
    false,
  );
});

test('no picture keeps a colour profile, and none says that it has one', () => {
  for (const type of ['jpeg', 'webp', 'webpLossless'] as const) {
    expect(picture(type).includes('acsp'), type).toBe(true);
    const { bytes } = cleanPicture(type === 'jpeg' ? 'image/jpeg' : 'image/webp', picture(type));
    expect(bytes.includes('acsp'), type).toBe(false);
    if (type !== 'jpeg') expect((bytes[20] as number) & 0x20).toBe(0);
  }
});

/** So many parts that no picture has, which are each of a few bytes. */
const partsOf = (part: Buffer) => Buffer.concat(Array.from({ length: 20_001 }, () => part));
test.each([
  ['empty scans', 'image/jpeg', jpegWith(partsOf(Buffer.from([0xff, 0xda, 0, 2])))],
  ['empty tables', 'image/jpeg', jpegWith(partsOf(Buffer.from([0xff, 0xdb, 0, 2])))],
  ['notes', 'image/jpeg', jpegWith(partsOf(Buffer.from([0xff, 0xfe, 0, 2])))],
  ['restarts', 'image/jpeg', jpegWith(partsOf(Buffer.from([0xff, 0xd0])))],
  ['empty chunks', 'image/png', pngWith(partsOf(pngChunk('IDAT', '')))],
  ['notes', 'image/png', pngWith(partsOf(pngChunk('note', '')))],
  ['empty chunks', 'image/webp', webpWith(partsOf(riffChunk('note', Buffer.alloc(0))))],
  [
    'chunks of a frame',
    'image/webp',
    webpWith(riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), partsOf(riffChunk('x', Buffer.alloc(0)))]))),
  ],
  ['empty extensions', 'image/gif', gifWith(partsOf(Buffer.from([0x21, 0xfe, 0])))],
  ['repeats', 'image/gif', gifWith(partsOf(gifExtension(0xff, 'NETSCAPE2.0')))],
] as const)('%s without end in %s are refused', (_, type, bytes) => {
  expect(() => cleanPicture(type, bytes)).toThrow('too many parts');
});

test('a GIF with a frame beyond the size that it tells is refused: a browser would draw it as large', () => {
  const frame = (left: number, top: number, width: number, height: number) => {
    const bytes = picture('gif');
    const at = bytes.indexOf(0x2c, 19);
    [left, top, width, height].forEach((value, index) => bytes.writeUInt16LE(value, at + 1 + 2 * index));
    return bytes;
  };
  expect(cleanPicture('image/gif', frame(0, 0, 1, 1))).toMatchObject({ width: 1, height: 1 });
  for (const [left, top, width, height] of [
    [0, 0, 16_000, 16_000],
    [0, 0, 1, 2],
    [1, 0, 1, 1],
    [0, 65_535, 1, 1],
  ] as const)
    expect(() => cleanPicture('image/gif', frame(left, top, width, height))).toThrow(
      'larger than the picture',
    );
});

test('a GIF is repeated as often as before', () => {
  const repeat = Buffer.from('21ff0b4e45545343415045322e300301000000', 'hex');
  expect(cleanPicture('image/gif', gifWith(repeat)).bytes.includes(repeat)).toBe(true);
});

test('EXIF of either order of bytes is read, and of any bytes nothing but a way up', () => {
  const big = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
  expect(orientationOf(big)).toBe(6);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.boolean(), (bytes, hasHead) => {
      const tiff = hasHead ? Buffer.concat([Buffer.from('II*\0'), bytes]) : Buffer.from(bytes);
      expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(orientationOf(tiff));
    }),
  );
});

test('what only calls itself a picture is none', () => {
  for (const text of ['<svg xmlns="http://www.w3.org/2000/svg"/>', '<html>', '', 'RIFF....WAVE', '%PDF-1.7'])
    expect(pictureTypeOf(Buffer.from(text)), text).toBeNull();
  expect(() => cleanPicture('image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toThrow(BrokenPicture);
});
