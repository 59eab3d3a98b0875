import { LRUCache } from 'lru-cache';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from '../platform/http/compressed.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const maxBytes = 8 * 1024 * 1024;

/** Pictures other than SVG are compressed already. */
export function isCompressible(contentType: string): boolean {
  return /^(?:text\/|image\/svg\+xml|application\/json)/.test(contentType);
}

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> | Buffer {
  if (encoding === 'gzip') return compressGzip(body);
  // The best quality takes 100 times as long for 10 % fewer bytes.
  if (encoding === 'br') return compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return body;
}

/**
 * An LRU cache by hash, which never goes stale.
 * @param load the bytes at a path if they still have the hash
 */
export function makeFileCache(load: (path: string, sha256: string) => Promise<Buffer | undefined>) {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes / 4,
    // Sizes must be positive.
    sizeCalculation: (body) => Math.max(1, body.length),
  });
  return {
    /** Undefined when the path has other bytes now. */
    async read(path: string, sha256: string, encoding: Encoding): Promise<Buffer | undefined> {
      const key = `${sha256} ${encoding}`;
      const cached = cache.get(key);
      if (cached !== undefined) return cached;
      const plain = await load(path, sha256);
      if (plain === undefined) return undefined;
      const body = await compress(plain, encoding);
      cache.set(key, body);
      return body;
    },
  };
}
