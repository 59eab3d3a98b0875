import {
  exifOf,
  orientationOf,
  BrokenPicture,
  countParts,
  part,
  turned,
  type CleanPicture,
} from './picture.ts';

const needed = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']);
const neededOfFrame = new Set(['VP8 ', 'VP8L', 'ALPH']);
/** Position and duration. */
const frameHead = 16;
const [hasProfile, hasExif, hasXmp] = [0x20, 0x08, 0x04];

type Chunk = { type: string; content: Buffer };

function* chunksOf(bytes: Buffer, count: () => void): Generator<Chunk> {
  for (let at = 0; at + 8 <= bytes.length;) {
    count();
    const type = bytes.toString('latin1', at, at + 4);
    const content = part(bytes, at + 8, bytes.readUInt32LE(at + 4));
    yield { type, content };
    at += 8 + content.length + (content.length % 2);
  }
}

function write({ type, content }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

function sizeOf({ type, content }: Chunk): { width: number; height: number } | undefined {
  if (type === 'VP8X') {
    const size = part(content, 4, 6);
    return { width: size.readUIntLE(0, 3) + 1, height: size.readUIntLE(3, 3) + 1 };
  }
  if (type === 'VP8 ') {
    const size = part(content, 6, 4);
    return { width: size.readUInt16LE(0) & 0x3fff, height: size.readUInt16LE(2) & 0x3fff };
  }
  if (type !== 'VP8L') return undefined;
  const bits = part(content, 1, 4).readUInt32LE();
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function cleanFrame(content: Buffer, count: () => void): Buffer {
  const chunks = [...chunksOf(content.subarray(frameHead), count)].filter(({ type }) =>
    neededOfFrame.has(type),
  );
  return Buffer.concat([part(content, 0, frameHead), ...chunks.map(write)]);
}

/** Removes EXIF, XMP, unknown chunks, trailing bytes. Keeps orientation. @throws BrokenPicture */
export function cleanWebp(bytes: Buffer): CleanPicture {
  const length = part(bytes, 0, 12).readUInt32LE(4);
  const count = countParts();
  const all = [...chunksOf(part(bytes, 12, length - 4), count)];
  const size = all[0] && sizeOf(all[0]);
  if (size === undefined) throw new BrokenPicture('It does not begin with its size');
  const written = all.find(({ type }) => type === 'EXIF')?.content;
  const tiff = written?.toString('latin1', 0, 6) === 'Exif\0\0' ? written.subarray(6) : written;
  const orientation = tiff === undefined ? 1 : orientationOf(tiff);
  const kept = all
    .filter(({ type, content }) => needed.has(type) && (type !== 'ANIM' || content.length === 6))
    .map(({ type, content }) =>
      type === 'ANMF' ? { type, content: cleanFrame(content, count) } : { type, content },
    );
  const first = kept[0];
  if (first?.type === 'VP8X') {
    first.content = Buffer.from(first.content.subarray(0, 10));
    const flags = (first.content[0] as number) & ~(hasProfile | hasExif | hasXmp);
    first.content[0] = orientation === 1 ? flags : flags | hasExif;
    if (orientation !== 1) kept.push({ type: 'EXIF', content: exifOf(orientation) });
  }
  const body = Buffer.concat(kept.map(write));
  const head = Buffer.from(part(bytes, 0, 12));
  head.writeUInt32LE(body.length + 4, 4);
  const isTurned = first?.type === 'VP8X' ? orientation : 1;
  return { bytes: Buffer.concat([head, body]), ...turned(size, isTurned) };
}
