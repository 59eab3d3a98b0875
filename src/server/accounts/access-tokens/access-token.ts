import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** By these, scanners of sources and logs know a leaked one. */
const prefix = 'capstone_';
/** 256 random bits, then a CRC-32 that tells a token from what only looks like one. */
const randomLength = 43;
const checksumLength = 6;
const pattern = new RegExp(`^${prefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`);

function inBase62(bytes: Buffer, length: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 62n) text = digits.charAt(Number(rest % 62n)) + text;
  return text.padStart(length, '0');
}

function checksumOf(random: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(random));
  return inBase62(bytes, checksumLength);
}

export function makeAccessToken(): string {
  const random = inBase62(randomBytes(32), randomLength);
  return prefix + random + checksumOf(random);
}

/** @returns null for what no portal has made */
export function readBearer(authorization: string): string | null {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  const [, random = '', checksum] = pattern.exec(token) ?? [];
  return checksum !== undefined && checksum === checksumOf(random) ? token : null;
}
