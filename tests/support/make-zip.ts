import { deflateRawSync, constants, crc32 } from 'node:zlib';

/** An entry of a ZIP; whatever it says of itself may be wrong. */
export type ZipPart = {
  name: string | Buffer;
  /** Whether it says that its name is UTF-8; macOS does not. */
  isNameMarked?: boolean;
  /** Its bytes, packed here; or `packed` as they are to stand. */
  data?: string | Buffer;
  packed?: Buffer;
  /** What it says its size is when it is opened; by default what it is. */
  bytes?: number;
  /** 8 for deflated (by default), 0 for as it is. */
  method?: number;
  /** 1 says that it is encrypted. */
  flags?: number;
  /** Where it says that its bytes begin; by default where they do. */
  at?: number;
};

const full = 0xffffffff;

/**
 * A ZIP as no honest packer would make it.
 * @param count how many entries its end says it has; by default those that there are
 */
export function makeZip(parts: readonly ZipPart[], { count = parts.length } = {}): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data = '', packed, bytes, method = 8, flags = 0, at, isNameMarked = true } of parts) {
    const raw = Buffer.from(data);
    const body = packed ?? (method === 8 ? deflateRawSync(raw) : raw);
    const title = Buffer.from(name);
    const size = bytes ?? raw.length;
    const isLong = size >= full;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(isNameMarked ? flags | 0x800 : flags, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc32(raw), 14);
    local.writeUInt32LE(body.length, 18);
    local.writeUInt32LE(isLong ? full : size, 22);
    local.writeUInt16LE(title.length, 26);
    const extra = Buffer.alloc(isLong ? 12 : 0);
    if (isLong) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(8, 2);
      extra.writeBigUInt64LE(BigInt(size), 4);
    }
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(45, 4);
    local.copy(central, 6, 4, 30);
    central.writeUInt16LE(extra.length, 30);
    central.writeUInt32LE(at ?? offset, 42);
    bodies.push(local, title, body);
    directory.push(central, title, extra);
    offset += local.length + title.length + body.length;
  }
  const central = Buffer.concat(directory);
  const isWide = count >= 0xffff;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(isWide ? 0xffff : count, 8);
  end.writeUInt16LE(isWide ? 0xffff : count, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, central, ...(isWide ? zip64End(count, central.length, offset) : []), end]);
}

/** What tells of more entries than 16 bits count. */
function zip64End(count: number, bytes: number, offset: number): Buffer[] {
  const end = Buffer.alloc(56);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(44n, 4);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(bytes), 40);
  end.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return [end, locator];
}

/** Deflated zeros of a length that nobody would write down: a piece that stands for a megabyte, again and again. */
export function deflatedZeros(megabytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(1_048_576), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array<Buffer>(megabytes).fill(piece), Buffer.from([3, 0])]);
}

/** A ZIP of 100,000 entries. */
export const manyEntries = (): Buffer =>
  makeZip(
    Array.from({ length: 100_000 }, (_, i) => ({ name: `folder/entry-${i}.txt`, data: 'x', method: 0 })),
  );

/** A ZIP of 10 MB that is 10 GB when it is opened. */
export const tenGigabytes = (): Buffer =>
  makeZip([
    { name: 'readme.txt', data: 'Open the other one.' },
    { name: 'zeros.txt', packed: deflatedZeros(10_240), bytes: 10_240 * 1_048_576 },
  ]);
