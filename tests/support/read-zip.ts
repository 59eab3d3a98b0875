import { inflateRawSync } from 'node:zlib';

const none = 0xffffffff;

/** Sizes and place of an entry; 64-bit ones stand in the extra field, in this order, where the short ones are full. */
function places(zip: Buffer, at: number, nameBytes: number, extraBytes: number): number[] {
  const short = [24, 20, 42].map((offset) => zip.readUInt32LE(at + offset));
  let extra = at + 46 + nameBytes;
  const end = extra + extraBytes;
  while (extra < end && zip.readUInt16LE(extra) !== 1) extra += 4 + zip.readUInt16LE(extra + 2);
  let next = extra + 4;
  return short.map((value) => {
    if (value !== none) return value;
    next += 8;
    return Number(zip.readBigUInt64LE(next - 8));
  });
}

/** The files of an archive by their names, read by its central directory as every unpacker does. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  let at = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    ) as [number, number, number];
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes);
    const [size, packed, from] = places(zip, at, nameBytes, extraBytes) as [number, number, number];
    const data = from + 30 + zip.readUInt16LE(from + 26) + zip.readUInt16LE(from + 28);
    const raw = zip.subarray(data, data + packed);
    const bytes = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(raw) : raw;
    if (bytes.length !== size) throw new Error(`${name} has ${bytes.length} bytes in place of ${size}`);
    files.set(name, bytes);
    at += 46 + nameBytes + extraBytes + commentBytes;
  }
  return files;
}
